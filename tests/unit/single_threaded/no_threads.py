#!/usr/bin/env python3
"""no_threads.py --bin DIR --library FILE: the library refers to no function of threads and locks, and neither a server
nor a client makes a thread or waits for a lock while they talk."""

import argparse
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

# pthread_atfork is about processes: it makes no thread and takes no lock of the application's.
FORBIDDEN_SYMBOL = re.compile(r"\bpthread_(?!atfork\b)\w+|\b_ZNSt6thread\w*|\b_ZNSt18condition_variable\w*|\b__tls_\w+")
TRACED = "clone,clone3,fork,vfork,futex"
# A private futex that a thread waits for is a lock. Those of shared memory are between processes, and the C library wakes
# a futex without waiters at its start.
FORBIDDEN_CALL = re.compile(r"\b(?:clone3?|v?fork)\(|FUTEX_WAIT\w*_PRIVATE|FUTEX_LOCK")


def symbols(library):
    listed = subprocess.run(["nm", "-u", str(library)], check=True, capture_output=True, text=True).stdout
    return sorted(set(FORBIDDEN_SYMBOL.findall(listed)))


def traced(folder, name):
    return ["strace", "-f", "-e", f"trace={TRACED}", "-o", str(folder / name)]


def calls(folder, name):
    return [line for line in (folder / name).read_text().splitlines() if FORBIDDEN_CALL.search(line)]


def reference(folder, name):
    for _ in range(200):
        if (folder / name).exists():
            return (folder / name).read_text().strip()
        time.sleep(0.05)
    sys.exit("the server does not begin")


def talk(programs, folder, qos):
    server = subprocess.Popen([*traced(folder, "server"), str(programs / "time_server"), "--ior-dir", str(folder), *qos],
                              stdout=subprocess.DEVNULL)
    try:
        subprocess.run([*traced(folder, "client"), str(programs / "time_client"),
                        "--reqreply", reference(folder, "reqreply.ior"), "--oneway", reference(folder, "oneway.ior"),
                        "--iterations", "200", *qos], check=True, stdout=subprocess.DEVNULL, timeout=60)
    finally:
        children = pathlib.Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        for child in children:
            subprocess.run(["kill", f"-{signal.SIGTERM.value}", child], check=False)
        server.wait(timeout=30)
    return [f"{end} ({' '.join(qos) or 'default QoS'}): {call}"
            for end in ("server", "client") for call in calls(folder, end)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--library", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    found = [f"{arguments.library.name} refers to {name}" for name in symbols(arguments.library)]
    for qos in ([], ["--qos", "processing=nullTask,messages=1"], ["--qos", "transport=tcp"]):
        with tempfile.TemporaryDirectory(prefix="dimma-alone-") as folder:
            found += talk(arguments.bin, pathlib.Path(folder), qos)
    print("\n".join(found) or "no threads and no locks")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
