#!/usr/bin/env python3
"""counts.py --bin DIR COUNT: counts the costs of one null RPC at each end. COUNT is one of CHECKS.

A client makes N calls in one run and 2 N in the next, with a new server each time; the difference of the counts is the
cost of N calls, without that of starting, binding and ending.
"""

import argparse
import collections
import contextlib
import functools
import json
import os
import pathlib
import re
import resource
import shutil
import socket
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "interop" / "harness"))
sys.path.insert(0, str(HERE.parent / "common"))

from iiop import iiop_address  # noqa: E402
from processes import Failure, Server, run  # noqa: E402
from recorded import ALLOWED, Recorded  # noqa: E402

# Without a QoS, the ORB would select the fastest transport, which is not the one to count here.
OVER_TCP = ("--qos", "transport=tcp")
FULL_QOS = ("--qos", "transport=tcp,processing=nullTask,messages=1")
INSTRUCTIONS_MOST = 700
# The QoS of the server and of the client; in "default" only the transport is given.
QOS = {"full": (FULL_QOS, FULL_QOS), "default": (OVER_TCP, OVER_TCP)}


def tool(name, package):
    path = shutil.which(name)
    if path is None:
        raise Failure(f"{name} is missing (Debian package {package})")
    return path


def measured_again_if_it_fails(check):
    """For a count that a busy machine can raise: the check fails if three measurements in a row fail."""
    @functools.wraps(check)
    def measured(programs, recorded):
        for _ in range(2):
            try:
                return check(programs, recorded)
            except Failure as failure:
                print(f"  measured again: {failure}")
        return check(programs, recorded)
    return measured


class Run:
    """One server and one client that makes `iterations` null RPCs, each started by a given command."""

    def __init__(self, server, client, iterations, server_qos=(), client_qos=(), idle=0, operation="rpc_null_param"):
        """`server` and `client` are functions from a folder to the beginning of a command line; `idle` is the number of
        other clients that are connected to the server and idle during the calls."""
        with tempfile.TemporaryDirectory(prefix="dimma-counts-") as name:
            folder = pathlib.Path(name)
            with Server([*server(folder), "--ior-dir", folder, *server_qos], folder) as running, contextlib.ExitStack() as others:
                reference = (folder / "reqreply.ior").read_text().strip()
                for _ in range(idle):
                    others.enter_context(socket.create_connection(iiop_address(reference)[:2]))
                self.client_output = run(
                    [*client(folder), "--reqreply", reference, "--oneway", (folder / "oneway.ior").read_text().strip(),
                     "--operation", operation, "--iterations", iterations, "--json", *client_qos])
                self.server_output = running.stop()
            self.files = {path.name: path.read_text(errors="replace") for path in folder.iterdir() if path.is_file()}


def is_steady(qos, end):
    """True if a count is the same in every run. A pool's work for a call depends on the scheduling of its threads."""
    return qos == "full" or end == "client"


# System calls ---------------------------------------------------------------------------------------------------------

SENDS = {"sendto", "sendmsg", "write", "writev", "send"}
RECEIVES = {"recvfrom", "recvmsg", "read", "readv", "recv"}
# These grow with the client's table of times, and do not belong to calls.
MEMORY = {"mmap", "munmap", "madvise", "brk", "mremap"}
# A system call that is made less than once in FEW calls is due to chance, such as contention for a lock at the start.
FEW = 20
# The number of allocations may differ by this between runs, in which threads start in different orders.
ALLOCATIONS_BY_CHANCE = 10


def calls_in(log):
    """The system calls of all threads in their order: pairs of thread and name."""
    return re.findall(r"^(\d+) +(\w+)\(", log, re.MULTILINE)


def system_calls_of(programs, iterations, server_qos, client_qos, server="time_server", client="time_client"):
    """The system calls of server and client over a whole run."""
    def under_strace(program, log):
        # -D: the started process, which gets SIGTERM, is the program and not strace.
        return lambda folder: [tool("strace", "strace"), "-D", "-f", "-o", folder / log, programs / program]
    done = Run(under_strace(server, "server.strace"), under_strace(client, "client.strace"), iterations, server_qos,
               client_qos)
    return {end: calls_in(done.files[f"{end}.strace"]) for end in ("server", "client")}


