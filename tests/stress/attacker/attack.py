#!/usr/bin/env python3
"""attack.py --bin DIR --transport tcp|unix|shm [--seconds N] [--seed S]: a seeded attacker attacks a server in all ways
that it has, over 1, 100 and 500 connections, while an honest client has to get its replies within --answer-within-ms.
Memory has to stay within the limits of docs/reference/limits.md, and after the attack descriptors and threads have to be
those before it.

With --client the attacker is the server, and each call of its client has to end by its deadline, whatever the server sends,
and without growth of the client.
"""

import argparse
import json
import pathlib
import resource
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parents[1] / "interop" / "harness"))

from endurance import run_trial  # noqa: E402
from processes import Failure, Server, require_program  # noqa: E402
from stress import Client, view  # noqa: E402

RECOVERED_WITHIN_S = 20
GROWTH = {"descriptors": 8, "threads": 8, "rings": 6}
# An endpoint's limits, docs/reference/limits.md: threads that serve, and receive buffers that are kept for later messages.
THREADS = 64
KEPT_MIB = 128
# The memory that a process has for threads, connections and its allocator besides.
SLACK_MIB = 32
# Makes glibc return long blocks to the system when they are freed. Otherwise its own caching would hide the ORB's memory.
GIVES_BACK = ["/usr/bin/env", f"MALLOC_MMAP_THRESHOLD_={128 * 1024}"]
# The descriptor limit of a server that has to run out of descriptors.
FEW_DESCRIPTORS = 120
CONNECTIONS = (1, 100, 500)


