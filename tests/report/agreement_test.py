#!/usr/bin/env python3
"""agreement_test.py --bin DIR TEST: compares the report's figures with independent measurements. Counts have to be equal to the
last call. Times, taken turn by turn in one run, may differ by more than the run's noise: only a gross difference that recurs in
every try fails."""

import collections
import random
import re
import statistics
import subprocess
import sys

from report_test import Failure, command, main, report_of, require, run

PAIRS = ("bare TCP socket", "omniORB")
HERE, PLAIN = ", here", ", plain program"


def measure(programs, folder, turns, turn_ms, before=()):
    """The samples of the experiment's series, by the names of the series."""
    done = run([*before, *command(programs, "report", "--output", folder, "--only", "agreement", "--turns", turns,
                                  "--turn-ms", turn_ms)])
    require(done.returncode == 0, f"status {done.returncode}: {done.stderr}")
    report = report_of(folder)
    require(report["harness_ns"] > 0, "what timing adds to a call was not measured")
    series = report["experiments"][0]["series"]
    return {one["name"]: one["samples"][0] for one in series}


# Times ----------------------------------------------------------------------------------------------------------------------

TRIES = 8
GROSS = 1.3


def interval_of_median(values, draws=1000):
    """The 95 % confidence interval of the median, by bootstrap."""
    dice = random.Random(2046)
    medians = sorted(statistics.median(dice.choices(values, k=len(values))) for _ in range(draws))
    return medians[draws // 40], medians[-1 - draws // 40]


def disagreement(samples, pair):
    """The difference of the two beyond what the turns' noise explains; 0 if they agree."""
    here, plain = (samples[pair + kind]["turns"] for kind in (HERE, PLAIN))
    quotients = [one["mean_us"] / other["mean_us"] for one, other in zip(here, plain)]
    low, high = interval_of_median(quotients)
    print(f"{pair}: {statistics.median(quotients):.3f} of the plain program's time, 95 times in 100 from {low:.3f} to {high:.3f}")
    if low > GROSS:
        return low
    return -1 / high if high < 1 / GROSS else 0


def check_times(programs, folder):
    """Each pair agrees in one of the tries, or differs in both directions."""
    left = set(PAIRS)
    seen = collections.defaultdict(set)
    for _ in range(TRIES):
        samples = measure(programs, folder, 11, 10)
        for pair in list(left):
            by = disagreement(samples, pair)
            seen[pair].add(by > 0)
            if by == 0 or len(seen[pair]) == 2:
                left.remove(pair)
        if not left:
            return
    raise Failure(f"{', '.join(sorted(left))}: the laboratory and the plain program differ grossly, and each time")


# Counts ---------------------------------------------------------------------------------------------------------------------

SENDS = {"sendto", "sendmsg"}
RECEIVES = {"recvfrom", "recvmsg"}


class Thread:
    """The system calls of a thread in strace's log, and the program that it runs (none: a copy of dimma-bench)."""

    def __init__(self, log):
        text = log.read_text(errors="replace")
        started = re.search(r'^execve\("[^"]*/([^"/]+)"', text, re.MULTILINE)
        self.program = started.group(1) if started else None
        self.connects = re.search(r"^connect\(.*AF_INET", text, re.MULTILINE) is not None
        self.calls = [(name, int(result)) for name, result in re.findall(r"^(\w+)\(.*\) += (-?\d+)", text, re.MULTILINE)]

    def usual(self, names):
        """The most frequent number of octets in these system calls, and its frequency."""
        return collections.Counter(result for name, result in self.calls if name in names).most_common(1)[0]

    def ends_of_turns(self, request, reply):
        """How often a reply was not immediately followed by a request, and a request not by a reply."""
        kinds = ["s" if name in SENDS and result == request else "r" if name in RECEIVES and result == reply else "."
                 for name, result in self.calls]
        pairs = collections.Counter(zip(kinds, kinds[1:] + ["."]))
        return sum(count for pair, count in pairs.items() if pair[0] == "r" and pair[1] != "s"), \
            sum(count for pair, count in pairs.items() if pair[0] == "s" and pair[1] != "r")


def client_of(threads, series):
    program = {"bare TCP socket" + HERE: None, "bare TCP socket" + PLAIN: "plain_socket_client",
               "omniORB" + HERE: "omni_time_client", "omniORB" + PLAIN: "omni_plain_client"}[series]
    found = [one for one in threads if one.program == program and one.connects]
    require(len(found) == 1, f"{series}: {len(found)} threads are its client")
    return found[0]


def check_counts(programs, folder):
    """Each call is one send and one receive of the reported sizes, as many as reported, without another system call between
    the first call of a turn and its last: measuring makes no system calls."""
    logs = folder / "strace"
    logs.mkdir()
    samples = measure(programs, folder, 3, 30, ("strace", "-ff", "-qq", "-o", logs / "log"))
    threads = [Thread(log) for log in logs.iterdir()]
    for series, sample in samples.items():
        client = client_of(threads, series)
        (request, requests), (reply, replies) = client.usual(SENDS), client.usual(RECEIVES)
        turns, unanswered = client.ends_of_turns(request, reply)
        print(f"{series}: {requests} requests of {request} octets, {replies} replies of {reply}, {turns} turns; "
              f"claimed: {sample['calls_made']:.0f} calls, {sample['turns_taken']:.0f} turns")
        if "request_octets" in sample:
            require((request, reply) == (sample["request_octets"], sample["reply_octets"]), f"{series}: other octets are claimed")
        # omniORB's first request has its code sets and is longer; and the caller occasionally waits for a lock that another
        # of its threads holds.
        longer, chance = (1, 5) if series.startswith("omniORB") else (0, 0)
        require(requests + longer == replies == sample["calls_made"], f"{series}: another number of calls is claimed")
        require(abs(turns - sample["turns_taken"]) <= chance and unanswered <= chance,
                f"{series}: system calls lie between the calls of a turn")


# Characters -------------------------------------------------------------------------------------------------------------------

COUNT = 64
ACCENTED = 8


def octets_sent(programs, prefix, more, operation, folder):
    """The size of a request with COUNT letters, in octets."""
    (folder / "ior").mkdir(exist_ok=True)
    server = subprocess.Popen([programs / f"{prefix}sizes_server", "--ior-dir", folder / "ior"], stdout=subprocess.PIPE, text=True)
    try:
        require(server.stdout.readline() == "ready\n", f"{prefix}sizes_server is not ready")
        reference = (folder / "ior" / "reqreply.ior").read_text().strip()
        done = run(["strace", "-f", "-qq", "-e", "trace=sendto,sendmsg", "-o", folder / "log", programs / f"{prefix}sizes_client",
                    "--reqreply", reference, "--oneway", reference, "--turns", "--sizes", str(COUNT), *more],
                   input=f"run {operation}/{COUNT} 20\n")
        require(done.returncode == 0, f"{prefix}sizes_client: {done.stderr}")
    finally:
        server.terminate()
        server.wait(60)
    sent = re.findall(r"send(?:to|msg)\(.* = (\d+)$", (folder / "log").read_text(), re.MULTILINE)
    return int(collections.Counter(sent).most_common(1)[0][0])


def check_characters(programs, folder):
    """Strings are converted, or not, as the experiment states."""
    for prefix, more in (("", ("--qos", "transport=tcp")), ("omni_", ())):
        plain, converted, wide = (octets_sent(programs, prefix, (*more, *flags), operation, folder) for operation, flags in
                                  (("text", ()), ("text", ("--converted",)), ("wide", ())))
        print(f"{prefix or 'dimma '}sizes_client: {plain} octets as they are, {converted} as UTF-8, {wide} wide")
        require(converted - plain == ACCENTED, "what should be UTF-8 is not")
        # A wide string has two octets for each letter, and no terminating zero, which the other has.
        require(0 <= wide - plain - COUNT + 1 <= 2, "wide characters have not two octets each")


CHECKS = {"times": check_times, "counts": check_counts, "characters": check_characters}


if __name__ == "__main__":
    sys.exit(main(CHECKS, __doc__))