def check_system_calls(programs, recorded, server_stays=None):
    iterations = 500
    for qos, (server_qos, client_qos) in QOS.items():
        once = system_calls_of(programs, iterations, server_qos, client_qos)
        twice = system_calls_of(programs, 2 * iterations, server_qos, client_qos)
        for end in ("client", "server"):
            by_call = by_call_of(once[end], twice[end], iterations)
            print(f"{qos} QoS, {end}, system calls a null RPC: {by_call}")
            if is_steady(qos, end):
                recorded.check("system calls", f"{qos} QoS, {end}", sum(by_call.values()))
            if qos == "full":
                require_one_of_each(end, by_call)
                stays = server_stays if end == "server" and server_stays else 2 * iterations
                require_unbroken(end, twice[end], stays)
    check_that_spinning_is_silent(programs)


def by_call_of(once, twice, iterations):
    difference = collections.Counter(name for _, name in twice)
    difference.subtract(collections.Counter(name for _, name in once))
    return {name: count / iterations for name, count in difference.items()
            if abs(count) * FEW > iterations and name not in MEMORY}


def check_that_spinning_is_silent(programs):
    """Over shared memory with both ends spinning, calls make no system calls. At intervals each end checks that the other
    is alive, which is rare in relation to the calls even on a slow machine; a wait in the kernel would be in every call."""
    iterations = 20_000
    too_many = 0.5
    qos = ("--qos", "transport=shm,wait=spin,processing=nullTask,messages=1")
    once = system_calls_of(programs, iterations, qos, qos)
    twice = system_calls_of(programs, 2 * iterations, qos, qos)
    for end in ("client", "server"):
        by_call = by_call_of(once[end], twice[end], iterations)
        print(f"spinning on shared memory, {end}, system calls a null RPC: {by_call}")
        if any(count > too_many for count in by_call.values()):
            raise Failure(f"the {end} makes {by_call} system calls a call although it spins")


def require_one_of_each(end, by_call):
    """On average, with a tolerance for starting and ending, whose system calls vary from run to run."""
    sends = sum(count for name, count in by_call.items() if name in SENDS)
    receives = sum(count for name, count in by_call.items() if name in RECEIVES)
    if abs(sends - 1) * FEW > 1 or abs(receives - 1) * FEW > 1 or len(by_call) != 2:
        raise Failure(f"the {end} makes {by_call} system calls a call instead of one send and one receive")


