"""JacORB's interface repository, which a server of dimma names and `dimma call --repository` queries."""

import json
import pathlib
import subprocess
import time

from peers import required
from processes import Failure, Server

TIME_IDL = pathlib.Path(__file__).resolve().parents[3] / "examples" / "Time" / "time.idl"
READY_WITHIN_S = 60


class Repository:
    def __call__(self, name, orbs, programs, folder):
        java = orbs["jacorb"]
        ior = self.compiled(java, folder) / "repository.ior"
        command = ["java", *java.options, "-cp", f"{folder / 'classes'}:{java.classes}:{java.libraries}",
                   "org.jacorb.ir.IRServer", f"{folder / 'classes'}/", ior]
        with subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as repository:
            try:
                self.await_file(ior, repository)
                with Server([programs / "time_server", "--ior-dir", folder, "-ORBInitRef",
                             f"InterfaceRepository=file://{ior}"], folder, "time_server"):
                    self.use(programs, folder)
            finally:
                repository.kill()

    @staticmethod
    def compiled(java, folder):
        """The IDL as the classes that JacORB's repository needs, which contain more than stubs."""
        made, classes = folder / "gen", folder / "classes"
        classes.mkdir()
        required(["java", "-cp", java.libraries, "org.jacorb.idl.parser", "-ir", "-forceOverwrite", "-d", made, TIME_IDL])
        required(["javac", "-nowarn", "-Xlint:-options", "-cp", java.libraries, "-d", classes, *made.rglob("*.java")])
        return folder

    @staticmethod
    def await_file(path, process):
        end = time.monotonic() + READY_WITHIN_S
        while not path.exists() or not path.read_text():
            if process.poll() is not None or time.monotonic() > end:
                raise Failure("the interface repository did not start")
            time.sleep(0.1)

    @staticmethod
    def use(programs, folder):
        def call(*words, status=0, reference="reqreply.ior"):
            done = subprocess.run([str(programs / "dimma"), "call", str(folder / reference), *words, "--repository"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
            if done.returncode != status:
                raise Failure(f"{words}: {done.returncode} {done.stdout}{done.stderr}")
            return json.loads(done.stdout) if status == 0 else done.stderr

        def require(found, expected):
            if found != expected and not (isinstance(found, str) and expected in found):
                raise Failure(f"{found!r}, not {expected!r}")

        require(call("test_string", '"text"'), {"stringVal": "text"})
        require(call("test_no_param"), None)
        require(call("test_string", '"text"', reference="oneway.ior"), None)
        require(call("test_string", '"text"', "--interface", "TestReqReply"), {"stringVal": "text"})
        require(call("test_string", "5", status=2), "argument 1: expected a text")
        require(call("nothing", status=2), "the interface IDL:TestReqReply:1.0 has no operation nothing; it has test_")
        require(call("nothing", "--interface", "IDL:No:1.0", status=2), "has no interface IDL:No:1.0")
