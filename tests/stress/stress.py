#!/usr/bin/env python3
"""stress.py --bin DIR --transport tcp|unix|shm|tls [--seconds N] [--seed S]: many threads call a server while it is stopped,
continued, killed and restarted, while its connections are closed as idle, and while POAs are made and destroyed. Each
argument and each reply is self-verifying, and the server keeps a journal that survives SIGKILL.

At the end the client's log is compared with the journal: no argument and no reply was damaged; no call that ended with
COMPLETED_NO was executed, and no call twice; each call ended once; none exceeded its deadline by more than --lateness-ms and
the lateness of the machine itself; and neither process has grown since the beginning: descriptors, threads, memory,
/dev/shm.
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
from tls import certificates  # noqa: E402

SETTLE_WITHIN_S = 30
# The memory that allocators retain with calls of some megabytes; a leak would exceed it.
MEMORY_GROWTH_KIB = 96 * 1024
# A kind of binding may get a second connection at any time; a leak would grow with each POA, call or connection.
GROWTH = {"descriptors": 10, "threads": 4, "rings": 6}
IDLE = ["--dimma-idle", "10ms"]
# Name of a phase: the mix of calls, the server's options, the disturbance, and its share of the time.
PHASES = {
    "crowd": ("crowd", [], None, 2),
    "deadlines": ("deadlines", [], None, 2),
    "stops": ("deadlines", [], "stop", 3),
    "ends": ("ends", [], None, 2),
    "forks": ("forks", [], None, 2),
    "kills": ("soup", [], "kill", 3),
    "idle": ("soup", IDLE, None, 3),
    "adapters": ("adapters", [], None, 2),
}


class Client:
    def __init__(self, command, log):
        self.log = pathlib.Path(log)
        with open(log, "wb") as errors:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)

    def begin(self, line):
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def line(self, within_s, watch=lambda: None):
        until = time.monotonic() + within_s
        while not select.select([self.process.stdout], [], [], 0.1)[0]:
            watch()
            if time.monotonic() > until:
                raise Failure(f"the client did not end its calls within {within_s:.0f} s\n{self.printed()}")
        line = self.process.stdout.readline()
        if not line:
            raise Failure(f"the client ended with status {self.process.wait()}:\n{self.printed()}")
        return line.decode().strip()

    def end(self, within_s, watch=lambda: None):
        return json.loads(self.line(within_s, watch))

    def printed(self):
        return self.log.read_text(errors="replace")[-20000:]

    def close(self):
        self.process.stdin.close()
        if self.process.wait(SETTLE_WITHIN_S) != 0:
            raise Failure(f"the client ended with status {self.process.returncode}\n{self.printed()}")

    def kill(self):
        self.process.kill()
        self.process.wait()


def view(pid):
    """The resources of a process. Files of shared memory are not its own memory."""
    folder = pathlib.Path("/proc") / str(pid)
    memory = [int(line.split()[1]) for line in (folder / "smaps_rollup").read_text().splitlines()
              if line.startswith("Anonymous:")]
    return {"descriptors": len(os.listdir(folder / "fd")), "threads": len(os.listdir(folder / "task")),
            "rings": (folder / "maps").read_text().count("memfd:dimma"), "memory_kib": memory[0] if memory else 0}


def grown(now, before, sanitized):
    """Describes the resources of a process that have grown."""
    wrong = [f"{what} {before[what]} -> {now[what]}" for what in ("descriptors", "threads", "rings")
             if now[what] > before[what] + GROWTH[what]]
    if not sanitized and now["memory_kib"] > before["memory_kib"] + MEMORY_GROWTH_KIB:
        wrong.append(f"memory {before['memory_kib']} -> {now['memory_kib']} KiB")
    return ", ".join(wrong)


def tls_environment(folder):
    """Environment variables with which all ORBs of both ends have a certificate, require one, and use no other transport."""
    made = certificates(folder)
    return {"DIMMA_ENDPOINT": "ssliop://127.0.0.1:0", "DIMMA_QOS": "transport=tls", "DIMMA_TLS_CLIENTS": "required",
            "DIMMA_TLS_AUTHORITIES": str(made / "ca.pem"), "DIMMA_TLS_CERTIFICATE": str(made / "wide.pem")}


class Stress:
    def __init__(self, asked, folder):
        self.asked = asked
        self.folder = folder
        self.random = random.Random(asked.seed)
        self.calls_max = max(20_000_000, int(asked.seconds * 50_000))
        self.server = None
        self.options = []
        self.servers = 0
        self.stops = 0
        if asked.transport == "tls":
            os.environ.update(tls_environment(folder))
        programs = asked.bin.resolve()
        self.server_command = [programs / "stress_server", "--ior-dir", self.folder, "--journal",
                               self.folder / "journal", "--calls-max", self.calls_max]
        self.client = Client(
            [require_program(programs / "stress_client"), "--ior-dir", str(self.folder), "--journal",
             str(self.folder / "journal"), "--log", str(self.folder / "log"), "--calls-max", str(self.calls_max),
             "--transport", asked.transport, "--threads", str(asked.threads), "--seed", str(asked.seed),
             "--lateness-ms", str(asked.lateness_ms), "--hang-s", str(asked.hang_s)], self.folder / "client.log")

    def start_server(self, options=()):
        self.servers += 1
        self.options = list(options)
        self.server = Server([*self.server_command, *options], self.folder, f"server-{self.servers}").__enter__()

    def end_server(self, kill):
        if kill:
            self.server.process.kill()
            self.server.process.wait()
        else:
            self.server.stop()
        self.check_server_log()

    def check_server_log(self):
        if "Sanitizer" in self.server.printed():
            raise Failure(f"the server's log:\n{self.server.printed()[-8000:]}")

    def check_alive(self):
        status = self.server.process.poll()
        if status is not None:
            raise Failure(f"the server ended by itself with status {status}\n{self.server.printed()[-8000:]}")

    def stop_and_continue(self, over):
        over.wait(self.random.uniform(0.05, 0.3))
        self.server.process.send_signal(signal.SIGSTOP)
        try:
            time.sleep(self.random.uniform(0.05, 0.8))
        finally:
            self.server.process.send_signal(signal.SIGCONT)
        self.stops += 1

    def kill_and_restart(self, over):
        if over.wait(self.random.uniform(0.2, 0.8)):
            return
        self.end_server(kill=self.random.random() < 0.7)
        self.start_server(IDLE if self.random.random() < 0.5 else ())

    def calls(self, seconds, mix, disturbance=None):
        if mix == "forks":  # no call may fail, so each binding has to be to the current server
            self.client.begin("settle")
            self.client.end(60)
        self.client.begin(f"run {int(seconds * 1000)} {mix}")
        with Disturbance(disturbance) as disturbed:
            def watch():
                disturbed.check()
                if disturbance != self.kill_and_restart:
                    self.check_alive()
            return self.client.end(seconds + self.asked.hang_s * 2 + 60, watch)

    def phase(self, name, seconds):
        mix, options, disturbance, _ = PHASES[name]
        if options or (name == "forks" and self.options):
            self.end_server(kill=False)
            self.start_server(options)
        steps = {None: None, "stop": self.stop_and_continue, "kill": self.kill_and_restart}
        said = self.calls(seconds, mix, steps[disturbance])
        print(f"{name}: {said['calls']} calls so far, {said['failed']} raised, latest {said['latest_us']} us, "
              f"noise {said['noise_us']} us, {said['wrong']}", flush=True)

    def settled(self, before=None):
        """The resources of both processes once they are stable, or not above those in `before`."""
        self.client.begin("settle")
        self.client.end(60)
        until = time.monotonic() + SETTLE_WITHIN_S
        last = None
        while True:
            now = {name: view(pid) for name, pid in (("client", self.client.process.pid),
                                                     ("server", self.server.process.pid))}
            if before is None:
                same = last is not None and all(now[end][what] == last[end][what] for end in now
                                                for what in ("descriptors", "threads", "rings"))
            else:
                same = not any(grown(now[end], before[end], self.asked.sanitized) for end in now)
            if same or time.monotonic() > until:
                return now
            last = now
            time.sleep(0.3)

    def run(self):
        self.start_server()
        names = [name for name in self.asked.phases.split(",") if name not in self.asked.without.split(",")]
        # Calls of all kinds, and the ends of whole ORBs and processes, may leave something behind.
        last = ["soup", *(name for name in ("ends", "forks") if name in names)]
        unit = self.asked.seconds / (sum(PHASES[name][3] for name in names) + 2 + len(last))
        # Makes each kind of binding and buffer once, so that both measurements include their resources.
        self.calls(unit, "soup")
        rounds = max(1, round(self.asked.seconds / 60))
        for _ in range(rounds):
            for name in names:
                self.phase(name, unit * PHASES[name][3] / rounds)
        self.end_server(kill=False)
        self.start_server()
        self.calls(unit, "soup")
        before = self.settled()
        for mix in last:
            self.calls(unit, mix)
        now = self.settled(before)
        self.client.begin("compare")
        said = self.client.end(120)
        self.judge(said, before, now)
        self.client.close()
        self.end_server(kill=False)

    def judge(self, said, before, now):
        print(json.dumps({key: value for key, value in said.items() if key != "texts"}))
        print(f"{self.servers} servers, {self.stops} stops; before {before}; now {now}")
        wrong = ["complaints:\n  " + "\n  ".join(said["texts"])] if said["texts"] else []
        for end in now:
            more = grown(now[end], before[end], self.asked.sanitized)
            if more:
                wrong.append(f"the {end} has grown: {more}")
        if wrong:
            raise Failure("\n".join(wrong))

    def close(self):
        self.client.kill()
        if self.server is not None and self.server.process.poll() is None:
            self.server.process.send_signal(signal.SIGCONT)
            self.server.process.kill()
            self.server.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where the programs are")
    parser.add_argument("--transport", choices=("tcp", "unix", "shm", "tls"), required=True)
    parser.add_argument("--seconds", type=float, default=60, help="how long the phases take, all together")
    parser.add_argument("--seed", type=int, default=2046)
    parser.add_argument("--threads", type=int, default=8, help="that call")
    parser.add_argument("--lateness-ms", type=int, default=50, help="beyond deadline and noise")
    parser.add_argument("--hang-s", type=int, default=60, help="after which time a call counts as one that never ends")
    parser.add_argument("--phases", default=",".join(PHASES), help="which, in that order")
    parser.add_argument("--without", default="", help="phases that are left out")
    parser.add_argument("--sanitized", action="store_true", help="the programs' memory is not their own alone")
    asked = parser.parse_args()
    return run_trial("stress", asked.seed, lambda folder: Stress(asked, folder))


if __name__ == "__main__":
    sys.exit(main())