def require_unbroken(end, calls, iterations):
    """In detail: one thread alternates sends and receives without another system call, for at least `iterations` - 1 calls."""
    sender = collections.Counter(thread for thread, name in calls if name in SENDS).most_common(1)[0][0]
    kinds = "".join("s" if name in SENDS else "r" if name in RECEIVES else "." for thread, name in calls
                    if thread == sender)
    longest = max((len(run) // 2 for run in re.findall(r"(?:sr)+", kinds)), default=0)
    # The server's last reply is followed by the end of the connection.
    if longest < iterations - 1:
        raise Failure(f"the {end}'s thread sends and receives {longest} times in turns without another system call "
                      f"instead of {iterations} times")


CLIENTS_IN_TURN = 500
# Few connections have to be armed in the poller again: those whose next request arrived while they were being served.
ASKED_ANEW_MOST = 0.5


def check_clients_in_turn(programs, _recorded):
    """Many clients, 64 of which have a call in progress at a time: each call costs the server one send, one receive
    and a share of a call that fetches events."""
    iterations = 4000

    def client(_folder):
        # many_client takes its command on standard input; it needs only two of the arguments, the reference and the calls.
        return ["/bin/sh", "-c", f'echo turn round-64 "$8" | exec "$0" --connections {CLIENTS_IN_TURN} --reference "$2"',
                programs / "many_client"]

    def server_calls(calls):
        done = Run(lambda folder: [tool("strace", "strace"), "-D", "-f", "-o", folder / "server.strace",
                                   programs / "time_server"], client, calls, OVER_TCP)
        return calls_in(done.files["server.strace"])

    by_call = by_call_of(server_calls(iterations), server_calls(2 * iterations), iterations)
    print(f"{CLIENTS_IN_TURN} clients in turn, server, system calls a null RPC: {by_call}")
    for name in ("sendto", "recvfrom"):
        if abs(by_call.get(name, 0) - 1) > ASKED_ANEW_MOST:
            raise Failure(f"{by_call.get(name, 0)} times {name} a call instead of once")
    if by_call.get("epoll_ctl", 0) > ASKED_ANEW_MOST:
        raise Failure("the system is asked anew to tell of each connection")


# Heap allocations -----------------------------------------------------------------------------------------------------

def allocations_of(programs, iterations, server_qos, client_qos, server="time_server", client="time_client",
                   operation="rpc_null_param"):
    done = Run(lambda folder: [programs / f"counting_{server}"],
               # The count is printed on standard error; a shell merges it with standard output.
               lambda folder: ["/bin/sh", "-c", 'exec "$0" "$@" 2>&1', programs / f"counting_{client}"], iterations,
               server_qos, client_qos, operation=operation)
    counts = {}
    for end, output in (("server", done.server_output), ("client", done.client_output)):
        found = re.search(r"^heap allocations: (\d+)$", output, re.MULTILINE)
        if found is None:
            raise Failure(f"the {end} did not say how many heap allocations it made:\n{output}")
        counts[end] = int(found.group(1))
    return counts


def check_allocations(programs, recorded):
    iterations = 5000
    for qos, (server_qos, client_qos) in QOS.items():
        once = allocations_of(programs, iterations, server_qos, client_qos)
        twice = allocations_of(programs, 2 * iterations, server_qos, client_qos)
        for end in ("client", "server"):
            by_call = (twice[end] - once[end]) / iterations
            print(f"{qos} QoS, {end}, heap allocations a null RPC: {by_call:g} (a whole run: {once[end]})")
            if is_steady(qos, end):
                recorded.check("heap allocations", f"{qos} QoS, {end}", by_call)
            if qos == "full" and abs(twice[end] - once[end]) > ALLOCATIONS_BY_CHANCE:
                raise Failure(f"{twice[end] - once[end]} heap allocations in {iterations} calls at the {end}")


# Instructions ---------------------------------------------------------------------------------------------------------

def instructions_of(programs, contestant, iterations, server_qos, client_qos, idle=0):
    """The user-space instructions of the server over a whole run, and of the client within the stub's operation, without
    the evaluation of its times afterwards."""
    def under_callgrind(program, out, *options):
        return lambda folder: [tool("valgrind", "valgrind"), "--tool=callgrind", "-q",
                               f"--callgrind-out-file={folder / out}", *options, programs / program]
    done = Run(under_callgrind(contestant.server, "server.callgrind"),
               under_callgrind(contestant.client, "client.callgrind", f"--toggle-collect={contestant.stub}"),
               iterations, server_qos, client_qos, idle, contestant.operation)
    counts = {}
    for end in ("server", "client"):
        total = re.search(r"^(?:summary|totals): (\d+)", done.files[f"{end}.callgrind"], re.MULTILINE)
        if total is None or int(total.group(1)) < iterations:
            raise Failure(f"callgrind gave no total for the {end}")
        counts[end] = int(total.group(1))
    return counts


def instructions_a_call(programs, contestant, qos, iterations=2000, idle=0):
    once = instructions_of(programs, contestant, iterations, *qos, idle)
    twice = instructions_of(programs, contestant, 2 * iterations, *qos, idle)
    return {end: (twice[end] - once[end]) / iterations for end in ("client", "server")}


Contestant = collections.namedtuple("Contestant", "server client stub operation", defaults=["rpc_null_param"])
DIMMA = Contestant("time_server", "time_client", "TestReqReply::test_no_param()")
OMNIORB = Contestant("omni_time_server", "omni_time_client", "_objref_TestReqReply::test_no_param()")


def check_instructions(programs, recorded):
    failures = []
    contestants = [("omniORB", OMNIORB, ((), ()))] + [(f"dimma, {name} QoS", DIMMA, qos) for name, qos in QOS.items()]
    for title, contestant, qos in contestants:
        for end, count in instructions_a_call(programs, contestant, qos).items():
            print(f"{title}, {end}, user-space instructions a null RPC: {count:.0f}")
            if contestant is DIMMA and is_steady("full" if "full" in title else "default", end):
                try:
                    recorded.check("instructions", f"{title.removeprefix('dimma, ')}, {end}", count)
                except Failure as failure:
                    failures.append(str(failure))
            if "full" in title and count > INSTRUCTIONS_MOST:
                failures.append(f"the {end} takes {count:.0f} instructions a call; {INSTRUCTIONS_MOST} are allowed")
    if failures:
        raise Failure("; ".join(failures))


# Calls in an application's own loop -----------------------------------------------------------------------------------

# A count at one end, in one thread: the programs, the end, its limits, and the QoS of both ends.
Loop = collections.namedtuple("Loop", "contestant end limits qos")
LOOPS = {
    "awaited alone": Loop(Contestant("time_server", "asio_time_client",
                                     "(anonymous namespace)::AwaitedCalls::await_null(unsigned long)"),
                          "client", {"system calls": 6, "heap allocations": 0, "instructions": 3500},
                          (OVER_TCP, (*OVER_TCP, "--in-progress", "1"))),
    "on an io_context": Loop(Contestant("asio_time_server", "time_client", DIMMA.stub), "server",
                             {"system calls": 6, "heap allocations": 0}, ((), FULL_QOS)),
}


def check_loop(recorded, name, kind, by_call):
    """Compares a call's count with the record, and with the limit if the recorded count is within it."""
    loop = LOOPS[name]
    recorded.check(kind, f"{name}, {loop.end}", by_call)
    limit = loop.limits.get(kind)
    if limit is None or by_call <= limit + ALLOWED[kind](limit):
        return
    if recorded.figure(kind, f"{name}, {loop.end}", limit) <= limit:
        raise Failure(f"{name}: the {loop.end} has {by_call:g} {kind} a null RPC; {limit} are allowed")
    print(f"  more than the {limit} {kind} that there should be, and known to be")


def usual_call(calls):
    """The most frequent sequence of system calls from one send to the next. A busy loop also checks its timers a hundred
    times a second, which does not belong to a call."""
    since, each = [], collections.Counter()
    for _, name in calls:
        since.append(name)
        if name in SENDS:
            each[tuple(since)] += 1
            since = []
    usual, count = each.most_common(1)[0]
    if 2 * count < sum(each.values()):
        raise Failure(f"there is no usual sequence of system calls: {each.most_common(3)}")
    return usual


def check_awaited(programs, recorded):
    for name, loop in LOOPS.items():
        ends = (*loop.qos, loop.contestant.server, loop.contestant.client)
        calls = system_calls_of(programs, 500, *ends)[loop.end]
        usual = usual_call(calls)
        print(f"{name}, {loop.end}, system calls a null RPC: {len(usual)}, {' '.join(usual)}")
        if len({thread for thread, _ in calls}) != 1:
            raise Failure(f"{name}: the {loop.end} has several threads")
        check_loop(recorded, name, "system calls", len(usual))
        iterations = 5000
        once, twice = (allocations_of(programs, times * iterations, *ends)[loop.end] for times in (1, 2))
        print(f"{name}, {loop.end}, heap allocations a null RPC: {(twice - once) / iterations:g} (a whole run: {once})")
        check_loop(recorded, name, "heap allocations", (twice - once) / iterations)


IN_PROGRESS = 100
# Sends per call: few calls need one of their own, as requests and replies that arrive together are sent together.
BATCHED_SENDS_MOST = 0.25


# On a busy machine the server may send replies one at a time instead of together.
@measured_again_if_it_fails
def check_batches(programs, _recorded):
    iterations = 20_000
    loop = LOOPS["awaited alone"]
    client_qos = (*OVER_TCP, "--in-progress", str(IN_PROGRESS))
    calls = system_calls_of(programs, iterations, OVER_TCP, client_qos, loop.contestant.server, loop.contestant.client)
    sends = {end: sum(name in SENDS for _, name in of_end) / iterations for end, of_end in calls.items()}
    for end, by_call in sends.items():
        print(f"{IN_PROGRESS} calls in progress, {end}, sends a null RPC: {by_call:g}")
    if max(sends.values()) > BATCHED_SENDS_MOST:
        raise Failure(f"{sends} sends a call; {BATCHED_SENDS_MOST} are allowed")


def check_awaited_instructions(programs, recorded):
    for name, loop in LOOPS.items():
        count = instructions_a_call(programs, loop.contestant, loop.qos)[loop.end]
        print(f"{name}, {loop.end}, user-space instructions a null RPC: {count:.0f}")
        check_loop(recorded, name, "instructions", count)


# A server with default QoS, whose requests arrive in batches. Decoding each header in full would take half as many again.
PIPELINED_INSTRUCTIONS_MOST = 800


def check_pipelined_instructions(programs, _recorded):
    client_qos = (*OVER_TCP, "--in-progress", str(IN_PROGRESS))
    contestant = LOOPS["awaited alone"].contestant
    count = instructions_a_call(programs, contestant, (OVER_TCP, client_qos))["server"]
    print(f"{IN_PROGRESS} calls in progress, server, user-space instructions a null RPC: {count:.0f}")
    if count > PIPELINED_INSTRUCTIONS_MOST:
        raise Failure(f"the server takes {count:.0f} instructions a call; {PIPELINED_INSTRUCTIONS_MOST} are allowed")


IDLE = 3000
# The ratio to a server without idle connections, with a tolerance for the varying work of the pool's threads.
BESIDE_IDLE_MOST = 1.1
# A preemption of a pool's thread can add a sixth, so the least count of several is taken.
IDLE_ATTEMPTS = 4


def check_idle_connections(programs, _recorded):
    """The cost of a request does not depend on the number of idle connections."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # inherited by the server
    least = {0: float("inf"), IDLE: float("inf")}
    for _ in range(IDLE_ATTEMPTS):
        for idle in least:
            each = instructions_a_call(programs, DIMMA, QOS["default"], 10_000, idle)["server"]
            print(f"beside {idle} idle connections, server, user-space instructions a null RPC: {each:.0f}")
            least[idle] = min(least[idle], each)
        if least[IDLE] <= BESIDE_IDLE_MOST * least[0]:
            return
    raise Failure(f"{IDLE} idle connections make a request {least[IDLE] / least[0]:.2f} times as expensive")


# Message sizes --------------------------------------------------------------------------------------------------------

def sizes_of(programs, operation):
    """The most frequent sizes of the client's sends and receives, in octets."""
    with tempfile.TemporaryDirectory(prefix="dimma-counts-") as name:
        folder = pathlib.Path(name)
        with Server([programs / "time_server", "--ior-dir", folder], folder):
            run([tool("strace", "strace"), "-f", "-e", "trace=sendto,sendmsg,recvfrom,recvmsg", "-o", folder / "log",
                 programs / "time_client", "--reqreply", (folder / "reqreply.ior").read_text().strip(), "--oneway",
                 (folder / "oneway.ior").read_text().strip(), "--operation", operation, "--iterations", 100, *OVER_TCP])
        log = (folder / "log").read_text()
    usual = {}
    for kind in ("send", "recv"):
        found = re.findall(kind + r"(?:to|from|msg)\(.* = (\d+)$", log, re.MULTILINE)
        sizes = collections.Counter(int(size) for size in found)
        usual[kind] = sizes.most_common(1)[0][0]
    return usual["send"], usual["recv"]


def check_sizes(programs, _recorded):
    """The bare socket loop of the report's table sends as many octets as dimma's calls do."""
    table = json.loads(run([programs / "time_table", "--iterations", 1, "--json"]))
    for baseline in table["baseline"]:
        sent, received = sizes_of(programs, baseline["operation"])
        oneway = baseline["reply_octets"] == 0
        print(f"{baseline['operation']}: request {sent} octets" + ("" if oneway else f", reply {received}"))
        if sent != baseline["request_octets"] or (not oneway and received != baseline["reply_octets"]):
            raise Failure(f"the bare socket loop sends other sizes: {baseline}")


# Fields of a QoS that affect system calls -----------------------------------------------------------------------------

THREADS = {"clone", "clone3"}
# Only calls on sockets count, since a thread's name is set by a write.
KINDS = {"sends": {"sendto", "sendmsg"}, "receives": {"recvfrom", "recvmsg"}, "threads made": THREADS}
FULL_OVER_TCP = "transport=tcp,processing=nullTask,messages=1"
# The system calls of one null RPC: the server's QoS, the client's, and the counts expected at each end.
FIELDS = [
    (FULL_OVER_TCP, FULL_OVER_TCP + ",read-ahead=off",
     {"client": {"sends": 1, "receives": 2, "threads made": 0}, "server": {"sends": 1, "receives": 1}}),
    (FULL_OVER_TCP + ",read-ahead=off", FULL_OVER_TCP,
     {"client": {"sends": 1, "receives": 1}, "server": {"sends": 1, "receives": 2, "threads made": 0}}),
    (FULL_OVER_TCP, FULL_OVER_TCP + ",buffers=pool(1,64k)",
     {"client": {"sends": 1, "receives": 1, "threads made": 0}, "server": {"sends": 1, "receives": 1}}),
    (FULL_OVER_TCP, "transport=tcp,processing=pool(2)",
     {"client": {"sends": 1, "receives": 1, "threads made": 0}, "server": {"sends": 1, "receives": 1}}),
    (FULL_OVER_TCP, "transport=tcp,processing=factory",
     {"client": {"sends": 1, "receives": 1, "threads made": 1}, "server": {"sends": 1, "receives": 1}}),
    ("transport=tcp,processing=factory", FULL_OVER_TCP,
     {"client": {"sends": 1, "receives": 1}, "server": {"sends": 1, "threads made": 1}}),
]


def check_fields(programs, _recorded):
    iterations = 300
    for server, client, expected in FIELDS:
        qos = (("--qos", server), ("--qos", client))
        once = system_calls_of(programs, iterations, *qos)
        twice = system_calls_of(programs, 2 * iterations, *qos)
        for end, counts in expected.items():
            by_call = by_call_of(once[end], twice[end], iterations)
            found = {kind: sum(by_call.get(name, 0) for name in KINDS[kind]) for kind in counts}
            print(f"server {server}; client {client}; {end}, a null RPC: {found}")
            if any(abs(found[kind] - count) * FEW > 1 for kind, count in counts.items()):
                raise Failure(f"the {end} has {found} a call instead of {counts}")


# TLS ------------------------------------------------------------------------------------------------------------------

TLS = Contestant("tls_time_server", "tls_time_client", DIMMA.stub)
BARE_TLS = Contestant("bare_tls_server", "bare_tls_client", "(anonymous namespace)::Client::call()")
FULL_OVER_TLS = "transport=tls,processing=nullTask,messages=1"
# The share of OpenSSL for the two records of a call, and dimma's own, which is small.
TLS_INSTRUCTIONS_MOST = 14_500


def null_rpc_sizes(programs):
    """The octets of a request and of its reply."""
    table = json.loads(run([programs / "time_table", "--iterations", 1, "--json"]))
    return next((baseline["request_octets"], baseline["reply_octets"]) for baseline in table["baseline"]
                if baseline["operation"] == "rpc_null_param")


TlsEnds = collections.namedtuple("TlsEnds", "dimma bare")


@contextlib.contextmanager
def tls_ends(programs):
    """Yields the options of a server and a client with Full QoS over TLS, and of the bare loop with messages of the same
    size. The certificate exists until the context ends."""
    with tempfile.TemporaryDirectory(prefix="dimma-counts-") as name:
        certificate, key = pathlib.Path(name, "server.pem"), pathlib.Path(name, "server.key")
        run([tool("openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-days", 2, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key,
             "-out", certificate])
        qos = ("--qos", FULL_OVER_TLS)
        request, reply = null_rpc_sizes(programs)
        yield TlsEnds(((*qos, "--dimma-tls-certificate", certificate, "--dimma-tls-key", key),
                       (*qos, "--dimma-tls-authorities", certificate, "--dimma-tls-name", "localhost")),
                      (("--certificate", certificate, "--key", key),
                       ("--authorities", certificate, "--request", request, "--reply", reply)))


def check_libraries(programs):
    """Only programs that are linked with dimma::tls are linked with OpenSSL."""
    for program, has in (("time_server", False), ("time_client", False), (TLS.server, True), (TLS.client, True)):
        libraries = run([tool("ldd", "libc-bin"), programs / program])
        if bool(re.search(r"lib(ssl|crypto)\b", libraries)) != has:
            raise Failure(f"{program} is {'not ' if has else ''}linked with OpenSSL:\n{libraries}")
    print("OpenSSL is in the programs that are linked with dimma::tls, and in no others")


def more_allocations(programs, calls, ends, contestant):
    """The heap allocations of `calls` calls at each end."""
    once, twice = (allocations_of(programs, times * calls, *ends, contestant.server, contestant.client)
                   for times in (1, 2))
    return {end: twice[end] - once[end] for end in ("client", "server")}


def check_tls(programs, recorded):
    check_libraries(programs)
    calls = 5000
    with tls_ends(programs) as ends:
        once, twice = (system_calls_of(programs, times * 500, *ends.dimma, TLS.server, TLS.client) for times in (1, 2))
        for end in ("client", "server"):
            by_call = by_call_of(once[end], twice[end], 500)
            print(f"full QoS over TLS, {end}, system calls a null RPC: {by_call}")
            recorded.check("system calls", f"full QoS over TLS, {end}", sum(by_call.values()))
            require_one_of_each(end, by_call)
            require_unbroken(end, twice[end], 2 * 500)
        dimma, bare = more_allocations(programs, calls, ends.dimma, TLS), more_allocations(programs, calls, ends.bare, BARE_TLS)
        for end in ("client", "server"):
            print(f"full QoS over TLS, {end}, heap allocations a null RPC: {dimma[end] / calls:g}; "
                  f"a bare loop of SSL_write and SSL_read: {bare[end] / calls:g}")
            if dimma[end] > bare[end] + ALLOCATIONS_BY_CHANCE:
                raise Failure(f"{dimma[end]} heap allocations in {calls} calls at the {end}; a bare loop of SSL_write and "
                              f"SSL_read, whose allocations are OpenSSL's, makes {bare[end]}")


# On a busy machine the server may make one more handshake in the longer run, which adds 3,000 instructions a call.
@measured_again_if_it_fails
def check_tls_instructions(programs, recorded):
    with tls_ends(programs) as ends:
        bare = instructions_a_call(programs, BARE_TLS, ends.bare)
        for end, count in instructions_a_call(programs, TLS, ends.dimma).items():
            print(f"full QoS over TLS, {end}, user-space instructions a null RPC: {count:.0f}; "
                  f"a bare loop of SSL_write and SSL_read: {bare[end]:.0f}")
            recorded.check("instructions", f"full QoS over TLS, {end}", count)
            if count > TLS_INSTRUCTIONS_MOST:
                raise Failure(f"the {end} takes {count:.0f} instructions a call; {TLS_INSTRUCTIONS_MOST} are allowed")


# Tracing --------------------------------------------------------------------------------------------------------------

# The additional instructions of a call at each end if tracing is on and the call's trace is not sampled.
SAMPLED_OUT_MOST = 60


@contextlib.contextmanager
def environment(**variables):
    """Sets environment variables for the programs that are started within the context."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def check_tracing(programs, recorded):
    """Traces that are not sampled at either end cause no additional octets, allocations or system calls."""
    failures = []
    off = instructions_a_call(programs, DIMMA, QOS["full"])
    with environment(DIMMA_TRACE="on", DIMMA_TRACE_SAMPLE="0"):
        on = instructions_a_call(programs, DIMMA, QOS["full"])
        calls = [system_calls_of(programs, times * 500, *QOS["full"]) for times in (1, 2)]
        allocations = [allocations_of(programs, times * 5000, *QOS["full"]) for times in (1, 2)]
    for end in ("client", "server"):
        by_call = by_call_of(calls[0][end], calls[1][end], 500)
        more = allocations[1][end] - allocations[0][end]
        print(f"tracing sampled out, {end}, a null RPC: {on[end]:.0f} instructions, {on[end] - off[end]:.0f} more than "
              f"without; system calls {by_call}; {more / 5000:g} heap allocations")
        recorded.check("instructions", f"tracing sampled out, {end}", on[end])
        if on[end] - off[end] > SAMPLED_OUT_MOST:
            failures.append(f"tracing that is sampled out takes the {end} {on[end] - off[end]:.0f} instructions a call; "
                            f"{SAMPLED_OUT_MOST} are allowed")
        if abs(more) > ALLOCATIONS_BY_CHANCE:
            failures.append(f"tracing that is sampled out allocates {more} times in 5000 calls at the {end}")
        require_one_of_each(end, by_call)
    if failures:
        raise Failure("; ".join(failures))


# The classic mapping --------------------------------------------------------------------------------------------------

# The stub's function, the operation that the client times, and its title.
CALLS = [("TestReqReply::test_no_param()", "rpc_null_param", "a null RPC"),
         ("TestReqReply::test_string(*)", "rpc_test_string", "an RPC with a string")]
CLASSIC_FULL_QOS = ("--dimma-qos", FULL_QOS[1])
# The programs of both mappings, and the QoS of both ends.
MAPPINGS = {"classic": ("classic_time_server", "classic_time_client", (CLASSIC_FULL_QOS, CLASSIC_FULL_QOS)),
            "modern": ("time_server", "time_client", QOS["full"])}


def check_classic(programs, recorded):
    """Of the allocations for a string, the program itself makes two at the classic client: a std::string and its copy."""
    calls = 5000
    for _, operation, title in CALLS:
        for mapping, (server, client, qos) in MAPPINGS.items():
            once, twice = (allocations_of(programs, times * calls, *qos, server, client, operation) for times in (1, 2))
            for end in ("client", "server"):
                by_call = (twice[end] - once[end]) / calls
                print(f"{mapping} mapping, {end}, heap allocations {title}: {by_call:g}")
                recorded.check("heap allocations", f"{mapping} mapping, {title}, {end}", by_call)


def check_classic_instructions(programs, recorded):
    """The instructions of the client's stub and of the server, in both mappings, through the same kind of channel."""
    failures = []
    for stub, operation, title in CALLS:
        counts = {mapping: instructions_a_call(programs, Contestant(server, client, stub, operation), qos)
                  for mapping, (server, client, qos) in MAPPINGS.items()}
        for mapping, of_ends in counts.items():
            for end, count in of_ends.items():
                print(f"{mapping} mapping, {end}, user-space instructions {title}: {count:.0f}, "
                      f"{count - counts['modern'][end]:.0f} more than in the modern mapping")
                try:
                    recorded.check("instructions", f"{mapping} mapping, {title}, {end}", count)
                except Failure as failure:
                    failures.append(str(failure))
    if failures:
        raise Failure("; ".join(failures))


CHECKS = {"message-sizes": check_sizes, "system-calls": check_system_calls, "allocations": check_allocations,
          "instructions": check_instructions, "fields": check_fields, "awaited": check_awaited,
          "batches": check_batches, "clients-in-turn": check_clients_in_turn,
          "awaited-instructions": check_awaited_instructions,
          "pipelined-instructions": check_pipelined_instructions, "idle-connections": check_idle_connections,
          "tls": check_tls,
          "tls-instructions": check_tls_instructions, "tracing": check_tracing,
          "classic": check_classic, "classic-instructions": check_classic_instructions}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where the programs are")
    parser.add_argument("count", choices=CHECKS)
    parser.add_argument("--server-stays", type=int, metavar="N",
                        help="system-calls: a server looks after its other connections after N requests of one, not never")
    parser.add_argument("--file", type=pathlib.Path, help="the recorded counts, above which none may be")
    parser.add_argument("--build", default="with threads", help="whose counts: with threads, without threads")
    parser.add_argument("--compiler", default="unknown", help="whose instructions, as GNU 12")
    parser.add_argument("--record", action="store_true", help="write what is counted to the file instead")
    arguments = parser.parse_args()
    recorded = Recorded(arguments.file, arguments.build, arguments.compiler, arguments.record)
    more = {"server_stays": arguments.server_stays} if arguments.count == "system-calls" else {}
    try:
        CHECKS[arguments.count](arguments.bin.resolve(), recorded, **more)
    except Failure as failure:
        print(f"FAILED {arguments.count}: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
