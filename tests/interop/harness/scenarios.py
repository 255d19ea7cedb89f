"""The tests: pairs of a client and a server, with their options."""

import json
import re

import callbacks
import tls
import traffic
from processes import Failure, Server, run

OPERATIONS = ["oneway_null_param", "oneway_null_string", "oneway_test_string",
              "rpc_null_param", "rpc_null_string", "rpc_test_string"]
FULL_QOS = "processing=nullTask,messages=1"
TRANSPORTS = ["tcp", "unix", "shm"]
GIOP_VERSIONS = ["1.0", "1.1", "1.2"]
BIG_OCTETS = 16 << 20
# omniORB refuses messages above 2 MiB unless told otherwise.
OMNI_BIG = ["-ORBgiopMaxMsgSize", str(256 << 20)]
# The minimum number of checks of a client of everything.idl.
EVERYTHING_CHECKS = 105
ITERATIONS = 50


def reference(folder, name):
    return (folder / name).read_text().strip()


def options_of(orb, qos=None, giop=None, order=None, more=()):
    """The command line options of a program of that ORB: omniORB, dimma, or dimma in the classic mapping."""
    options = list(more)
    if orb == "omni":
        if giop:
            options += ["-ORBmaxGIOPVersion", giop]
    else:
        if giop:
            options += ["--dimma-giop", giop]
        if order:
            options += ["--dimma-byte-order", order]
        if qos:
            options += ["--dimma-qos" if orb == "classic" else "--qos", qos]
    return options


def time_programs(orb):
    prefix = "" if orb == "dimma" else f"{orb}_"
    return f"{prefix}time_server", f"{prefix}time_client"


def require_time_report(output):
    report = json.loads(output)
    operations = [entry["operation"] for entry in report["operations"]]
    if operations != OPERATIONS or report["iterations"] != ITERATIONS:
        raise Failure(f"another report than was asked for:\n{output}")
    for entry in report["operations"]:
        if not 0 < entry["p50_us"] <= entry["p99_us"] or entry["mean_us"] <= 0:
            raise Failure(f"impossible figures for {entry['operation']}:\n{output}")


def require_served(printed):
    """Checks the server's own count, as a oneway leaves no other trace."""
    counts = re.search(r"served reqreply (\d+) calls (\d+) characters, oneway (\d+) calls (\d+) characters", printed)
    wanted = (3 * ITERATIONS, 54 * ITERATIONS) * 2
    if counts is None or tuple(int(count) for count in counts.groups()) != wanted:
        raise Failure(f"the server has not served {wanted} calls and characters:\n{printed}")


def time_example(client, server, client_options=(), server_options=()):
    def scenario(programs, folder):
        serving = [programs / time_programs(server)[0], "--ior-dir", folder, *server_options]
        with Server(serving, folder, "time_server") as running:
            output = run([programs / time_programs(client)[1], "--reqreply", reference(folder, "reqreply.ior"),
                          "--oneway", reference(folder, "oneway.ior"), "--iterations", ITERATIONS, "--json",
                          *client_options])
            require_time_report(output)
            require_served(running.stop())
    return scenario


def require_all_checks(output):
    total = re.search(r"^(\d+) checks, 0 failed$", output, re.MULTILINE)
    if total is None or int(total.group(1)) < EVERYTHING_CHECKS:
        raise Failure(f"fewer than {EVERYTHING_CHECKS} checks were made:\n{output}")


def everything(client, server, client_options=(), server_options=(), big_octets=1 << 20, forwarded=False):
    def scenario(programs, folder):
        with Server([programs / f"{server}_everything_server", "--ior-dir", folder, *server_options], folder,
                    "everything_server") as running:
            arguments = [programs / f"{client}_everything_client", "--root", reference(folder, "everything.ior"),
                         "--big-octets", big_octets]
            if forwarded:
                arguments += ["--forwarded", reference(folder, "forwarded.ior")]
            require_all_checks(run(arguments + list(client_options)))
            running.stop()
    return scenario


def add_time_scenarios(scenarios):
    for client in ("dimma", "omni", "classic"):
        for server in ("dimma", "omni", "classic"):
            scenarios[f"time.{client}-client.{server}-server"] = time_example(client, server)
    full = options_of("dimma", qos=FULL_QOS)
    scenarios["time.full-qos-client.omni-server"] = time_example("dimma", "omni", full)
    scenarios["time.omni-client.full-qos-server"] = time_example("omni", "dimma", (), full)
    scenarios["time.full-qos-client.dimma-server"] = time_example("dimma", "dimma", full)
    scenarios["time.dimma-client.full-qos-server"] = time_example("dimma", "dimma", (), full)
    scenarios["time.full-qos-client.full-qos-server"] = time_example("dimma", "dimma", full, full)


