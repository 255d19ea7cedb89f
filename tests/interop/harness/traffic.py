"""What passes between a client and a server of the Time IDL is GIOP without a flaw, as tshark reads it."""

import collections
import pathlib
import re

import capture
from processes import Failure, Server, run

ITERATIONS = 20
REQUEST, REPLY, LOCATE_REQUEST, LOCATE_REPLY, MESSAGE_ERROR = 0, 1, 3, 4, 6


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
    """The operations of the Time IDL, as often as they were called, each with its reply unless it is oneway."""
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
