"""Callbacks over the client's own connection. Each client publishes an address at which nothing listens, as if it were
behind a firewall, so that a callback can reach it only by that connection."""

import tls
from processes import Failure, Server, run

UNREACHABLE = "127.66.66.66"


def client_options(orb, offers=True):
    if orb == "omni":
        options = ["-ORBendPointPublish", f"giop:tcp:{UNREACHABLE}:1", "-ORBclientTransportRule", "* unix,tcp,bidir"]
        return options + offer_of_omni(offers)
    return ["--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-publish", UNREACHABLE, "--dimma-qos", "transport=tcp",
            *offer_of_dimma(offers)]


def offer_of_omni(offers):
    return ["-ORBofferBiDirectionalGIOP", "1"] if offers else []


def offer_of_dimma(offers):
    return [] if offers else ["--dimma-giop", "1.1"]  # which has no callbacks


def server_options(orb):
    if orb == "omni":
        return ["-ORBendPoint", "giop:tcp:127.0.0.1:", "-ORBacceptBiDirectionalGIOP", "1", "-ORBserverTransportRule",
                "* unix,tcp,bidir", "-ORBclientTransportRule", "* bidir,unix,tcp"]
    return ["--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-qos", "transport=tcp"]


def tls_client_options(orb, certificate, offers=True):
    """The options of a client with a certificate, which names UNREACHABLE or not."""
    made = certificate.parent
    if orb == "omni":
        return ["-ORBendPoint", "giop:ssl:127.0.0.1:", "-ORBendPointPublish", f"giop:ssl:{UNREACHABLE}:1",
                "-ORBclientTransportRule", "* ssl,bidir", "--ssl-authorities", made / "ca.pem", "--ssl-key", certificate,
                *offer_of_omni(offers)]
    return ["--dimma-endpoint", "ssliop://127.0.0.1:0", "--dimma-publish", UNREACHABLE, "--dimma-qos", "transport=tls",
            "--dimma-tls-authorities", made / "ca.pem", "--dimma-tls-certificate", certificate, *offer_of_dimma(offers)]


def tls_server_options(orb, made):
    if orb == "omni":
        return ["-ORBacceptBiDirectionalGIOP", "1", "-ORBserverTransportRule", "* ssl,bidir", "-ORBclientTransportRule",
                "* bidir,ssl", *tls.options_of(orb, made, ("--ssl-clients", "required"))]
    return [*tls.options_of(orb, made, ("--dimma-tls-clients", "required")), "--dimma-qos", "transport=tls"]


# With callbacks, omniORB 4.2 reads from a connection's SSL object while another of its threads writes to it, without a
# lock. If the read receives a session ticket of TLS 1.3, which follows the handshake, written data may be lost, and the
# call waits forever.
WITHOUT_TICKETS = """openssl_conf = here
[here]
ssl_conf = ssl
[ssl]
system_default = defaults
[defaults]
MaxProtocol = TLSv1.2
"""


def started(program, orb, folder):
    if orb != "omni":
        return [program]
    settings = folder / "openssl-without-tickets.cnf"
    settings.write_text(WITHOUT_TICKETS)
    return ["/usr/bin/env", f"OPENSSL_CONF={settings}", program]


def require_called_back(programs, folder, client, server, serving, asked_by, qos=""):
    """Requires callbacks if the client offers them, and a failure otherwise; `asked_by(offers)` gives its options."""
    with Server([*started(programs / f"{server}_callbacks_server", server, folder), "--ior-dir", folder, *serving],
                folder, "callbacks_server"):
        hub = (folder / "callbacks.ior").read_text().strip()
        asking = [*started(programs / f"{client}_callbacks_client", client, folder), "--hub", hub]
        if qos:
            asking += ["--qos", qos]
        if "called back" not in run([*asking, *asked_by(True)]):
            raise Failure("the client was not called back")
        run([*asking, *asked_by(False)], status=1)
        if server != "omni":  # omniORB would take five seconds
            run([*asking, *asked_by(True)])


def called_back(client, server, qos=""):
    def scenario(programs, folder):
        require_called_back(programs, folder, client, server, server_options(server),
                            lambda offers: client_options(client, offers), qos)
    return scenario


def called_back_over_tls(client, server, qos=""):
    def scenario(programs, folder):
        made = tls.certificates(folder)
        require_called_back(programs, folder, client, server, tls_server_options(server, made),
                            lambda offers: tls_client_options(client, made / "behind-wide.pem", offers), qos)
    return scenario


def not_named(client):
    """The client's certificate does not have the address that the client publishes, and dimma's server reports that."""
    def scenario(programs, folder):
        made = tls.certificates(folder)
        with Server([programs / "dimma_callbacks_server", "--ior-dir", folder, *tls_server_options("dimma", made)], folder,
                    "callbacks_server") as running:
            hub = (folder / "callbacks.ior").read_text().strip()
            run([*started(programs / f"{client}_callbacks_client", client, folder), "--hub", hub,
                 *tls_client_options(client, made / "wide.pem")], status=1)
            if "the client's certificate is for other names" not in running.stop():
                raise Failure("the server does not say why")
    return scenario


def scenarios():
    made = {}
    for client, server in [("omni", "dimma"), ("dimma", "omni"), ("dimma", "dimma")]:
        name = f"{client}-client.{server}-server"
        made[f"callbacks.{name}"] = called_back(client, server)
        made[f"callbacks-over-tls.{name}"] = called_back_over_tls(client, server)
    made["callbacks.dimma-client.omni-server.full-qos"] = called_back("dimma", "omni", "processing=nullTask,messages=1")
    made["callbacks-over-tls.dimma-client.dimma-server.full-qos"] = called_back_over_tls(
        "dimma", "dimma", "transport=tls,processing=nullTask,messages=1")
    for client in ("omni", "dimma"):
        made[f"callbacks-over-tls.{client}-client.not-named"] = not_named(client)
    return made