def add_everything_scenarios(scenarios):
    pairs = [("omni", "dimma"), ("dimma", "omni"), ("dimma", "dimma"), ("omni", "omni")]
    pairs += [("classic", server) for server in ("classic", "dimma", "omni")]
    pairs += [(client, "classic") for client in ("dimma", "omni")]
    for client, server in pairs:
        name = f"everything.{client}-client.{server}-server"
        forwarded = server != "dimma"
        scenarios[name] = everything(client, server, forwarded=forwarded)
        if client == server == "omni":
            continue
        for version in GIOP_VERSIONS:
            for end in sorted({client, server}):
                options = options_of(end, giop=version)
                scenarios[f"{name}.giop-{version}-of-{end}"] = everything(
                    client, server, options if client == end else (), options if server == end else (),
                    forwarded=forwarded)
        scenarios[f"{name}.big-endian"] = everything(client, server, options_of(client, order="big"),
                                                     options_of(server, order="big"), forwarded=forwarded)
        scenarios[f"{name}.full-qos"] = everything(client, server, options_of(client, qos=FULL_QOS),
                                                   options_of(server, qos=FULL_QOS), forwarded=forwarded)
        if client == server:
            for transport in TRANSPORTS:
                options = options_of(client, qos=f"transport={transport}")
                scenarios[f"{name}.{transport}"] = everything(client, server, options, options, big_octets=BIG_OCTETS)
                options = options_of(client, qos=f"{FULL_QOS},transport={transport}")
                scenarios[f"{name}.full-qos.{transport}"] = everything(client, server, options, options)
        # at most two packets, and so in fragments
        big = {"omni": OMNI_BIG, **{orb: options_of(orb, qos="packets=2") for orb in ("dimma", "classic")}}
        scenarios[f"{name}.16-mib"] = everything(client, server, big[client], big[server], BIG_OCTETS, forwarded)


def types(client, server, client_options=(), server_options=(), wide="yes"):
    def scenario(programs, folder):
        with Server([programs / f"{server}_types_server", "--ior-dir", folder, *server_options], folder,
                    "types_server") as running:
            output = run([programs / f"{client}_types_client", "--root", reference(folder, "types.ior"),
                          "--wide", wide, *client_options])
            if re.search(r"^\d+ checks, 0 failed$", output, re.MULTILINE) is None:
                raise Failure(f"not all checks passed:\n{output}")
            running.stop()
    return scenario


def add_types_scenarios(scenarios):
    for client, server in [("omni", "dimma"), ("dimma", "omni"), ("dimma", "dimma")]:
        name = f"types.{client}-client.{server}-server"
        # In GIOP 1.1 omniORB negotiates no code sets, and rejects wide characters.
        wide_of_1_1 = "yes" if client == server == "dimma" else "skip"
        scenarios[name] = types(client, server)
        for version in GIOP_VERSIONS:
            scenarios[f"{name}.giop-{version}"] = types(client, server, (), options_of(server, giop=version),
                                                        wide={"1.0": "no", "1.1": wide_of_1_1}.get(version, "yes"))
        scenarios[f"{name}.big-endian"] = types(client, server, options_of(client, order="big"),
                                                options_of(server, order="big"))
        scenarios[f"{name}.full-qos"] = types(client, server, options_of(client, qos=FULL_QOS),
                                              options_of(server, qos=FULL_QOS))


def add_awaitable_scenarios(scenarios):
    """Servants whose operations are coroutines."""
    for client in ("omni", "dimma"):
        name = f"awaitable.{client}-client"
        scenarios[name] = types(client, "dimma_awaitable")
        for version, wide in (("1.0", "no"), ("1.1", "skip" if client == "omni" else "yes")):
            scenarios[f"{name}.giop-{version}"] = types(client, "dimma_awaitable", (),
                                                        options_of("dimma", giop=version), wide=wide)
        scenarios[f"{name}.big-endian"] = types(client, "dimma_awaitable", options_of(client, order="big"),
                                                options_of("dimma", order="big"))


def checked_by_client(name, client, server, client_options=(), server_options=()):
    """Runs the programs ORB_NAME_server and ORB_NAME_client; the client makes the checks."""
    def scenario(programs, folder):
        with Server([programs / f"{server}_{name}_server", "--ior-dir", folder, *server_options], folder,
                    f"{name}_server") as running:
            output = run([programs / f"{client}_{name}_client", "--root", reference(folder, f"{name}.ior"),
                          *client_options])
            if re.search(r"^\d+ checks, 0 failed$", output, re.MULTILINE) is None:
                raise Failure(f"not all checks passed:\n{output}")
            running.stop()
    return scenario


