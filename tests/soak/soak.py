#!/usr/bin/env python3
"""soak.py --bin DIR --transport tcp|unix|shm [--calls N]: many calls with texts of random length, whose replies are checked,
while clients are killed at random and the server is stopped, or killed, and started again. At the end, nothing may have
grown: descriptors, threads, mappings and memory of the server, descriptors and threads of a client that has run throughout;
and nothing may be left behind in /dev/shm.
"""

import argparse
import json
import os
import pathlib
import random
import select
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "interop" / "harness"))

from endurance import Disturbance, run_trial  # noqa: E402
from processes import Failure, Server, require_program  # noqa: E402

PHASE_WITHIN_S = 900
SETTLE_WITHIN_S = 60
VICTIMS = 2
VICTIM_LIVES_S = (0.05, 0.4)
SERVER_LIVES_S = (0.2, 0.8)
# The server's memory may grow by what an allocator retains of texts of two million octets; a leak would exceed it.
MEMORY_GROWTH_KIB = 32 * 1024
# An allocator may map some more; one more mapping for each client would be a leak.
MAPPINGS_GROWTH = 24


class SteadyClient:
    """A client that makes calls on command."""

    def __init__(self, command, log):
        self.log = open(log, "wb")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log)

    def begin(self, calls):
        self.process.stdin.write(f"{calls}\n".encode())
        self.process.stdin.flush()

    def end(self, watch=lambda: None):
        """The client's output after the calls; `watch` raises if waiting longer is useless."""
        until = time.monotonic() + PHASE_WITHIN_S
        while not select.select([self.process.stdout], [], [], 0.2)[0]:
            watch()
            if time.monotonic() > until:
                raise Failure(f"the client did not make its calls within {PHASE_WITHIN_S} s")
        line = self.process.stdout.readline()
        if not line:
            raise Failure(f"the client ended early: {pathlib.Path(self.log.name).read_text(errors='replace')}")
        return json.loads(line)

    def calls(self, count, watch=lambda: None):
        self.begin(count)
        return self.end(watch)

    def close(self):
        self.process.stdin.close()
        if self.process.wait(SETTLE_WITHIN_S) != 0:
            raise Failure(f"the client ended with status {self.process.returncode}: "
                          f"{pathlib.Path(self.log.name).read_text(errors='replace')}")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


def view(pid):
    """The resources of a process."""
    folder = pathlib.Path("/proc") / str(pid)
    memory = sum(int(line.split()[1]) for line in (folder / "smaps_rollup").read_text().splitlines()
                 if line.startswith(("Private_Clean", "Private_Dirty")))
    return {"descriptors": len(os.listdir(folder / "fd")), "threads": len(os.listdir(folder / "task")),
            "mappings": len((folder / "maps").read_text().splitlines()), "memory_kib": memory}


def is_no_more(now, before):
    return now["descriptors"] <= before["descriptors"] and now["threads"] <= before["threads"]


def settled(pid, before=None):
    """The resources of a process once they are stable, or not above those in `before`."""
    until = time.monotonic() + SETTLE_WITHIN_S
    last = view(pid)
    while time.monotonic() < until:
        time.sleep(0.5)
        now = view(pid)
        same = all(now[what] == last[what] for what in ("descriptors", "threads"))
        if is_no_more(now, before) if before else same:
            return now
        last = now
    return last


class Soak:
    def __init__(self, programs, folder, transport, calls, seed, sanitized):
        self.folder = folder
        self.sanitized = sanitized
        self.calls = calls
        self.random = random.Random(seed)
        self.server_command = [programs / "time_server", "--ior-dir", folder]
        self.client_command = [require_program(programs / "soak_client"), "--reference",
                               str(folder / "reqreply.ior"), "--qos", f"transport={transport}"]
        self.server = None
        self.steady = None
        self.restarts = 0
        self.killed = 0

    def start_server(self):
        self.server = Server(self.server_command, self.folder, f"server-{self.restarts}").__enter__()

    def restart_server(self, over):
        if over.wait(self.random.uniform(*SERVER_LIVES_S)):
            return
        if self.restarts % 2 == 0:
            self.server.stop()
        else:
            self.server.process.send_signal(signal.SIGKILL)
            self.server.process.wait()
        self.restarts += 1
        self.start_server()

    def kill_a_client(self, over):
        self.killed += 1
        victim = SteadyClient([*self.client_command, "--seed", str(self.killed + 1)],
                              self.folder / f"victim-{self.killed % VICTIMS}.log")
        try:
            victim.begin(1_000_000_000)
            over.wait(self.random.uniform(*VICTIM_LIVES_S))
            if victim.process.poll() is not None:
                raise Failure(f"a client ended by itself, with status {victim.process.returncode}: "
                              f"{pathlib.Path(victim.log.name).read_text(errors='replace')}")
        finally:
            victim.kill()

    def run(self):
        self.start_server()
        self.steady = SteadyClient(self.client_command, self.folder / "steady.log")
        self.disturb(self.steady)
        self.steady.close()
        self.server.stop()

    def close(self):
        if self.steady is not None:
            self.steady.kill()
        if self.server is not None and self.server.process.poll() is None:
            self.server.process.kill()
            self.server.process.wait()

    def disturb(self, steady):
        steady.calls(self.calls // 10)
        with Disturbance(self.kill_a_client) as kills, Disturbance(self.restart_server) as restarts:
            steady.calls(self.calls * 4 // 10, lambda: (kills.check(), restarts.check()))
        client_before = steady.calls(self.calls // 10)
        server_before = settled(self.server.process.pid)
        with Disturbance(self.kill_a_client) as kills:
            steady.calls(self.calls * 4 // 10, kills.check)
        client_now = steady.calls(1)
        server_now = settled(self.server.process.pid, server_before)
        print(f"{client_now['calls']} calls, {client_now['lost']} more lost with a server; {self.restarts} servers and "
              f"{self.killed} clients ended\nserver before {server_before}\nserver now    {server_now}\n"
              f"client before {client_before}\nclient now    {client_now}")
        if not is_no_more(client_now, client_before):
            raise Failure("the client has grown")
        if not is_no_more(server_now, server_before):
            raise Failure("the server has grown")
        if self.sanitized:
            return  # the sanitizer retains freed memory for a while
        if server_now["mappings"] > server_before["mappings"] + MAPPINGS_GROWTH:
            raise Failure("the server's mappings have grown")
        if server_now["memory_kib"] > server_before["memory_kib"] + MEMORY_GROWTH_KIB:
            raise Failure("the server's memory has grown")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where the programs are")
    parser.add_argument("--transport", choices=("tcp", "unix", "shm"), required=True)
    parser.add_argument("--calls", type=int, default=1_000_000, help="of the client that lives to the end")
    parser.add_argument("--sanitized", action="store_true", help="the programs' memory is not their own alone")
    parser.add_argument("--seed", type=int, default=2046)
    asked = parser.parse_args()
    return run_trial("soak", asked.seed, lambda folder: Soak(asked.bin.resolve(), folder, asked.transport, asked.calls,
                                                              asked.seed, asked.sanitized))


if __name__ == "__main__":
    sys.exit(main())
