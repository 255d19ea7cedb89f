"""The Java ORBs: how each is fetched, built and started."""

import copy
import pathlib
import subprocess

from generated import generate

HERE = pathlib.Path(__file__).resolve().parent
IDL = HERE.parent.parent / "interop"

COMMON = ["-Djava.net.preferIPv4Stack=true"]
JACORB = COMMON + [
    "--add-opens", "java.base/java.io=ALL-UNNAMED",
    "-Dorg.omg.CORBA.ORBClass=org.jacorb.orb.ORB",
    "-Dorg.omg.CORBA.ORBSingletonClass=org.jacorb.orb.ORBSingleton",
    "-Djavax.rmi.CORBA.UtilClass=peer.ValuesWithoutRmi",
    # All values of char, whatever the locale.
    "-Djacorb.native_char_codeset=ISO8859_1",
]
GLASSFISH = COMMON + [
    "-Dorg.omg.CORBA.ORBClass=com.sun.corba.ee.impl.orb.ORBImpl",
    "-Dpeer.repeats=true",
    "-Dorg.omg.CORBA.ORBSingletonClass=com.sun.corba.ee.impl.orb.ORBSingleton",
    # The ORB closes a connection when it receives a longer message; the default is 256,000 octets.
    "-Dcom.sun.corba.ee.transport.ORBMaximumReadByteBufferSize=67108864",
]
# Their naming services, at a port.
NAMING = {
    "jacorb": lambda port: ("org.jacorb.naming.NameServer", f"-DOAPort={port}"),
    "glassfish": lambda port: ("com.sun.corba.ee.impl.naming.cosnaming.TransientNameServer", "-ORBInitialPort", str(port)),
}


def required(arguments):
    done = subprocess.run([str(argument) for argument in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{arguments[0]} failed:\n{done.stdout[-4000:]}")


def class_path(profile, build):
    file = build / f"{profile}.classpath"
    if not file.exists():
        required(["mvn", "-q", "-B", "-f", HERE / "pom.xml", f"-P{profile}", "dependency:build-classpath",
                  f"-Dmdep.outputFile={file}"])
    return file.read_text().strip()


class JavaOrb:
    def __init__(self, name, options, build):
        self.name = name
        self.options = options
        self.classes = build / f"classes-{name}"
        self.libraries = class_path(name, build)

    def compile(self, made):
        self.classes.mkdir(parents=True, exist_ok=True)
        sources = [*made.rglob("*.java"), *(HERE / "src").rglob("*.java"), *(HERE / "shim" / self.name).rglob("*.java")]
        required(["javac", "-nowarn", "-Xlint:-options", "-cp", self.libraries, "-d", self.classes, *sources])

    def command(self, *arguments, options=()):
        return ["java", *self.options, *options, "-cp", f"{self.classes}:{self.libraries}", "peer.Peer", *arguments]

    def with_options(self, options):
        made = copy.copy(self)
        made.options = [*self.options, *options]
        return made

    def naming_service(self, port):
        main, *more = NAMING[self.name](port)
        return ["java", *self.options, "-cp", f"{self.classes}:{self.libraries}", main, *more]


def build_peers(build):
    build.mkdir(parents=True, exist_ok=True)
    orbs = {"jacorb": JavaOrb("jacorb", JACORB, build), "glassfish": JavaOrb("glassfish", GLASSFISH, build)}
    made = generate(IDL, build, orbs["jacorb"].libraries)
    for orb in orbs.values():
        orb.compile(made)
    return orbs
