"""The rules of the code that can be checked automatically. Each check yields Findings for one file of the tree."""

import fnmatch
import functools
import os
import pathlib
import re
import sys
from dataclasses import dataclass

import cpp_text
from rooms import Rooms

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'docs'))
import markdown  # noqa: E402

WIDTH_MAX = 120
LINES_MAX = 800
FUNCTION_LINES_MAX = 70
CHARACTERS_MAX = 1 << 20

HEAVY = re.compile(r'^(boost|asio)(/|\.hpp)')

BANNED = [
    (r'\b(?:strcpy|strcat|stpcpy)\s*\(', 'copies without a length: use std::string or std::memcpy'),
    (r'\bv?sprintf\s*\(', 'prints without a length: use std::to_string or snprintf'),
    (r'\bgets\s*\(', 'reads without a length: use std::getline'),
    (r'\bstrtok\s*\(', 'has hidden state: use std::string_view'),
    (r'\b(?:atoi|atol|atof)\s*\(', 'ignores errors: use std::from_chars'),
    (r'\bs?rand\s*\(', 'is shared and weak: use <random> with a seed that is printed'),
    (r'(?<![\w:.>])(?:std::|::)?system\s*\(', 'runs a shell: use posix_spawn'),
    (r'\bstd::w?regex\b|#\s*include\s*<regex>', 'is slow to compile and to run: write the few lines'),
    (r'\bstd::format\b|#\s*include\s*<format>', 'is not in all the compilers that are supported'),
    (r'\bstd::jthread\b', 'is not in all the compilers that are supported'),
    (r'\b(?:GTEST_SKIP|DISABLED_\w+)', 'a test is passed or failed, not skipped'),
    (r'\bconst_cast\s*<[^>]*>\s*\(\s*this\b', 'makes a promise of const untrue'),
]
BANNED_ANY = re.compile('|'.join(pattern for pattern, _ in BANNED))  # one search where there is nothing to find
BANNED = [(re.compile(pattern), why) for pattern, why in BANNED]

# The names that the single-threaded build replaces.
SYNC = re.compile(r'\bstd::(?:\w*mutex|condition_variable\w*|jthread|thread|this_thread|atomic\w*|once_flag|call_once|'
                  r'future|promise|async|latch|barrier|\w+_semaphore)\b|\bthread_local\b'
                  r'|#\s*include\s*<(?:\w*mutex|condition_variable|thread|atomic|future|latch|barrier|semaphore)>')
SYNC_HOME = 'src/base/sync'

# The clocks that the library wraps, so that a build can simulate time.
CLOCK = re.compile(r'\b(?:steady_clock|system_clock|high_resolution_clock)\s*::\s*now\b'
                   r'|\busing\s+\w+\s*=\s*(?:std::)?chrono::(?:steady|system|high_resolution)_clock\s*;'
                   r'|\b(?:clock_gettime|gettimeofday|timespec_get|ftime)\s*\(|\btime\s*\(\s*(?:nullptr|NULL|0|&\s*\w+)\s*\)')
CLOCK_HOME = 'src/base/sync/clock.hpp'

