"""dimma-idl as a program: exit status, what it writes, and that it writes nothing when anything is refused.

Usage: program_test.py DIMMA_IDL DIRECTORY_OF_IDL_FILES
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

COMPILER = pathlib.Path(sys.argv[1]).resolve()
IDL = pathlib.Path(sys.argv[2]).resolve()


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.output = pathlib.Path(self.folder.name) / "out"

    def tearDown(self):
        self.folder.cleanup()

    def run_on(self, *arguments):
        return subprocess.run(
            [COMPILER, "-o", self.output, *arguments], capture_output=True, text=True, timeout=60, cwd=self.folder.name
        )

    def written(self):
        return sorted(path.name for path in self.output.glob("*")) if self.output.exists() else []

    def test_writes_four_files(self):
        result = self.run_on(IDL / "time.idl")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.written(), ["time.cpp", "time.hpp", "time_skel.cpp", "time_skel.hpp"])
        for path in self.output.iterdir():
            self.assertNotIn(self.folder.name, path.read_text())
            self.assertNotIn(str(IDL), path.read_text())

    def test_writes_nothing_when_something_is_refused(self):
        source = pathlib.Path(self.folder.name) / "refused.idl"
        source.write_text("struct S { long x; };\nstruct Later;\n")
        result = self.run_on(source.name)
        self.assertEqual(result.returncode, 1)
        self.assertIn("refused.idl:2:8: error: struct 'Later' is declared forward but never defined", result.stderr)
        self.assertEqual(self.written(), [])

    def test_writes_nothing_for_any_file_when_one_is_refused(self):
        source = pathlib.Path(self.folder.name) / "refused.idl"
        source.write_text("struct Later;\n")
        result = self.run_on(IDL / "time.idl", source.name)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(self.written(), [])

    def test_gives_the_same_text_again(self):
        self.run_on(IDL / "types.idl")
        first = {path.name: path.read_text() for path in self.output.iterdir()}
        self.run_on(IDL / "types.idl")
        self.assertEqual(first, {path.name: path.read_text() for path in self.output.iterdir()})

    def test_begins_servants_once(self):
        self.assertEqual(self.run_on("--servants", IDL / "time.idl").returncode, 0)
        header, source = self.output / "time_impl.hpp", self.output / "time_impl.cpp"
        self.assertIn("throw ::CORBA::NO_IMPLEMENT();", source.read_text())
        source.write_text("// filled in\n")
        header.unlink()
        self.assertEqual(self.run_on("--servants", IDL / "time.idl").returncode, 0)
        self.assertEqual(source.read_text(), "// filled in\n")
        self.assertIn("class ", header.read_text())

    def test_the_rule_for_make_does_not_name_what_is_not_written_again(self):
        rule = pathlib.Path(self.folder.name) / "rule.d"
        self.run_on("--servants", "--depfile", rule, IDL / "time.idl")
        self.assertIn("time_skel.cpp", rule.read_text())
        self.assertNotIn("_impl", rule.read_text())

    def test_generated_code_is_indented_evenly(self):
        """By two columns, or four in a continuation line, except where a line is aligned with a comparison above it."""
        for source in sorted(IDL.glob("*.idl")):
            options = ["--ami", "--asio", "--servants", "--comparison", "--stream-operators", "-w", "-I", IDL]
            self.assertEqual(self.run_on(*options, source).returncode, 0, source.name)
        self.assertGreater(len(self.written()), 50)
        for path in sorted(self.output.iterdir()):
            before = 0
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if not line or line.strip() in ("public:", "protected:", "private:"):
                    continue
                columns = len(line) - len(line.lstrip())
                if "==" not in line:
                    where = f"{path.name}:{number}: {line}"
                    self.assertEqual(columns % 2, 0, where)
                    self.assertLessEqual(columns - before, 4, where)
                before = columns

    def test_generated_code_needs_no_heavy_headers(self):
        self.run_on("--asio", IDL / "control.idl")
        for path in self.output.iterdir():
            for line in path.read_text().splitlines():
                if line.startswith("#include <") and "/" in line:
                    self.assertIn("<dimma/", line)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
