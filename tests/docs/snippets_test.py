"""Tests of the checker of snippets: that it finds each kind of mistake on a page."""

import json
import os
import pathlib
import tempfile
import unittest

import session
import snippets

SETUP = json.loads(pathlib.Path(os.environ['DOCS_SETUP']).read_text())
FENCE = '```'


def block(info, text):
    return f'{FENCE}{info}\n{text}\n{FENCE}\n'


class Pages(unittest.TestCase):
    def check(self, text):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, 'page.md')
            page.write_text(text)
            checked = snippets.Page(page, SETUP, pathlib.Path(folder, 'work'))
            checked.check()
            return checked.counts

    def fails(self, text, *words):
        with self.assertRaises((snippets.Wrong, session.Wrong)) as raised:
            self.check(text)
        for word in words:
            self.assertIn(word, str(raised.exception))

    def test_program_that_runs(self):
        counts = self.check(block('cpp title="a.cpp"', '#include <iostream>\nint main() {') + 'and\n'
                            + block('cpp title="a.cpp"', 'std::cout << "one\\n2 s\\n"; }')
                            + block('console', '$ ./a\none\n... s\n$ echo x > y &\n$ cat y\nx'))
        self.assertEqual((counts['programs'], counts['commands'], counts['files']), (1, 3, 1))

    def test_program_that_does_not_compile(self):
        self.fails(block('cpp title="a.cpp"', 'int main() {\n  return no_such_name;\n}'), 'page.md:3', 'no_such_name')

    def test_fragment(self):
        frame = '<!-- frame:\n#include <string>\nvoid f(std::string text) {\nHERE\n}\n-->\n'
        self.assertEqual(self.check(frame + block('cpp', 'text += "a";') + block('cpp', 'text += "b";'))['fragments'], 2)
        self.fails(frame + block('cpp', 'texd += "a";'), 'page.md:8', 'texd')

    def test_idl(self):
        self.assertEqual(self.check(block('idl', 'interface A { void f(); };'))['IDL files'], 1)
        self.fails(block('idl', 'interface A { void f() };'), '1: the IDL')

    def test_output_that_differs(self):
        self.fails(block('console', '$ echo one\ntwo'), 'prints\none\nand not\ntwo')
        self.fails(block('console', '$ echo one'), 'prints\none')

    def test_status(self):
        self.fails(block('console', '$ false'), 'status 1')
        self.fails(block('sh', 'true\nfalse'), 'status 1')
        self.fails('<!-- fails -->\n' + block('console', '$ true'), 'status 0')
        self.check('<!-- fails -->\n' + block('console', '$ false'))

    def test_left_out(self):
        self.assertEqual(self.check('<!-- not run: it takes an hour -->\n' + block('sh', 'false'))['left out'], 1)
        self.fails('<!-- not run: no -->\n' + block('sh', 'false'), 'reason')
        self.fails('<!-- not run: it takes an hour -->\nText between\n' + block('sh', 'true'), 'no block follows')

    def test_library(self):
        self.fails('<!-- link: nothing -->\n' + block('cpp title="a.cpp"', 'int main() {}'), 'no library nothing')

    def test_name_of_a_file(self):
        self.fails(block('cpp title="../a.cpp"', 'int main() {}'), 'no name for a file')


class Sessions(unittest.TestCase):
    def test_agrees(self):
        self.assertTrue(session.agrees(['a', '...', 'z'], ['a', 'b', 'c', 'z']))
        self.assertTrue(session.agrees(['a', '...'], ['a']))
        self.assertTrue(session.agrees(['a ... us'], ['a 1.5 us']))
        self.assertFalse(session.agrees(['a ... us'], ['a 1.5 ms']))
        self.assertFalse(session.agrees(['a'], ['a', 'b']))
        self.assertFalse(session.agrees([], ['a']))

    def test_commands(self):
        self.assertEqual(session.commands_of('$ a\nx\n$ b \\\n> c\n', 1), [(2, 'a', ['x']), (4, 'b \\\nc', [])])
        with self.assertRaisesRegex(session.Wrong, 'begins with a command'):
            session.commands_of('a\n', 1)

    def test_everything_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            with session.Shell(pathlib.Path(folder), dict(os.environ)) as shell:
                _, output = shell.run('sleep 1000 & echo $!')
            command = pathlib.Path('/proc', output[0], 'cmdline')  # empty for a zombie
            self.assertFalse(command.exists() and command.read_bytes())


if __name__ == '__main__':
    unittest.main()