class Peak(threading.Thread):
    """The peak memory of a process, as long as this context is entered."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.over, self.memory_kib = pid, threading.Event(), 0

    def run(self):
        while not self.over.wait(0.1):
            try:
                self.memory_kib = max(self.memory_kib, view(self.pid)["memory_kib"])
            except OSError:
                return

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.join()


class Lines(Client):
    """A program that prints a line for each line that it reads."""

    def end(self, within_s, watch=lambda: None):
        return self.line(within_s, watch)

    def told(self, line, within_s):
        self.begin(line)
        return self.end(within_s)


def server_bound_mib(asked):
    """The most that a server may grow: the formula of docs/reference/limits.md."""
    return asked.max_memory_mib + THREADS * 2 * asked.max_message_mib + KEPT_MIB + SLACK_MIB


def client_bound_mib(asked):
    """A client has one hostile server: the messages of its connections, and what is kept for later ones."""
    return 2 * asked.max_message_mib + KEPT_MIB + SLACK_MIB


def limits(asked):
    return ["--dimma-max-message", f"{asked.max_message_mib}M", "--dimma-max-memory", f"{asked.max_memory_mib}M"]


class Trial:
    def __init__(self, asked, folder):
        self.asked = asked
        self.folder = folder
        self.programs = asked.bin.resolve()
        self.wrong = []
        self.running = []

    def program(self, name, *options):
        command = [require_program(self.programs / name), "--ior-dir", str(self.folder), "--transport",
                   self.asked.transport, "--seed", str(self.asked.seed), *options]
        made = Lines(command, self.folder / f"{name}-{len(self.running)}.log")
        self.running.append(made)
        return made

    def start_server(self, descriptors=None):
        command = [*GIVES_BACK, self.programs / "stress_server", "--ior-dir", self.folder, "--journal", self.folder / "journal",
                   "--calls-max", "1000", *limits(self.asked), *self.asked.server_options.split()]
        if descriptors:
            command = ["/usr/bin/env", "sh", "-c", f"ulimit -n {descriptors}; exec \"$@\"", "sh", *command]
        self.server = Server(command, self.folder, f"server-{descriptors}")
        self.server.__enter__()

    def stop_server(self):
        self.server.stop()
        if "Sanitizer" in self.server.printed():
            raise Failure(f"the server's log:\n{self.server.printed()[-8000:]}")

    def check_alive(self, process, name, log):
        if process.poll() is not None:
            raise Failure(f"the {name} ended with status {process.returncode}:\n{log()[-8000:]}")

    def settled(self, before=None):
        until = time.monotonic() + RECOVERED_WITHIN_S
        while True:
            now = view(self.server.process.pid)
            if before is None:
                time.sleep(1)
                return view(self.server.process.pid)
            more = [f"{what} {before[what]} -> {now[what]}" for what in GROWTH
                    if now[what] > before[what] + GROWTH[what]]
            if not more or time.monotonic() > until:
                return more
            time.sleep(0.2)

    def attack(self, attacker, honest, name, connections, seconds, how="honest"):
        """Makes one attack, and checks the honest client's findings."""
        before = view(self.server.process.pid)
        milliseconds = int(seconds * 1000)
        with Peak(self.server.process.pid) as peak:
            attacker.begin(f"{name} {connections} {milliseconds}")
            honest.begin(f"{how} {milliseconds + 300}")
            within_s = seconds + self.asked.answer_within_ms / 1000 + 60
            said = json.loads(honest.end(within_s))
            did = attacker.end(within_s)
        self.check_alive(self.server.process, "server", self.server.printed)
        grown_kib = peak.memory_kib - before["memory_kib"]
        print(f"{did}; {said['calls']} honest calls, worst {said['worst_us']} us beside noise; memory + {grown_kib} KiB",
              flush=True)
        where = f"{name} by {connections}"
        if said["worst_us"] > self.asked.answer_within_ms * 1000 or said["calls"] == 0:
            self.wrong.append(f"{where}: {said['calls']} honest calls, one lasted {said['worst_us']} us")
        self.wrong += [f"{where}: {text}" for text in said["wrong"]]
        bound_mib = server_bound_mib(self.asked)
        if grown_kib > bound_mib * 1024 and not self.asked.sanitized:
            self.wrong.append(f"{where}: memory grew by {grown_kib} KiB, more than {bound_mib} MiB")

    def counts(self, number):
        """The numbers of connections that the attack of that number uses."""
        every = self.asked.connections
        return [every[(self.asked.seed + number) % len(every)]] if self.asked.brief else every

    def attack_server(self):
        self.start_server()
        attacker, honest = self.program("stress_attacker"), self.program("stress_probe")
        json.loads(honest.told("honest 300", 60))
        before = self.settled()
        attacks = attacker.told("list", 10).split()
        if self.asked.attacks:
            attacks = self.asked.attacks.split(",")
        attacks = [name for name in attacks if name not in self.asked.without.split(",")]
        counts = [self.counts(number) for number in range(len(attacks))]
        each = self.asked.seconds / (sum(map(len, counts)) + 1)
        for number, name in enumerate(attacks):
            for connections in counts[number]:
                self.attack(attacker, honest, name, connections, each)
                if self.asked.attacks:
                    self.wrong += [f"after {name} by {connections}: {more}" for more in self.settled(before)]
        self.wrong += [f"after the attacks: {more}" for more in self.settled(before)]
        self.stop_server()

    def exhaust_descriptors(self, seconds):
        self.start_server(FEW_DESCRIPTORS)
        attacker, honest = self.program("stress_attacker"), self.program("stress_probe")
        json.loads(honest.told("held 200", 60))
        before = self.settled()
        self.attack(attacker, honest, "holds-connections", FEW_DESCRIPTORS * 2, seconds, "held")
        self.wrong += [f"after the lack of descriptors: {more}" for more in self.settled(before)]
        said = json.loads(honest.told("honest 300", 60))
        self.wrong += [f"after the lack of descriptors: {text}" for text in said["wrong"]]
        self.stop_server()

    def attack_client(self):
        server = self.program("stress_attacker", "--serve")
        if server.end(60) != "ready":
            raise Failure(f"the hostile server did not begin:\n{server.printed()}")
        victim = self.program("stress_probe", "--deadline-ms", str(self.asked.deadline_ms),
                              *limits(self.asked), *self.asked.client_options.split())
        part = self.asked.seconds / 3
        self.suffer(victim, part)
        before = view(victim.process.pid)
        with Peak(victim.process.pid) as peak:
            self.suffer(victim, part)
            self.suffer(victim, part)
        now = view(victim.process.pid)
        print(f"before {before}; now {now}; memory at most {peak.memory_kib} KiB")
        if max(peak.memory_kib, now["memory_kib"]) > before["memory_kib"] + client_bound_mib(self.asked) * 1024 \
                and not self.asked.sanitized:
            self.wrong.append(f"the client's memory grew from {before['memory_kib']} to {peak.memory_kib} KiB")
        self.wrong += [f"the client's {what} grew from {before[what]} to {now[what]}" for what in GROWTH
                       if now[what] > before[what] + GROWTH[what]]
        victim.close()
        server.close()

    def suffer(self, victim, seconds):
        said = json.loads(victim.told(f"victim {int(seconds * 1000)}", seconds + 120))
        print(f"{said['calls']} calls, {said['raised']} raised, latest {said['worst_us']} us beside noise", flush=True)
        if said["worst_us"] > self.asked.lateness_ms * 1000:
            self.wrong.append(f"a call lasted {said['worst_us']} us beyond its deadline")
        self.wrong += said["wrong"]

    def run(self):
        if self.asked.client:
            self.attack_client()
        else:
            self.attack_server()
            # The undefined behaviour sanitizer needs descriptors of its own, and reports a fault if there are none.
            if not self.asked.attacks and not self.asked.sanitized:
                self.exhaust_descriptors(max(1, self.asked.seconds / 20))
        if self.wrong:
            raise Failure("\n  ".join(["", *self.wrong]))

    def close(self):
        for program in self.running:
            program.kill()
        server = getattr(self, "server", None)
        if server is not None and server.process.poll() is None:
            server.process.kill()
            server.process.wait()


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where the programs are")
    parser.add_argument("--transport", choices=("tcp", "unix", "shm"), required=True)
    parser.add_argument("--client", action="store_true", help="attack a client, not a server")
    parser.add_argument("--seconds", type=float, default=60, help="how long all of it takes, about")
    parser.add_argument("--seed", type=int, default=2046)
    parser.add_argument("--attacks", default="", help="which, with commas between; all of them by default")
    parser.add_argument("--without", default="", help="attacks that are left out")
    parser.add_argument("--connections", type=lambda text: [int(number) for number in text.split(",")],
                        default=CONNECTIONS, help="1,100,500")
    parser.add_argument("--brief", action="store_true", help="each attack by one of these numbers, as the seed says")
    parser.add_argument("--answer-within-ms", type=int, default=1000, help="an honest client, beyond the machine's noise")
    parser.add_argument("--deadline-ms", type=int, default=200, help="of an attacked client's calls")
    parser.add_argument("--lateness-ms", type=int, default=50, help="beyond that deadline and noise")
    parser.add_argument("--max-message-mib", type=int, default=2, help="--dimma-max-message of the ORB that is attacked")
    parser.add_argument("--max-memory-mib", type=int, default=64, help="--dimma-max-memory of the ORB that is attacked")
    parser.add_argument("--server-options", default="", help="more options of the ORB that is attacked")
    parser.add_argument("--client-options", default="", help="more options of the ORB that is attacked")
    parser.add_argument("--sanitized", action="store_true", help="the programs' memory is not their own alone")
    return parser.parse_args()


def main():
    asked = parsed()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    return run_trial("attack", asked.seed, lambda folder: Trial(asked, folder))


if __name__ == "__main__":
    sys.exit(main())
