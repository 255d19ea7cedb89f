"""TLS: dimma and omniORB with certificates of an authority that the test makes, and a check of the octets on the wire."""

import pathlib
import re
import subprocess
import sys

import capture
from processes import Failure, Server, run

COMMON = pathlib.Path(__file__).resolve().parents[2] / "common"
sys.path.append(str(COMMON))

from servers import free_port  # noqa: E402

MAKE_CERTIFICATES = COMMON / "certificates" / "make_certificates.sh"
CERTIFICATES_WITHIN_S = 120
TLS_1_3 = "0x0304"
SERVER_HELLO = "tls.handshake.type == 2"
FULL_QOS = "processing=nullTask,messages=1"


def certificates(folder):
    """A new folder with certificates."""
    made = folder / "certificates"
    made.mkdir()
    done = subprocess.run(["sh", MAKE_CERTIFICATES, made], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=CERTIFICATES_WITHIN_S)
    if done.returncode != 0:
        raise Failure(f"no certificates:\n{done.stderr.decode(errors='replace')}")
    return made


def options_of(orb, made, more=()):
    """Options for a program of that ORB: a certificate, both as a server and as a client, and TLS on any port."""
    if orb == "omni":
        return ["-ORBendPoint", "giop:ssl:127.0.0.1:", "--ssl-authorities", made / "ca.pem", "--ssl-key", made / "wide.pem",
                *more]
    return ["--dimma-endpoint", "ssliop://localhost:0", "--dimma-tls-authorities", made / "ca.pem",
            "--dimma-tls-certificate", made / "wide.pem", *more]


def everything(client, server, client_more=(), server_more=()):
    def scenario(programs, folder):
        made = certificates(folder)
        with Server([programs / f"{server}_everything_server", "--ior-dir", folder,
                     *options_of(server, made, server_more)], folder, "everything_server") as running:
            output = run([programs / f"{client}_everything_client", "--root",
                          (folder / "everything.ior").read_text().strip(), *options_of(client, made, client_more)])
            if re.search(r"^\d{3} checks, 0 failed$", output, re.MULTILINE) is None:
                raise Failure(f"not all checks passed:\n{output}")
            running.stop()
    return scenario


def secret():
    """No part of a call is readable on the wire, not even that it is GIOP; and the version is TLS 1.3."""
    def scenario(programs, folder):
        made = certificates(folder)
        port = free_port()
        options = options_of("dimma", made)
        options[1] = f"ssliop://localhost:{port}"
        with capture.Recording(folder, [port]) as recording:
            with Server([programs / "dimma_everything_server", "--ior-dir", folder, *options], folder,
                        "everything_server") as running:
                run([programs / "dimma_everything_client", "--root", (folder / "everything.ior").read_text().strip(),
                     *options_of("dimma", made), "--dimma-qos", "transport=tls"])
                running.stop()
        require_secret(recording, port)
    return scenario


def require_secret(recording, port):
    as_tls = ("-d", f"tcp.port=={port},tls")
    versions = capture.read_as(recording, as_tls, SERVER_HELLO, "-T", "fields",
                               "-e", "tls.handshake.extensions.supported_version")
    if not versions or set(versions) != {TLS_1_3}:
        raise Failure(f"the servers chose other versions than TLS 1.3: {versions}")
    records = capture.read_as(recording, as_tls, "tls.app_data")
    if len(records) < 100:
        raise Failure(f"{len(records)} packets with records of application data")
    # The magic with the major version, as four letters alone occur by chance in some megabytes of ciphertext.
    for text in ("47:49:4f:50:01", '"raise_undeclared"', '"Everything"'):
        readable = capture.read_as(recording, as_tls, f'tcp.payload and frame contains {text}')
        if readable:
            raise Failure(f"{text} can be read on the wire:\n" + "\n".join(readable[:5]))


def scenarios():
    named = {}
    for client, server in (("omni", "dimma"), ("dimma", "omni")):
        name = f"tls.{client}-client.{server}-server"
        over_tls = ("--dimma-qos", "transport=tls")
        required = {"dimma": ("--dimma-tls-clients", "required"), "omni": ("--ssl-clients", "required")}
        named[name] = everything(client, server, over_tls if client == "dimma" else ())
        named[f"{name}.client-certificates"] = everything(client, server, (), required[server])
    full = ("--dimma-qos", f"{FULL_QOS},transport=tls")
    named["tls.dimma-client.dimma-server.full-qos"] = everything("dimma", "dimma", full, full)
    named["tls.dimma-client.dimma-server.secret"] = secret()
    return named
