#!/usr/bin/env python3
"""dimma's programs against Java ORBs: run.py --bin build/release/bin --build FOLDER [--list | scenario...]

A scenario is a server and a client, one of dimma and one in Java. Status 0 if each check had the expected outcome.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "interop" / "harness")]

from expected import FAILING  # noqa: E402
import tls  # noqa: E402
from callbacks import UNREACHABLE  # noqa: E402
from peers import build_peers  # noqa: E402
from processes import Failure, Server, run  # noqa: E402
from repository import Repository  # noqa: E402

SUBJECTS = ("everything", "types", "valuetypes")
FULL_QOS = "processing=nullTask,messages=1"
GIOP_OF_JACORB = {minor: [f"-Djacorb.giop_minor_version={minor}"] for minor in (0, 1)}
GLASSFISH_GIOP = {
    "small-fragments": ["-Dcom.sun.corba.ee.giop.ORBFragmentSize=1024", "-Dcom.sun.corba.ee.giop.ORBBufferSize=1024"],
    "giop-1.0-of-java": ["-Dcom.sun.corba.ee.giop.ORBGIOPVersion=1.0"],
    "giop-1.1-of-java": ["-Dcom.sun.corba.ee.giop.ORBGIOPVersion=1.1"],
    # GlassFish's ORB requests that targets are addressed by profile, or by reference, and addresses them so itself.
    "by-profile": ["-Dcom.sun.corba.ee.giop.ORBTargetAddressing=1"],
    "by-reference": ["-Dcom.sun.corba.ee.giop.ORBTargetAddressing=2"],
}
BIDIRECTIONAL = ["-Dpeer.bidirectional=true", "-Dorg.omg.PortableInterceptor.ORBInitializerClass.bidirectional="
                 "org.jacorb.orb.giop.BiDirConnectionInitializer"]
UTF8 = ["-Djacorb.native_char_codeset=UTF8"]


class Pair:
    """`orb` is the Java ORB; the others are options of dimma's program, of Java's virtual machine, and of the client."""

    def __init__(self, orb, client, subject, dimma=(), java=(), of_client=()):
        self.orb, self.client, self.subject = orb, client, subject
        self.dimma, self.java, self.of_client = list(dimma), list(java), list(of_client)

    def __call__(self, name, orbs, programs, folder):
        java = orbs[self.orb]
        serving = {"java": [programs / f"dimma_{self.subject}_server", "--ior-dir", folder, *self.dimma],
                   "dimma": java.command("server", self.subject, "--ior-dir", folder, options=self.java)}[self.client]
        serving[0] = shutil.which(serving[0]) or serving[0]
        with Server(serving, folder, f"{self.subject}_server"):
            root = (folder / f"{self.subject}.ior").read_text().strip()
            asking = {"java": java.command("client", self.subject, options=self.java),
                      "dimma": [programs / f"dimma_{self.subject}_client", *self.dimma]}[self.client]
            asking[0] = shutil.which(asking[0]) or asking[0]
            # JacORB's server never replies to a request that its servant manager forwards.
            if (folder / "forwarded.ior").exists() and self.client == "dimma" and self.orb == "glassfish":
                root = [root, "--forwarded", (folder / "forwarded.ior").read_text().strip()]
            else:
                root = [root]
            failing = FAILING.get(name, FAILING.get(f"{self.subject}.{self.client}-client.{self.orb}", set()))
            output = run([*asking, "--root", *root, *self.of_client], status=1 if failing else 0)
        require_expected(output, failing)


class TlsPair(Pair):
    """The same over TLS only; with `client_certificates` the server requires them."""

    PASSWORD = "changeit"

    def __init__(self, client, client_certificates, orb="jacorb"):
        super().__init__(orb, client, "everything")
        self.client_certificates = client_certificates

    def __call__(self, name, orbs, programs, folder):
        self.set_options(tls.certificates(folder))
        super().__call__(name, orbs, programs, folder)

    def set_options(self, made):
        self.dimma = tls.options_of("dimma", made, ("--dimma-tls-clients",
                                                    "required" if self.client_certificates else "none"))
        self.java = self.options_of_jacorb(self.key_store(made))

    def key_store(self, made):
        """The key store of the Java end, with the authority and the end's certificate."""
        store = made / "keys.p12"
        # This certificate is also for UNREACHABLE.
        run([shutil.which("openssl"), "pkcs12", "-export", "-in", made / "behind.pem", "-inkey", made / "behind.key",
             "-name", "behind", "-passout", f"pass:{self.PASSWORD}", "-out", store])
        run([shutil.which("keytool"), "-importcert", "-noprompt", "-alias", "ca", "-file", made / "ca.pem",
             "-keystore", store, "-storepass", self.PASSWORD])
        return store

    def options_of_jacorb(self, store):
        factories = "org.jacorb.security.ssl.sun_jsse.SSL"
        protection, with_client = "60", "40" if self.client_certificates else "0"
        said = {"security.support_ssl": "on", "ssl.socket_factory": f"{factories}SocketFactory",
                "ssl.server_socket_factory": f"{factories}ServerSocketFactory", "security.keystore": store,
                "security.keystore_password": self.PASSWORD, "security.jsse.trustees_from_ks": "on",
                "security.ssl.server.supported_options": protection,
                "security.ssl.server.required_options": "60" if self.client_certificates else "20",
                "security.ssl.client.supported_options": protection,
                "security.ssl.client.required_options": "20" if with_client == "0" else protection}
        return ["-DOAIAddr=127.0.0.1", *(f"-Djacorb.{name}={value}" for name, value in said.items())]


