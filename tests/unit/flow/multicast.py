"""One producer and several consumers of a group, in processes; they join and leave while it runs.

Where network namespaces are permitted, the consumers run in one and the producer in another, with a virtual link between
them. The same test always runs on this machine's loopback too.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time

GROUP = "239.255.77.2"


class Peer:
    def __init__(self, prefix, program, *arguments):
        self.process = subprocess.Popen([*prefix, program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.first = self.process.stdout.readline().strip()
        assert self.first, "the peer said nothing"

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def kill(self):
        self.process.kill()
        self.process.wait()


def until(condition, what):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = condition()
        if found is not None:
            return found
    raise AssertionError(what + " did not come to be")


def answers(producer, count, more=0):
    """The numbers (delivered, expected) of `count` consumers, sorted, once that many answer and have processed all messages."""
    def ask():
        nonlocal more
        said = [tuple(map(int, one.split("/"))) for one in producer.tell(str(more)).split()]
        more = 0
        return sorted(said) if len(said) == count and all(done == expected for done, expected in said) else None
    return until(ask, f"answers of {count} consumers")


def scenario(program, port, place_of_consumers, place_of_producer, interfaces):
    def consumer():
        qos = f"protocol=flow,transport=multicast,socket=group({GROUP},{port})+interface({interfaces[0]})"
        return Peer(place_of_consumers, program, "consumer", "--dimma-qos", qos)

    # Few enough messages for a socket's buffer, so that nothing is lost; each consumer counts from the first it
    # receives.
    first = consumer()
    producer = Peer(place_of_producer, program, "producer", first.first, "20",
                    f"transport=multicast,rate=200000,socket=interface({interfaces[1]})+ttl(1)+dscp(46)")
    peers = [first, producer]
    try:
        said = answers(producer, 1)
        assert said == [(20, 20)], said
        second = consumer()  # joins: learns the object after at most 32 messages, or 100 ms
        peers.append(second)
        time.sleep(0.2)
        said = answers(producer, 2, 50)
        assert said == [(50, 50), (70, 70)], said
        assert first.tell("count") == "70" and second.tell("count") == "50"
        first.kill()  # leaves without notice
        said = answers(producer, 1, 30)
        assert said == [(80, 80)], said
        third = consumer()
        peers.append(third)
        time.sleep(0.2)
        said = answers(producer, 2, 10)
        assert said == [(10, 10), (90, 90)], said
    finally:
        for peer in peers:
            peer.kill()


def between_namespaces(program):
    holder = subprocess.Popen(["unshare", "-n", "sleep", "300"])
    here = subprocess.Popen(["unshare", "-n", "sleep", "300"])
    try:
        inside = {name: ["nsenter", "-t", str(process.pid), "-n"] for name, process in
                  (("consumers", holder), ("producer", here))}

        def own_namespace(process):
            mine = os.readlink("/proc/self/ns/net")
            return True if os.readlink(f"/proc/{process.pid}/ns/net") != mine else None
        until(lambda: own_namespace(holder), "a namespace")
        until(lambda: own_namespace(here), "a namespace")

        def ip(where, *words):
            subprocess.run([*inside[where], "ip", *words], check=True)
        ip("producer", "link", "add", "wire0", "type", "veth", "peer", "name", "wire1", "netns", str(holder.pid))
        for where, device, address in (("producer", "wire0", "10.77.0.1/24"), ("consumers", "wire1", "10.77.0.2/24")):
            ip(where, "link", "set", "lo", "up")
            ip(where, "address", "add", address, "dev", device)
            ip(where, "link", "set", device, "up")

        # The system drops packets until it has detected the carrier.
        def wait_until_up(where, device):
            show = [*inside[where], "ip", "-o", "link", "show", device]
            until(lambda: " state UP " in subprocess.run(show, capture_output=True, text=True).stdout or None, device)
        wait_until_up("producer", "wire0")
        wait_until_up("consumers", "wire1")
        scenario(program, 5077, inside["consumers"], inside["producer"], ("wire1", "wire0"))
    finally:
        holder.kill()
        here.kill()
        holder.wait()
        here.wait()


def can_make_namespaces():
    """Tries to make both a namespace and a link, since a container may permit only one of them."""
    if not all(shutil.which(tool) for tool in ("unshare", "nsenter", "ip")):
        return False
    probe = "ip link add dmprobe0 type veth peer name dmprobe1"
    return subprocess.run(["unshare", "-n", "sh", "-c", probe], capture_output=True, check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--peer", required=True)
    program = parser.parse_args().peer
    if os.geteuid() != 0 and "DIMMA_INSIDE" not in os.environ:
        inside = ["unshare", "-Urn"]
        if subprocess.run([*inside, "true"], capture_output=True, check=False).returncode == 0:
            os.environ["DIMMA_INSIDE"] = "1"
            os.execvp("unshare", [*inside, "sh", "-c", 'ip link set lo up; exec "$@"', "sh", sys.executable, *sys.argv])
    scenario(program, 20_000 + os.getpid() % 10_000, [], [], ("lo", "lo"))
    print("on the loopback: as expected")
    if can_make_namespaces():
        between_namespaces(program)
        print("between namespaces: as expected")
    else:
        print("no network namespaces can be made here")


if __name__ == "__main__":
    main()