def add_valuetypes_scenarios(scenarios):
    for client, server in [("omni", "dimma"), ("dimma", "omni"), ("dimma", "dimma"), ("omni", "classic"),
                           ("classic", "omni"), ("dimma", "classic"), ("classic", "dimma"), ("classic", "classic")]:
        name = f"valuetypes.{client}-client.{server}-server"
        scenarios[name] = checked_by_client("valuetypes", client, server)
        scenarios[f"{name}.giop-1.1"] = checked_by_client(
            "valuetypes", client, server, (), options_of(server, giop="1.1"))
        scenarios[f"{name}.big-endian"] = checked_by_client(
            "valuetypes", client, server, options_of(client, order="big"), options_of(server, order="big"))
        scenarios[f"{name}.full-qos"] = checked_by_client(
            "valuetypes", client, server, options_of(client, qos=FULL_QOS), options_of(server, qos=FULL_QOS))


def add_contexts_scenarios(scenarios):
    """Service contexts between the interceptors of both ends."""
    for client, server in [("omni", "dimma"), ("dimma", "omni"), ("dimma", "dimma")]:
        name = f"contexts.{client}-client.{server}-server"

        def scenario(client_options=(), server_options=(), giop="1.2"):
            comes = ()
            if server == "omni":  # sends no contexts in GIOP 1.1, and in 1.2 a wrong length with an exception
                comes = ("--comes", "nothing" if giop == "1.1" else "reply")
            return checked_by_client("contexts", client, server, (*client_options, *comes), server_options)

        for version in GIOP_VERSIONS:
            scenarios[f"{name}.giop-{version}"] = scenario((), options_of(server, giop=version), version)
        scenarios[f"{name}.big-endian"] = scenario(options_of(client, order="big"), options_of(server, order="big"))
        scenarios[f"{name}.full-qos"] = scenario(options_of(client, qos=FULL_QOS), options_of(server, qos=FULL_QOS))


def add_loans_scenarios(scenarios):
    for client, server in [("omni", "dimma"), ("dimma", "omni"), ("dimma", "dimma")]:
        name = f"loans.{client}-client.{server}-server"
        scenarios[name] = checked_by_client("loans", client, server)
        scenarios[f"{name}.big-endian"] = checked_by_client(
            "loans", client, server, options_of(client, order="big"), options_of(server, order="big"))
    qos = "transport=shm,loans=pool(4,4M)"
    name = "loans.dimma-client.dimma-server.shm"
    scenarios[name] = checked_by_client("loans", "dimma", "dimma", ("--qos", qos))
    scenarios[f"{name}.big-endian"] = checked_by_client(
        "loans", "dimma", "dimma", ("--qos", qos, *options_of("dimma", order="big")),
        options_of("dimma", order="big"))


def asynchronous(server, client_options=(), server_options=()):
    """The client kills the server during calls."""
    def scenario(programs, folder):
        with Server([programs / f"{server}_everything_server", "--ior-dir", folder, *server_options], folder,
                    "everything_server") as running:
            output = run([programs / "dimma_asynchronous_client", "--root", reference(folder, "everything.ior"),
                          "--kill", running.process.pid, *client_options])
            if re.search(r"^\d+ checks, 0 failed$", output, re.MULTILINE) is None:
                raise Failure(f"not all checks passed:\n{output}")
            running.await_death()
    return scenario


def add_asynchronous_scenarios(scenarios):
    scenarios["asynchronous.omni-server"] = asynchronous("omni")
    scenarios["asynchronous.omni-server.giop-1.0"] = asynchronous("omni", (), options_of("omni", giop="1.0"))
    for transport in ("tcp", "shm"):
        options = options_of("dimma", qos=f"transport={transport}")
        scenarios[f"asynchronous.dimma-server.{transport}"] = asynchronous("dimma", options)
    scenarios["asynchronous.dimma-server.task"] = asynchronous("dimma", options_of("dimma", qos="demultiplexing=task"))


def all_scenarios():
    """Maps each name to a function(programs, folder), which raises Failure."""
    scenarios = {}
    add_time_scenarios(scenarios)
    add_everything_scenarios(scenarios)
    add_types_scenarios(scenarios)
    add_valuetypes_scenarios(scenarios)
    add_contexts_scenarios(scenarios)
    add_loans_scenarios(scenarios)
    add_asynchronous_scenarios(scenarios)
    add_awaitable_scenarios(scenarios)
    scenarios.update(callbacks.scenarios())
    scenarios.update(tls.scenarios())
    for client, server in [("omni", "dimma"), ("dimma", "omni"), ("omni", "omni")]:
        scenarios[f"traffic.{client}-client.{server}-server"] = traffic.decoded(client, server)
    for server in ("dimma", "omni"):
        scenarios[f"traffic.long-messages.dimma-client.{server}-server"] = traffic.long_messages(server)
    return scenarios