USING_STD = re.compile(r'\busing\s+namespace\s+std\s*;')
USING_IN_HEADER = re.compile(r'^using\s+namespace\s+[\w:]+\s*;', re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
NOLINT = re.compile(r'NOLINT(?:NEXTLINE|BEGIN)?(?:\([^)]*\))?(.*)')
UNFINISHED = re.compile(r'\b(?:TODO|FIXME|XXX|HACK)\b')

NAMED_ON_PAGE = re.compile(r'(?:src|include|tests|docs|examples|bench|cmake|scripts|tools)/[\w./*+-]*')
NAMED_IN_COMMENT = re.compile(r'\b(?:src|tests|docs|examples|bench|cmake|scripts|tools)/[\w/*+-]+\.(?:[ch]pp|\*|md|py|idl)')
COMMENT = re.compile(r'//.*')
EXAMPLE = re.compile(r'//[/!]? {2,}')
WORD = re.compile(r'[A-Za-z_]\w*')
IDENTIFIERS = [re.compile(r'(?<!std::)\b' + pattern) for pattern in
               (r'([A-Za-z_]\w*)\(\)', r'([a-z]\w*_\w*\w)\b', r'([A-Z][a-z]+(?:[A-Z][a-z0-9]+)+)\b')]

CPP = ('.cpp', '.hpp')
TEXT = CPP + ('.py', '.cmake', '.txt', '.md', '.idl', '.sh', '.json', '.in', '.dict')
EXCEPTIONS = 'tests/tidy/exceptions.txt'
SCRIPTS = ('scripts/test', 'scripts/demo', '.ci/run')


@dataclass(frozen=True)
class File:
    path: str  # from the root, with /
    text: str
    is_executable: bool = False

    @property
    def parts(self):
        return self.path.split('/')

    @property
    def suffix(self):
        return os.path.splitext(self.path)[1]

    @property
    def is_cpp(self):
        return self.suffix in CPP


@dataclass(frozen=True)
class Finding:
    rule: str
    path: str
    line: int
    what: str

    def __str__(self):
        return f'{self.path}:{self.line}: {self.what} [{self.rule}]'


@functools.lru_cache(maxsize=8)
def includes(file):
    """(line, is_quoted, what) of each include outside of comments and strings."""
    found_includes = []
    code = cpp_text.without_literals(file.text, keep_strings=True)
    blanked = cpp_text.without_literals(file.text)
    for found in INCLUDE.finditer(code):
        if '#' not in blanked[found.start():found.start(1)]:
            continue
        found_includes.append((cpp_text.line_of(code, found.start(2)), found.group(1) == '"', found.group(2)))
    return found_includes


def room_of(file):
    """The room of src/ to which a file belongs, or None."""
    return file.parts[1] if file.parts[0] == 'src' and len(file.parts) > 2 else None


def check_rooms(file, rooms):
    if not file.is_cpp or room_of(file) is None:
        return
    path = file.path[len('src/'):]
    unknown = rooms.unknown(path)
    if unknown:
        folder = '/'.join(filter(None, ['src', unknown[0]]))
        yield Finding('rooms', file.path, 1, f'dimma_inner_rooms() in {folder}/CMakeLists.txt does not name {unknown[1]}')
        return
    for line, is_quoted, what in includes(file):
        if what.startswith('dimma/') and room_of(file) == 'idl':
            yield Finding('rooms', file.path, line, f'the compiler includes <{what}> of the library')
        if not is_quoted or rooms.is_generated(what):
            continue
        if what.split('/')[0] not in rooms.names:
            yield Finding('rooms', file.path, line, f'"{what}" is not named from its room')
            continue
        why = rooms.forbids(path, what)
        if why:
            yield Finding('rooms', file.path, line, why)


def check_public(file):
    if not file.path.startswith('include/') or not file.is_cpp:
        return
    for line, is_quoted, what in includes(file):
        if is_quoted:
            yield Finding('public', file.path, line, f'a public header includes "{what}"')


def check_users(file, rooms):
    """Examples, benchmarks and tools are users, which may include only public headers and their own."""
    if file.parts[0] not in ('examples', 'bench', 'tools') or not file.is_cpp:
        return
    for line, is_quoted, what in includes(file):
        if is_quoted and what.split('/')[0] in rooms.names:
            yield Finding('users', file.path, line, f'a user of the library includes "{what}" of its inside')


def check_heavy(file):
    if not file.is_cpp:
        return
    is_header = file.suffix == '.hpp' and file.parts[0] in ('include', 'src')
    for line, _, what in includes(file):
        if is_header and HEAVY.match(what):
            yield Finding('heavy', file.path, line, f'a header includes <{what}>')
    if file.path.startswith('src/idl/emit/'):
        code = cpp_text.without_literals(file.text, keep_strings=True)
        for found in re.finditer(r'"[^"\n]*\b(?:boost|asio)\b[^"\n]*"', code):
            line = cpp_text.line_of(code, found.start())
            yield Finding('heavy', file.path, line, 'generated code names Boost or Asio')


def check_size(file):
    if len(file.text) > CHARACTERS_MAX:
        yield Finding('characters', file.path, 1, f'{len(file.text)} characters, more than {CHARACTERS_MAX}: is it a dump?')
    lines = file.text.count('\n')
    if file.suffix in CPP + ('.py', '.cmake') and lines > LINES_MAX:
        yield Finding('file-lines', file.path, LINES_MAX + 1, f'{lines} lines, more than {LINES_MAX}')
    if not file.is_cpp:
        return
    for function in cpp_text.functions(file.text):
        if function.lines > FUNCTION_LINES_MAX:
            yield Finding('function-lines', file.path, function.line,
                          f'{function.name} has {function.lines} lines, more than {FUNCTION_LINES_MAX}')


def check_banned(file):
    if not file.is_cpp:
        return
    code = cpp_text.without_literals(file.text)
    for pattern, why in BANNED if BANNED_ANY.search(code) else ():
        for found in pattern.finditer(code):
            yield Finding('banned', file.path, cpp_text.line_of(code, found.start()), f'{found.group().strip()}: {why}')
    usings = [USING_STD] + ([USING_IN_HEADER] if file.suffix == '.hpp' else [])
    for using in usings:
        for found in using.finditer(code):
            line = cpp_text.line_of(code, found.start())
            yield Finding('banned', file.path, line, f'{found.group()}: names come in that nobody asked for')


def check_sync(file):
    """The library may only use the threads, locks and atomics of src/base/sync/sync.hpp."""
    is_library = file.parts[0] == 'include' or room_of(file) not in (None, 'classic', 'idl', 'services')
    if not file.is_cpp or not is_library or file.path.startswith(SYNC_HOME):
        return
    code = cpp_text.without_literals(file.text)
    for found in SYNC.finditer(code):
        line = cpp_text.line_of(code, found.start())
        yield Finding('sync', file.path, line, f'{found.group()}: base/sync/sync.hpp has the name of ours')


def check_clock(file):
    """The library may only use the clocks of src/base/sync/clock.hpp."""
    if not file.is_cpp or file.parts[0] not in ('include', 'src') or file.path == CLOCK_HOME:
        return
    code = cpp_text.without_literals(file.text)
    for found in CLOCK.finditer(code):
        line = cpp_text.line_of(code, found.start())
        yield Finding('clock', file.path, line, f'{found.group()}: base/sync/clock.hpp has the clock of ours')


def check_comments(file):
    if not file.is_cpp:
        return
    for number, line in enumerate(file.text.split('\n'), 1):
        found = NOLINT.search(line)
        if found and not found.group(0).startswith('NOLINTEND') and not re.match(r'\s*:\s*\w', found.group(1)):
            yield Finding('nolint', file.path, number, 'NOLINT without a reason (NOLINT: why)')
        if UNFINISHED.search(line):
            yield Finding('unfinished', file.path, number, 'unfinished work belongs in an issue')


def check_header(file):
    if file.suffix == '.hpp' and '#pragma once' not in file.text:
        yield Finding('guard', file.path, 1, 'a header without #pragma once')


def check_blanks(file):
    is_text = file.suffix in TEXT or file.parts[-1] in ('test', 'demo', 'run', 'packages')
    if not is_text or '/corpus/' in file.path or file.path.startswith('tests/idl/'):  # inputs, odd on purpose
        return
    for number, line in enumerate(file.text.split('\n'), 1):
        if '\t' in line:
            yield Finding('blanks', file.path, number, 'a tab')
        if line != line.rstrip():
            yield Finding('blanks', file.path, number, 'blanks at the end of the line')
    if file.text and not file.text.endswith('\n'):
        yield Finding('blanks', file.path, file.text.count('\n') + 1, 'no newline at the end of the file')


def check_width(file):
    """Finds long lines that clang-format cannot break, such as literals."""
    if not file.is_cpp:
        return
    for number, line in enumerate(file.text.split('\n'), 1):
        if len(line) > WIDTH_MAX:
            yield Finding('width', file.path, number, f'{len(line)} columns, more than {WIDTH_MAX}')


def check_executable(file):
    has_interpreter = file.text.startswith('#!')
    if has_interpreter and not file.is_executable:
        yield Finding('executable', file.path, 1, 'names an interpreter and is not executable')
    if file.is_executable and not has_interpreter:
        yield Finding('executable', file.path, 1, 'is executable and names no interpreter')
    if file.path in SCRIPTS and not has_interpreter:
        yield Finding('executable', file.path, 1, 'is no script')


def named_files(file):
    """Yields (line, name) of each file that a page names as code, or that a C++ comment names by its full path."""
    if file.suffix == '.md':
        yield from ((line, code) for line, code in markdown.read(file.text).codes if NAMED_ON_PAGE.fullmatch(code))
    elif file.is_cpp:
        for number, line in enumerate(file.text.split('\n'), 1):
            comment = COMMENT.search(line)
            if comment:
                yield from ((number, found[0]) for found in NAMED_IN_COMMENT.finditer(comment[0]))


def check_named_files_exist(files):
    """Pages and comments may only name existing files, patterns such as `x.*`, and folders with a trailing /."""
    paths = [file.path for file in files]
    present = set(paths) | {'/'.join(path.split('/')[:depth]) + '/' for path in paths for depth in range(1, path.count('/') + 1)}
    for file in files:
        if '/corpus/' in file.path or file.path == 'CHANGELOG.md':
            continue
        try:
            named = list(named_files(file))
        except ValueError as error:
            yield Finding('names', file.path, 1, str(error))
            continue
        for line, name in named:
            if '*' in name:
                is_there = any(fnmatch.fnmatchcase(path, name) for path in paths)
            else:
                is_there = name in present or name + '/' in present
            if not is_there:
                yield Finding('names', file.path, line, f'there is no {name}')


def code_and_comment(line):
    found = COMMENT.search(line)
    return (line, '') if found is None else (line[:found.start()], found[0])


def check_named_identifiers_exist(files):
    """Comments may only name existing functions, types and variables: a word such as `name()`, `some_name` or `SomeName` has
    to occur in code, in a script or as a file. Names of the standard library and of examples are allowed too."""
    sources = [file for file in files if '/corpus/' not in file.path]
    known = {os.path.splitext(file.parts[-1])[0] for file in sources}
    for file in sources:
        if file.is_cpp:
            for line in file.text.split('\n'):
                known.update(WORD.findall(code_and_comment(line)[0]))
        elif file.suffix != '.md' and file.path != EXCEPTIONS:
            known.update(WORD.findall(file.text))
    for file in sources:
        if not file.is_cpp:
            continue
        stem = os.path.splitext(file.parts[-1])[0]
        for number, line in enumerate(file.text.split('\n'), 1):
            comment = code_and_comment(line)[1]
            if EXAMPLE.match(comment):
                continue
            for name in sorted({found[1] for pattern in IDENTIFIERS for found in pattern.finditer(comment)}):
                if name not in known and name.removesuffix('s') not in known and not name.endswith(stem):
                    yield Finding('identifiers', file.path, number, f'there is no {name}')


def check_scripts_exist(files):
    present = {file.path for file in files}
    for path in SCRIPTS:
        if path not in present:
            yield Finding('executable', path, 1, 'is missing')


CHECKS = (check_public, check_heavy, check_size, check_banned, check_sync, check_clock, check_comments,
          check_header, check_blanks, check_width, check_executable)


def check_tree(files):
    rooms = Rooms.of(files)
    for file in files:
        for check in CHECKS:
            yield from check(file)
        for check in (check_rooms, check_users):
            yield from check(file, rooms)
    yield from check_named_files_exist(files)
    yield from check_named_identifiers_exist(files)
    yield from check_scripts_exist(files)