class CalledBack(Pair):
    """The client publishes an address at which nothing listens, so that only its own connection can carry callbacks."""

    def __call__(self, name, orbs, programs, folder):
        self.dimma = ["--dimma-endpoint", "iiop://127.0.0.1:0"]
        self.java = list(BIDIRECTIONAL)
        if self.client == "java":
            self.dimma += ["--dimma-bidirectional", "accept"]
            self.java.append(f"-Djacorb.ior_proxy_host={UNREACHABLE}")
        else:
            self.dimma += ["--dimma-bidirectional", "offer", "--dimma-publish", UNREACHABLE]
        super().__call__(name, orbs, programs, folder)


class CalledBackOverTls(TlsPair):
    """dimma's server would accept no certificate on a connection that it opened itself. (JacORB's server does not find the
    connection of a client that has only TLS, and its client names its own address whatever it publishes.)"""

    def __init__(self):
        super().__init__("java", client_certificates=True)

    def set_options(self, made):
        super().set_options(made)
        self.dimma += ["--dimma-bidirectional", "accept", "--dimma-tls-name", "nobody.example"]
        self.java += BIDIRECTIONAL


class Naming:
    """A naming service in Java with an object of dimma and one in Java, each of which clients of both ORBs call."""

    def __init__(self, orb):
        self.orb = orb

    def __call__(self, name, orbs, programs, folder):
        java = orbs[self.orb]
        port = tls.free_port()
        context = f"corbaloc:iiop:1.2@127.0.0.1:{port}/NameService"
        service = subprocess.Popen(java.naming_service(port), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            for server in ("dimma", "java"):
                self.serve_and_call(server, java, programs, folder / server, context)
        finally:
            service.kill()
            service.wait()

    @staticmethod
    def serve_and_call(server, java, programs, folder, context):
        folder.mkdir()
        serving = {"dimma": [programs / "dimma_valuetypes_server", "--ior-dir", folder],
                   "java": java.command("server", "valuetypes", "--ior-dir", folder)}[server]
        serving[0] = shutil.which(serving[0]) or serving[0]
        with Server(serving, folder, "valuetypes_server"):
            bound = f"{server}.kind"
            bind_with_patience(java, bound, context, (folder / "valuetypes.ior").read_text().strip())
            url = f"{context.replace('corbaloc', 'corbaname')}#{bound}"
            client = [programs / "dimma_valuetypes_client", "--root"]
            failing = FAILING.get(f"valuetypes.dimma-client.{java.name}", set()) if server == "java" else set()
            for root in ([url], [f"corbaname:rir:#{bound}", "-ORBInitRef", f"NameService={context}"]):
                require_expected(run([*client, *root], status=1 if failing else 0), failing)
            asking = java.command("client", "valuetypes", "--root", url)
            asking[0] = shutil.which(asking[0])
            failing = FAILING.get(f"valuetypes.java-client.{java.name}", set()) | (failing & {"truncation"})
            require_expected(run(asking, status=1 if failing else 0), failing)


BEYOND_LATIN = ("日本語", "ü", "Ελλάδα", "🚀")


class NamingClients:
    """A naming client in Java with dimma-naming, federated with another dimma-naming, or with the Java ORB's service."""

    def __init__(self, orb, with_own):
        self.orb, self.with_own = orb, with_own

    def __call__(self, name, orbs, programs, folder):
        java = orbs[self.orb].with_options(UTF8)
        ports = [tls.free_port(), tls.free_port()]
        commands = [[programs / "dimma-naming", "--store", folder / f"{port}.db", "--listen", f"127.0.0.1:{port}"]
                    for port in ports]
        if self.with_own:
            commands[1] = java.naming_service(ports[1])
        urls = [f"corbaloc:iiop:1.2@127.0.0.1:{port}/NameService" for port in ports]
        services = [subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for command in commands]
        try:
            for url in urls:
                bind_with_patience(java, "probe", url, urls[0])
                unbind(programs, "probe", url)
            for text in BEYOND_LATIN:
                subprocess.run([programs / "dimma", "naming", "bind", f"{text}.bound", urls[1], "--service", urls[0]],
                               timeout=60, check=True)
            asking = java.command("client", "naming", "--root", urls[0], "--other", urls[1], "--object", urls[1],
                                  options=[f"-Dpeer.address=127.0.0.1:{ports[0]}"])
            asking[0] = shutil.which(asking[0])
            failing = FAILING.get(name, set())
            require_expected(run(asking, status=1 if failing else 0), failing)
            left = subprocess.run([programs / "dimma", "naming", "list", "--service", urls[0]], stdout=subprocess.PIPE,
                                  text=True, timeout=60, check=True).stdout
            if left and not failing:
                raise Failure(f"the client left names: {left}")
        finally:
            for service in services:
                service.kill()
                service.wait()


class Command:
    """`dimma naming` with a naming service in Java: more names than a page has, a cycle, an export to dimma's and back."""

    NAMES = 1100

    def __init__(self, orb):
        self.orb = orb

    def __call__(self, name, orbs, programs, folder):
        java = orbs[self.orb].with_options(UTF8)
        ports = [tls.free_port(), tls.free_port()]
        commands = [java.naming_service(ports[0]),
                    [programs / "dimma-naming", "--store", ":memory:", "--listen", f"127.0.0.1:{ports[1]}"]]
        urls = [f"corbaloc:iiop:1.2@127.0.0.1:{port}/NameService" for port in ports]
        services = [subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for command in commands]
        try:
            for url in urls:
                bind_with_patience(java, "probe", url, urls[0])
                unbind(programs, "probe", url)
            self.use(programs, folder, *urls)
        finally:
            for service in services:
                service.kill()
                service.wait()

    def use(self, programs, folder, url, other):
        def tool(*arguments, at=url, status=0, text=None):
            done = subprocess.run([str(programs / "dimma"), "naming", *map(str, arguments), "--service", at], input=text,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False)
            if done.returncode != status:
                raise Failure(f"{arguments}: {done.returncode} {done.stdout}")
            return done.stdout.splitlines()

        def require(found, expected):
            if sorted(found) != sorted(expected):
                raise Failure(f"{found}, not {expected}")

        # GlassFish's ORB uses ISO 8859-1, to which a client converts.
        names = BEYOND_LATIN if self.orb == "jacorb" else ("ü",)
        for text in names:
            tool("bind", text, other)
        require(tool("list"), names)
        for text in names:
            tool("rm", text)
        tool("mkdir", "--parents", "a/b.kind")
        tool("bind", "a/b.kind/object", url)
        tool("bind", "--context", "a/loop", f"{url.replace('corbaloc', 'corbaname')}#a")
        require(tool("tree"), ["a/", "  b.kind/", "    object", "  loop/ -> a"])
        require(tool("list", "a"), ["b.kind/", "loop/"])
        tool("bind", "a/b.kind/object", url, status=1)
        tool("resolve", "a/none", status=1)
        tool("rm", "a", status=1)
        many = [f"n{number}" for number in range(self.NAMES)]
        reference = tool("resolve", "a/b.kind/object")[0]
        lines = ['{"format":"dimma-naming","version":1}']
        lines += [f'{{"name":"a/{name}","type":"object","reference":"{reference}"}}' for name in many]
        tool("import", "-", text="\n".join([*lines, f'{{"end":{self.NAMES}}}']))
        require(tool("list", "a"), [*many, "b.kind/", "loop/"])
        tool("check", "a/b.kind")
        exported = tool("export")
        (folder / "export").write_text("\n".join(exported))
        tool("import", folder / "export", at=other)
        require(tool("export", at=other), exported)
        tool("rm", "--recursive", "a")
        require(tool("list"), [])
        tool("import", folder / "export")
        require(tool("export"), exported)


def unbind(programs, name, url):
    subprocess.run([programs / "dimma", "naming", "unbind", name, "--service", url], timeout=60, check=True)


def bind_with_patience(java, name, context, reference):
    """Retries, since the naming services do not report when they are ready."""
    binding = java.command("bind", name, "--context", context, "--object", reference)
    for _ in range(20):
        done = subprocess.run(binding, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120,
                              check=False)
        if done.returncode == 0:
            return
        time.sleep(1)
    raise Failure(f"{name} could not be bound:\n{done.stdout}")


def require_expected(output, failing):
    if re.search(r"^\d+ checks, \d+ failed$", output, re.MULTILINE) is None:
        raise Failure(f"the client did not come to its end:\n{output}")
    failed = set(re.findall(r"^FAILED ([^:\n]+):", output, re.MULTILINE))
    if failed != failing:
        raise Failure(f"failed: {sorted(failed)}, expected of this peer: {sorted(failing)}\n{output}")


def scenarios():
    made = {}
    for orb in ("jacorb", "glassfish"):
        for client in ("java", "dimma"):
            for subject in SUBJECTS:
                name = f"{subject}.{client}-client.{orb}"
                made[name] = Pair(orb, client, subject)
                made[f"{name}.full-qos"] = Pair(orb, client, subject, dimma=["--qos", FULL_QOS])
            name = f"everything.{client}-client.{orb}"
            made[f"{name}.fragments"] = Pair(orb, client, "everything", dimma=["--qos", "packets=2"])
            for version in ("1.0", "1.1"):
                made[f"{name}.giop-{version}-of-dimma"] = Pair(
                    orb, client, "everything", dimma=["--dimma-giop", version])
            # GlassFish's server drops contexts that its interceptors add to an exception.
            comes = ["--comes", "reply"] if (client, orb) == ("dimma", "glassfish") else []
            made[f"contexts.{client}-client.{orb}"] = Pair(orb, client, "contexts", of_client=comes)
            for version in ("1.0", "1.1"):
                made[f"contexts.{client}-client.{orb}.giop-{version}-of-dimma"] = Pair(
                    orb, client, "contexts", dimma=["--dimma-giop", version], of_client=comes)
    for minor, java in GIOP_OF_JACORB.items():
        name = f"everything.dimma-client.jacorb.giop-1.{minor}-of-java"
        made[name] = Pair("jacorb", "dimma", "everything", java=java)
    for option, java in GLASSFISH_GIOP.items():
        for client in ("java", "dimma"):
            made[f"everything.{client}-client.glassfish.{option}"] = Pair("glassfish", client, "everything", java=java)
    for client in ("java", "dimma"):
        made[f"everything.{client}-client.jacorb.locates"] = Pair(
            "jacorb", client, "everything", java=["-Djacorb.locate_on_bind=on"])
        made[f"everything.{client}-client.jacorb.bidirectional"] = Pair(
            "jacorb", client, "everything", java=BIDIRECTIONAL)
        made[f"types.{client}-client.jacorb.compact-typecodes"] = Pair(
            "jacorb", client, "types", java=["-Djacorb.compactTypecodes=2"])
        made[f"types.{client}-client.jacorb.utf-8"] = Pair("jacorb", client, "types", java=UTF8)
        made[f"everything.{client}-client.jacorb.tls"] = TlsPair(client, client_certificates=False)
        made[f"everything.{client}-client.jacorb.tls.client-certificates"] = TlsPair(client, client_certificates=True)
        made[f"everything.{client}-client.jacorb.called-back"] = CalledBack("jacorb", client, "everything")
    made["everything.java-client.jacorb.tls.called-back"] = CalledBackOverTls()
    for orb in ("jacorb", "glassfish"):
        made[f"naming.{orb}"] = Naming(orb)
        made[f"naming.command.{orb}"] = Command(orb)
        made[f"naming.java-client.{orb}"] = NamingClients(orb, with_own=False)
        made[f"naming.java-client.{orb}.federation"] = NamingClients(orb, with_own=True)
    made["repository.jacorb"] = Repository()
    # The server closes idle connections at once, and the client opens them again. JacORB also closes a connection on which a
    # message arrives too slowly.
    made["everything.dimma-client.jacorb.closing"] = Pair(
        "jacorb", "dimma", "everything", java=["-Djacorb.connection.server.timeout=20"],
        of_client=["--big-octets", "65536", "--people-octets", "65536"])
    for orb in ("jacorb", "glassfish"):
        made[f"everything.java-client.{orb}.closing"] = Pair(orb, "java", "everything", dimma=["--dimma-idle", "10ms"])
    return made


def main():
    every = scenarios()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=HERE.parent.parent.parent / "build" / "release" / "bin")
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parent.parent.parent / "build" / "java-peers")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*", metavar="scenario")
    given = parser.parse_args()
    if given.list:
        print("\n".join(every))
        return 0
    orbs = build_peers(given.build.resolve())
    failed = 0
    for name in given.names or every:
        # The other scenarios use single-octet characters beyond US-ASCII, as in ISO 8859-1.
        if name.startswith("naming"):
            os.environ.pop("DIMMA_CODE_SET", None)
        else:
            os.environ["DIMMA_CODE_SET"] = "ISO-8859-1"
        with tempfile.TemporaryDirectory() as folder:
            try:
                every[name](name, orbs, given.bin.resolve(), pathlib.Path(folder))
                print(f"ok {name}", flush=True)
            except Failure as failure:
                failed += 1
                print(f"FAILED {name}: {failure}", flush=True)
    print(f"{len(given.names or every)} scenarios, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
