"""The Buffers example: the rows of its table, its roles in processes of their own, and its refusals."""

import argparse
import json
import os
import subprocess
import sys

OPTIONS = ["default", "queue", "poll", "confirm_write"]
FIGURES = ["max_us", "average_us", "cpu_us", "read", "per_s", "latency_us"]


class Program:
    def __init__(self, path):
        self.path = path

    def start(self, *flags):
        return subprocess.Popen([self.path, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, *flags):
        return subprocess.run([self.path, *flags], capture_output=True, text=True, timeout=100, check=False)

    def rows(self, *flags):
        done = self.run(*flags, "--json")
        assert done.returncode == 0, done
        return json.loads(done.stdout)["rows"]


def check_table(program):
    rows = program.rows("--messages", "300")
    found = [(row["role"], row["protocol"], row["options"]) for row in rows]
    expected = [("Both", protocol, options) for protocol in ("SHMEM", "TCP", "UDP") for options in OPTIONS
                if (protocol, options) != ("UDP", "confirm_write")]
    assert found == expected + [("Write", "SHMEM", "default"), ("Read", "SHMEM", "default")], found
    for row in rows:
        assert row["size"] == 200 and all(row[figure] >= 0 for figure in FIGURES), row
    assert rows[-1]["read"] == 300, rows[-1]


def check_roles(program, name):
    """One process offers a buffer, another writes to it, and a third, which starts before the writer, reads it."""
    server = program.start("--role", "serve", "--buffer", name, "--protocol", "TCP")
    try:
        reference = server.stdout.readline().strip()
        there = ["--protocol", "TCP", "--reference", reference, "--messages", "50", "--size", "64"]
        reader = program.start("--role", "read", *there, "--json")
        written = program.rows("--role", "write", *there)
        read = json.loads(reader.communicate(timeout=100)[0])["rows"]
        assert reader.returncode == 0 and [row["role"] for row in written + read] == ["Write", "Read"], (written, read)
        assert 1 <= read[0]["read"] <= 50, read
    finally:
        server.terminate()
        assert server.wait(60) == 0
    assert program.run("--role", "remove", "--buffer", name).returncode == 0


def check_refusals(program, name):
    for flags, status, said in [
            (["--role", "nobody"], 2, "--role"), (["--protocol", "SCTP"], 2, "--protocol"),
            (["--options", "x"], 2, "--options"),
            (["--size", "0"], 2, "--size"), (["--role", "read"], 2, "--buffer"), (["more"], 2, "more"),
            (["--role", "write", "--protocol", "UDP"], 2, "--reference"),
            (["--protocol", "UDP", "--options", "confirm_write"], 2, "--options"),
            (["--role", "read", "--buffer", name], 1, "it does not exist yet"),
            (["--role", "remove", "--buffer", name], 1, "there is no buffer"),
            (["--role", "read", "--buffer", "../passwd"], 1, "name")]:
        done = program.run(*flags)
        assert done.returncode == status and said in done.stderr, (flags, done)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    program = Program(parser.parse_args().program)
    name = f"buffers-table-{os.getpid()}"
    check_table(program)
    check_roles(program, name)
    check_refusals(program, name)
    left = [file for file in os.listdir("/dev/shm") if str(os.getpid()) in file and "buffers-table" in file]
    assert not left, left


if __name__ == "__main__":
    sys.exit(main())
