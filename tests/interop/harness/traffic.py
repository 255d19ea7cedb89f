"""Checks with tshark that the traffic between a client and a server of the Time IDL is flawless GIOP."""

import collections
import pathlib
import re

import capture
from processes import Failure, Server, run

ITERATIONS = 20
REQUEST, REPLY, LOCATE_REQUEST, LOCATE_REPLY, MESSAGE_ERROR, FRAGMENT = 0, 1, 3, 4, 6, 7
MORE_FRAGMENTS = 2
HEADER_OCTETS = 12
LONG_ELEMENTS = 9_000  # a request of some 570 kB
RECORDINGS = 20
LONG_OCTETS = 60_000  # less than the first fragment that dimma sends


def listening_port(process_id):
    """The one TCP port that the process listens at."""
    sockets = set()
    for descriptor in pathlib.Path(f"/proc/{process_id}/fd").iterdir():
        try:
            found = re.fullmatch(r"socket:\[(\d+)\]", str(descriptor.readlink()))
        except OSError:
            continue
        if found:
            sockets.add(found.group(1))
    ports = set()
    for table in ("tcp", "tcp6"):
        for line in pathlib.Path(f"/proc/{process_id}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in sockets:
                ports.add(int(fields[1].rsplit(":", 1)[1], 16))
    if len(ports) != 1:
        raise Failure(f"the server listens at {sorted(ports)} instead of one port")
    return ports.pop()


def require_conversation(messages):
    """Requires a request for each call of an operation of the Time IDL, with its reply unless it is oneway."""
    operations = collections.Counter(messages["giop.request_op"])
    # Both interfaces have operations of these names; each of the six measurements makes ITERATIONS calls.
    for operation, calls in (("test_no_param", 2 * ITERATIONS), ("test_string", 4 * ITERATIONS)):
        if operations[operation] != calls:
            raise Failure(f"{operations[operation]} requests of {operation} instead of {calls}: {dict(operations)}")
    types = collections.Counter(int(value, 0) for value in messages["giop.type"])
    oneways = 3 * ITERATIONS
    if types[REQUEST] - oneways != types[REPLY] or types[LOCATE_REQUEST] != types[LOCATE_REPLY]:
        raise Failure(f"requests and replies do not go together: {dict(types)}, {oneways} of them oneway")
    if types[MESSAGE_ERROR]:
        raise Failure("a MessageError was sent")


def decoded(client, server):
    names = {"omni": ("omni_time_server", "omni_time_client"), "dimma": ("time_server", "time_client")}

    def scenario(programs, folder):
        with Server([programs / names[server][0], "--ior-dir", folder], folder, "time_server") as running:
            with capture.Recording(folder, [listening_port(running.process.pid)]) as recording:
                run([programs / names[client][1], "--reqreply", (folder / "reqreply.ior").read_text().strip(),
                     "--oneway", (folder / "oneway.ior").read_text().strip(), "--iterations", ITERATIONS, "--json"])
            running.stop()
        complaints = capture.complaints(recording)
        if complaints:
            raise Failure("tshark complains:\n" + "\n".join(complaints))
        require_conversation(capture.decode(recording))
    return scenario


def require_fragments(messages):
    """Requires that all long requests and replies are in fragments of GIOP 1.2."""
    types, goes_on, octets = columns(messages)
    long_ones = {(kind, more) for kind, more, size in zip(types, goes_on, octets) if size > LONG_OCTETS and kind != FRAGMENT}
    if long_ones != {(REQUEST, True), (REPLY, True)} or FRAGMENT not in types:
        raise Failure(f"not in fragments: {list(zip(types, goes_on, octets))[:100]}")
    if any(size % 8 for size, more in zip(octets, goes_on) if more):
        raise Failure(f"a fragment before the last that does not end at a multiple of 8: {list(zip(goes_on, octets))[:100]}")


def require_whole_requests(messages):
    """Requires that long requests are not fragmented; the server's replies may be."""
    requests = [(more, size) for kind, more, size in zip(*columns(messages)) if kind == REQUEST]
    if not requests or any(more or size < LONG_OCTETS for more, size in requests):
        raise Failure(f"requests that are not whole: {requests}")


def columns(messages):
    """The type of each message, whether more fragments follow, and its size in octets."""
    return ([int(value, 0) for value in messages["giop.type"]],
            [int(value, 0) & MORE_FRAGMENTS != 0 for value in messages["giop.flags"]],
            [int(value) + HEADER_OCTETS for value in messages["giop.len"]])


def long_messages(server):
    """A client of dimma sends sequences of structs with strings. Only to dimma does it send fragments."""
    program = {"omni": "omni_timing_server", "dimma": "timing_server"}[server]
    options = {"omni": [], "dimma": ["--qos", "transport=tcp"]}[server]

    def recorded(running, programs, folder):
        with capture.Recording(folder, [listening_port(running.process.pid)]) as recording:
            run([programs / "timing_client", "--reqreply", (folder / "reqreply.ior").read_text().strip(),
                 "--oneway", (folder / "oneway.ior").read_text().strip(), "--operation", "rpc_struct_seq",
                 "--elements", LONG_ELEMENTS, "--iterations", 2, "--qos", "transport=tcp"])
        return recording

    def scenario(programs, folder):
        with Server([programs / program, "--ior-dir", folder, *options], folder, program) as running:
            for _ in range(RECORDINGS):
                recording = recorded(running, programs, folder)
                if not capture.has_gaps(recording):
                    break
            else:
                raise Failure(f"{RECORDINGS} recordings in a row have gaps")
            running.stop()
        complaints = capture.complaints(recording)
        if complaints:
            raise Failure("tshark complains:\n" + "\n".join(complaints))
        messages = capture.decode(recording)
        if server == "dimma":
            require_fragments(messages)
        else:
            require_whole_requests(messages)
    return scenario
