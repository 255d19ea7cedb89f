"""Tests of the checker: the faults that it has to find, and the code that it has to accept."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import checks
import cpp_text
import prose
import symbols
from rooms import Rooms

HERE = pathlib.Path(__file__).parent


def rules(path, text, check, is_executable=False):
    return [finding.rule for finding in check(checks.File(path, text, is_executable))]


def lines(path, text, check):
    return [finding.line for finding in check(checks.File(path, text))]


ORDER = [checks.File('src/CMakeLists.txt', 'dimma_inner_rooms(base|idl cdr|qos iiop orb)\nadd_subdirectory(base)\n'),
         checks.File('src/iiop/CMakeLists.txt', 'dimma_inner_rooms(giop client|server .)\n'),
         checks.File('src/idl/CMakeLists.txt', '# front\ndimma_inner_rooms(\n  tree\n  emit)\n'),
         checks.File('src/idl/emit/CMakeLists.txt', 'dimma_inner_rooms(names types|labels .)\n'),
         checks.File('idl/CosNaming.idl', '')]
ROOMS = Rooms.of(ORDER)


class RoomOrder(unittest.TestCase):
    def found(self, path, include):
        return bool(rules(path, f'#include {include}\n', lambda file: checks.check_rooms(file, ROOMS)))

    def test_rooms_know_lower_ones(self):
        order = ['base', 'cdr', 'iiop', 'orb']
        for low, room in enumerate(order):
            for high, other in enumerate(order):
                path = {'iiop': 'iiop/giop'}.get(room, room)
                self.assertEqual(self.found(f'src/{path}/a.cpp', f'"{other}/a.hpp"'),
                                 high > low or (room, other) == ('iiop', 'iiop'), (room, other))

    def test_rooms_of_one_floor_do_not_know_each_other(self):
        self.assertTrue(self.found('src/cdr/a.cpp', '"qos/a.hpp"'))
        self.assertTrue(self.found('src/idl/tree/a.cpp', '"base/a.hpp"'))
        self.assertTrue(self.found('src/iiop/client/a.cpp', '"iiop/server/a.hpp"'))
        self.assertTrue(self.found('src/iiop/server/a.cpp', '"iiop/client/a.hpp"'))

    def test_inner_rooms(self):
        self.assertFalse(self.found('src/iiop/client/a.cpp', '"iiop/giop/a.hpp"'))
        self.assertFalse(self.found('src/iiop/client/a.cpp', '"iiop/client/b.hpp"'))
        self.assertFalse(self.found('src/iiop/a.cpp', '"iiop/server/a.hpp"'))
        self.assertFalse(self.found('src/iiop/giop/a.cpp', '"cdr/a.hpp"'))
        self.assertTrue(self.found('src/iiop/giop/a.cpp', '"iiop/client/a.hpp"'))
        self.assertTrue(self.found('src/iiop/client/a.cpp', '"iiop/a.hpp"'))
        self.assertTrue(self.found('src/idl/tree/a.cpp', '"idl/emit/a.hpp"'))

    def test_inner_rooms_of_an_inner_room(self):
        self.assertFalse(self.found('src/idl/emit/types/a.cpp', '"idl/emit/names/a.hpp"'))
        self.assertFalse(self.found('src/idl/emit/a.cpp', '"idl/emit/types/a.hpp"'))
        self.assertFalse(self.found('src/idl/emit/types/a.cpp', '"idl/tree/a.hpp"'))
        self.assertTrue(self.found('src/idl/emit/names/a.cpp', '"idl/emit/types/a.hpp"'))
        self.assertTrue(self.found('src/idl/emit/types/a.cpp', '"idl/emit/labels/a.hpp"'))
        self.assertTrue(self.found('src/idl/emit/types/a.cpp', '"idl/emit/a.hpp"'))
        self.assertTrue(self.found('src/idl/tree/a.cpp', '"idl/emit/names/a.hpp"'))
        self.assertTrue(self.found('src/idl/emit/files/a.cpp', '"idl/emit/names/a.hpp"'))  # not named by the order

    def test_generated_headers_belong_to_no_room(self):
        self.assertFalse(self.found('src/orb/a.cpp', '"CosNaming.hpp"'))
        self.assertFalse(self.found('src/orb/a.cpp', '"CosNaming_skel.hpp"'))
        self.assertTrue(self.found('src/orb/a.cpp', '"CosOther.hpp"'))

    def test_compiler_stands_apart(self):
        self.assertTrue(self.found('src/idl/emit/a.cpp', '<dimma/exception.hpp>'))
        self.assertTrue(self.found('src/orb/a.cpp', '"idl/tree/ast.hpp"') is False and
                        self.found('src/base/a.cpp', '"idl/tree/ast.hpp"'))
        self.assertFalse(self.found('src/idl/emit/a.cpp', '"idl/tree/ast.hpp"'))

    def test_private_headers_are_named_from_their_room(self):
        self.assertTrue(self.found('src/qos/a.cpp', '"text.hpp"'))
        self.assertTrue(self.found('src/qos/a.cpp', '"../base/text.hpp"'))

    def test_unknown_folders(self):
        self.assertTrue(self.found('src/attic/a.cpp', '<vector>'))
        self.assertTrue(self.found('src/iiop/attic/a.cpp', '<vector>'))
        self.assertTrue(self.found('src/orb/attic/a.cpp', '<vector>'))  # no order there
        self.assertTrue(self.found('src/idl/a.cpp', '<vector>'))        # not named
        self.assertFalse(self.found('src/orb/a.cpp', '<vector>'))

    def test_comments_and_strings_include_nothing(self):
        text = '// #include "orb/a.hpp"\n/*\n#include "orb/a.hpp"\n*/\nauto x = R"(\n#include "orb/a.hpp"\n)";\n'
        self.assertEqual(rules('src/base/a.cpp', text, lambda file: checks.check_rooms(file, ROOMS)), [])

    def test_symbols_show_who_needs_whom(self):
        found = symbols.needs({'base': ({'f', 'g'}, {'h'}), 'orb': ({'h', 'g'}, {'f', 'printf'})})
        self.assertEqual(dict(found), {('base', 'orb'): ['h'], ('orb', 'base'): ['f']})


class NamedFiles(unittest.TestCase):
    TREE = [checks.File('src/cdr/any.cpp', '// src/cdr/any.hpp and docs/gone.md\n"docs/never.md";\n'),
            checks.File('src/cdr/any.hpp', ''),
            checks.File('docs/a.md', '`src/cdr/any.*` `src/cdr/`\n`src/cdr` `src/gone.cpp` src/plain.cpp `build/x`\n`src/x*`\n')]

    def test_what_is_not_there_is_found(self):
        found = [(finding.path, finding.line, finding.what) for finding in checks.check_named_files_exist(self.TREE)]
        self.assertEqual(found, [('src/cdr/any.cpp', 1, 'there is no docs/gone.md'),
                                 ('docs/a.md', 2, 'there is no src/gone.cpp'), ('docs/a.md', 3, 'there is no src/x*')])


class NamedIdentifiers(unittest.TestCase):
    def found(self, comment):
        tree = [checks.File('src/orb/call.cpp', f'{comment}\nint make_call(); class ProfileSelector; int x; // gone_too\n'),
                checks.File('src/orb/CMakeLists.txt', 'dimma_room(orb)\n'), checks.File('docs/a.md', 'only_on_a_page\n')]
        return [finding.what.removeprefix('there is no ') for finding in checks.check_named_identifiers_exist(tree)
                if finding.line == 1]

    def test_what_is_in_code_or_scripts_is_there(self):
        self.assertEqual(self.found('// make_call(), ProfileSelectors, dimma_room, call() and std::binary_semaphore'), [])
        self.assertEqual(self.found('/// So:\n///   auto my_object = x;'), [])

    def test_what_is_not_is_found(self):
        self.assertEqual(self.found('// make_calls_now or ProfileChooser, which ends() here'),
                         ['ProfileChooser', 'ends', 'make_calls_now'])
        self.assertEqual(self.found('// gone_too is in a comment, only_on_a_page on a page'), ['gone_too', 'only_on_a_page'])


class Includes(unittest.TestCase):
    def test_public_headers_see_nothing_private(self):
        self.assertEqual(rules('include/dimma/a.hpp', '#include "orb/a.hpp"\n', checks.check_public), ['public'])
        self.assertEqual(rules('include/dimma/a.hpp', '#include <vector>\n', checks.check_public), [])

    def test_users_see_public_headers_only(self):
        for folder in ('examples/Time', 'bench', 'tools/ior'):
            path = f'{folder}/a.cpp'
            self.assertEqual(rules(path, '#include "iiop/giop/giop.hpp"\n', lambda file: checks.check_users(file, ROOMS)), ['users'])
            self.assertEqual(rules(path, '#include "measure/clock.hpp"\n#include <dimma/orb.hpp>\n',
                                   lambda file: checks.check_users(file, ROOMS)), [])

    def test_heavy_headers(self):
        for what in ('<boost/wave.hpp>', '<asio.hpp>', '<asio/io_context.hpp>'):
            self.assertEqual(rules('src/orb/a.hpp', f'#include {what}\n', checks.check_heavy), ['heavy'])
            self.assertEqual(rules('include/dimma/a.hpp', f'#include {what}\n', checks.check_heavy), ['heavy'])
            self.assertEqual(rules('src/orb/a.cpp', f'#include {what}\n', checks.check_heavy), [])

    def test_generated_code_names_no_heavy_header(self):
        emitter = 'write("#include <boost/any.hpp>");  // "boost" in a comment\n'
        self.assertEqual(rules('src/idl/emit/a.cpp', emitter, checks.check_heavy), ['heavy'])
        self.assertEqual(rules('src/idl/emit/a.cpp', '// "boost"\n', checks.check_heavy), [])


def body(count):
    return '  x();\n' * count


class Functions(unittest.TestCase):
    def lengths(self, text):
        return {function.name: function.lines for function in cpp_text.functions(text)}

    def test_length_is_from_head_to_brace(self):
        self.assertEqual(self.lengths('int f() {\n' + body(3) + '}\n'), {'f': 5})
        self.assertEqual(self.lengths('template <class T, class U = A<B<T>>>\nint\nf(\n  T t) {\n}\n'), {'f': 5})

    def test_scopes_are_no_functions(self):
        text = ('namespace a::b {\nclass [[nodiscard]] C : D<decltype(e())> {\n void f() const noexcept {\n }\n'
                ' int i{3};\n};\nenum class E : int { a, b };\nextern "C" {\nvoid g() {}\n}\n}\n')
        self.assertEqual(self.lengths(text), {'f': 2, 'g': 1})

    def test_tables_are_no_functions(self):
        self.assertEqual(self.lengths('const int table[] = {\n' + '  f(1),\n' * 90 + '};\n'), {})
        self.assertEqual(self.lengths('const T table[] = {\n' + '  {f(1), {2}},\n' * 90 + '};\n'), {})

    def test_lambdas_belong_to_their_function(self):
        self.assertEqual(self.lengths('void f() {\n  auto g = [](int i) {\n    h(i);\n  };\n}\n'), {'f': 5})

    def test_constructors_and_tests(self):
        text = 'C::C(int a) : a_(a), b_(2) {\n' + body(2) + '}\nTEST(A, B) {\n' + body(4) + '}\n'
        self.assertEqual(self.lengths(text), {'C::C': 4, 'TEST': 6})

    def test_braces_in_literals_do_not_count(self):
        text = ('void f() {\n  a("{{{");\n  b(\'{\');\n  // {\n  /* { */\n  c(R"x({{)x");\n  d(1\'000);\n}\n'
                'void g() {\n}\n')
        self.assertEqual(self.lengths(text), {'f': 8, 'g': 2})

    def test_limit(self):
        at_limit = 'void f() {\n' + body(checks.FUNCTION_LINES_MAX - 2) + '}\n'
        above = 'void f() {\n' + body(checks.FUNCTION_LINES_MAX - 1) + '}\n'
        self.assertEqual(rules('src/qos/a.cpp', at_limit, checks.check_size), [])
        self.assertEqual(rules('src/qos/a.cpp', above, checks.check_size), ['function-lines'])

    def test_files(self):
        self.assertEqual(rules('src/qos/a.cpp', 'int x;\n' * 800, checks.check_size), [])
        self.assertEqual(rules('src/qos/a.cpp', 'int x;\n' * 801, checks.check_size), ['file-lines'])
        self.assertEqual(rules('core', 'x' * checks.CHARACTERS_MAX, checks.check_size), [])
        self.assertEqual(rules('core', 'x' * (checks.CHARACTERS_MAX + 1), checks.check_size), ['characters'])


class Banned(unittest.TestCase):
    def found(self, code):
        return bool(rules('src/qos/a.cpp', code + '\n', checks.check_banned))

    def test_calls(self):
        for code in ('strcpy(a, b);', 'std::strcat(a, b);', 'sprintf(a, "x");', 'vsprintf(a, b, c);', 'gets(a);',
                     'strtok(a, b);', 'atoi(a);', 'srand(1);', 'x = rand ();', 'system("ls");', 'std::system(a);',
                     '::system(a);', 'std::regex r;', '#include <regex>', 'std::format("");', 'GTEST_SKIP();',
                     'TEST(A, DISABLED_b) {}', 'std::jthread t;', 'const_cast<C*>(this);', 'using namespace std;'):
            self.assertTrue(self.found(code), code)

    def test_similar_names(self):
        for code in ('snprintf(a, 1, "x");', 'x.system();', 'x->system(1);', 'Policy::system(1);', 'widgets(a);',
                     'operand(1);', 'f("gets(a)");', '// strcpy(a, b)', 'using std::string;', 'std::system_error e;'):
            self.assertFalse(self.found(code), code)

    def test_using_in_headers(self):
        code = 'using namespace dimma;\n'
        self.assertEqual(rules('src/qos/a.hpp', code, checks.check_banned), ['banned'])
        self.assertEqual(rules('src/qos/a.cpp', code, checks.check_banned), [])


class Sync(unittest.TestCase):
    def found(self, code, path='src/qos/a.hpp'):
        return bool(rules(path, code + '\n', checks.check_sync))

    def test_threads_have_one_home(self):
        for code in ('std::mutex m;', 'std::recursive_mutex m;', 'std::thread t;', 'std::condition_variable c;',
                     'std::atomic<int> a;', 'thread_local int t;', '#include <thread>', '#include <atomic>',
                     'std::this_thread::yield();'):
            self.assertTrue(self.found(code), code)
            self.assertTrue(self.found(code, 'include/dimma/qos.hpp'), code)
            self.assertFalse(self.found(code, 'src/base/sync/sync.hpp'), code)
            self.assertFalse(self.found(code, 'src/idl/a.cpp'), code)
            self.assertFalse(self.found(code, 'tests/unit/qos/a.cpp'), code)
        for code in ('std::lock_guard lock(m);', 'std::memory_order_relaxed;', 'sync::Mutex m;', '// std::mutex'):
            self.assertFalse(self.found(code), code)


class Clock(unittest.TestCase):
    def found(self, code, path='src/qos/a.hpp'):
        return bool(rules(path, code + '\n', checks.check_clock))

    def test_clocks_have_one_home(self):
        for code in ('auto t = std::chrono::steady_clock::now();', 'auto t = system_clock::now();',
                     'using Clock = std::chrono::steady_clock;', '::clock_gettime(CLOCK_MONOTONIC, &t);',
                     'auto t = std::time(nullptr);'):
            self.assertTrue(self.found(code), code)
            self.assertTrue(self.found(code, 'include/dimma/qos.hpp'), code)
            self.assertTrue(self.found(code, 'src/services/a.cpp'), code)
            self.assertFalse(self.found(code, 'src/base/sync/clock.hpp'), code)
            self.assertFalse(self.found(code, 'tests/unit/qos/a.cpp'), code)
        for code in ('auto t = Clock::now();', 'std::chrono::steady_clock::time_point t;', 'await_time(t);',
                     'using Clock = dimma::Clock;', '// std::chrono::steady_clock::now()'):
            self.assertFalse(self.found(code), code)


class Text(unittest.TestCase):
    def test_nolint_has_a_reason(self):
        for text in ('int x;  // NOLINT\n', 'int x;  // NOLINT(some-check)\n', '// NOLINTNEXTLINE\n'):
            self.assertEqual(rules('src/qos/a.cpp', text, checks.check_comments), ['nolint'])
        for text in ('int x;  // NOLINT: implicit by the mapping\n', '// NOLINTNEXTLINE(a-b): why\n', '// NOLINTEND\n'):
            self.assertEqual(rules('src/qos/a.cpp', text, checks.check_comments), [])

    def test_unfinished(self):
        self.assertEqual(lines('src/qos/a.cpp', 'int x;\n// TODO more\n', checks.check_comments), [2])

    def test_guard(self):
        self.assertEqual(rules('src/qos/a.hpp', 'int x;\n', checks.check_header), ['guard'])
        self.assertEqual(rules('src/qos/a.hpp', '#pragma once\n', checks.check_header), [])

    def test_width(self):
        text = 'a' * 120 + '\n' + 'a' * 121 + '\n'
        self.assertEqual(lines('src/a.cpp', text, checks.check_width), [2])
        self.assertEqual(lines('a.md', text, checks.check_width), [])

    def test_blanks(self):
        self.assertEqual(lines('a.py', 'a\n\tb\nc \n', checks.check_blanks), [2, 3])
        self.assertEqual(lines('a.md', 'a', checks.check_blanks), [1])
        self.assertEqual(lines('a.png', '\t \n', checks.check_blanks), [])

    def test_executables(self):
        self.assertEqual(rules('a.sh', '#!/bin/sh\n', checks.check_executable), ['executable'])
        self.assertEqual(rules('a.cpp', 'int x;\n', checks.check_executable, True), ['executable'])
        self.assertEqual(rules('scripts/test', 'echo\n', checks.check_executable), ['executable'])
        self.assertEqual(rules('a.sh', '#!/bin/sh\n', checks.check_executable, True), [])
        missing = {finding.path for finding in checks.check_scripts_exist([])}
        self.assertEqual(missing, set(checks.SCRIPTS))


class Program(unittest.TestCase):
    """The program on a tree with one violation."""

    def run_on(self, files, exceptions=''):
        with tempfile.TemporaryDirectory() as root:
            scripts = {path: '#!/bin/sh\n' for path in checks.SCRIPTS}
            order = {file.path: file.text for file in ORDER}
            for name, text in {**scripts, **order, **files}.items():
                path = pathlib.Path(root, 'tree', name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                if name in scripts:
                    os.chmod(path, 0o755)
            listed = pathlib.Path(root, 'exceptions')
            listed.write_text(exceptions)
            return subprocess.run([sys.executable, HERE / 'tidy.py', f'{root}/tree', '--exceptions', listed],
                                  capture_output=True, text=True, check=False)

    def test_clean(self):
        run = self.run_on({'src/qos/a.cpp': '#include <dimma/qos.hpp>\n'})
        self.assertEqual((run.returncode, run.stderr), (0, ''), run.stdout)

    def test_violation(self):
        run = self.run_on({'src/base/a.cpp': '\n#include "orb/orb.hpp"\n'})
        self.assertEqual(run.returncode, 1)
        self.assertIn('src/base/a.cpp:2: in src, base may not know orb (orb/orb.hpp) [rooms]', run.stdout)

    def test_build_folders_are_not_read(self):
        self.assertEqual(self.run_on({'build/release/a.hpp': 'int x;\t'}).returncode, 0)

    def test_exceptions(self):
        violation = {'src/base/a.cpp': 'void f() { gets(x); }\n'}
        self.assertEqual(self.run_on(violation, 'banned src/base/a.cpp it is a test\n').returncode, 0)
        run = self.run_on(violation, 'banned src/base/a.cpp\n')
        self.assertNotEqual(run.returncode, 0)
        self.assertIn('an exception is', run.stderr)
        run = self.run_on({}, 'banned src/base/a.cpp it is a test\n')
        self.assertEqual(run.returncode, 1)
        self.assertIn('excuses nothing any more', run.stdout)


class Prose(unittest.TestCase):
    def found(self, text):
        return [line for line, _ in prose.without_subject(text)]

    def test_sentences_without_a_subject_are_found(self):
        self.assertEqual(self.found('// What it has.\nint a;\n/// Whether it is.\nint b;  // of the call\n// By a thread.'), [1, 3, 4, 5])
        self.assertEqual(self.found('int a;\n// It ends. Where it ends,\n// another begins. Of these one.'), [2, 2])

    def test_sentences_with_a_subject_are_left_alone(self):
        self.assertEqual(self.found('// The call, of\n// what it has.\n// Offers it.\nint a;  // the call, what it has'), [])
        self.assertEqual(self.found('const char* a = "// What"; // Who asks?\n//   Whatever'), [])

    def test_wordings_that_have_a_plainer_one_are_found(self):
        def plainer(text):
            return [(line, words[words.rindex('('):]) for line, words in prose.wordings(text)]

        self.assertEqual(plainer('// It is not used any more.\n\n/// Empty where it is not.\nint a;  // in vain, behind the last'),
                         [(1, '(no longer)'), (3, '(if)'), (4, '(after)'), (4, '(without success)')])
        self.assertEqual(plainer('// For who asks: the octets as\n// they are; none where that is none.'),
                         [(1, '(a caller that)'), (1, '(unchanged)'), (1, '(is not one)'), (1, '(empty if)')])
        self.assertEqual(plainer('// Nil, whatever its type.\n\n// On whichever thread.'), [(1, '(any, or even if)'), (3, '(any, or even if)')])
        self.assertEqual(plainer('// Any more than that, left behind. None has it, as it is said.\nf("any more");'), [])

    def test_wordings_of_messages_that_have_a_plainer_one_are_found(self):
        def plainer(text):
            return [(line, words[words.rindex('('):]) for line, words in prose.messages(text)]

        self.assertEqual(plainer('f("what was read");\nf("it can\'t be "\n  "read any more");\nf("" + a + " is no name");'),
                         [(1, '(the name of the thing)'), (2, '(no longer)'), (2, '(cannot)'), (4, '(is not a)')])
        self.assertEqual(plainer('#include "who is"\nf("there is no name"); // "behind it"\nf("nobody", "what", " whose name");\n'
                                 'f("is no longer known");'), [])

    def test_each_class_has_its_own_number(self):
        with tempfile.TemporaryDirectory() as root:
            for name in ('src/orb/a.hpp', 'tests/unit/a.hpp', 'include/dimma/a.hpp'):
                path = pathlib.Path(root, name)
                path.parent.mkdir(parents=True)
                path.write_text('// What is no more.\nf("it is none");\n')
            counts, places = prose.count_tree(pathlib.Path(root))
        folders = ('include', 'src/orb', 'tests/unit')
        self.assertEqual(counts, {**{kind + folder: 1 for kind in ('', 'wording ') for folder in folders}, 'message src/orb': 1})
        self.assertEqual(places['wording src/orb'], ['src/orb/a.hpp:1: ...What is no more... (has ended)'])

    def test_each_folder_has_its_own_number(self):
        self.assertEqual([prose.folder_of(pathlib.PurePath(path)) for path in ('src/a/b/c.hpp', 'include/d/e.hpp', 'tests/unit/f.cpp', 'src/g.cpp')],
                         ['src/a', 'include', 'tests/unit', 'src'])


if __name__ == '__main__':
    unittest.main()
