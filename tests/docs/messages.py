"""Compares the messages that the manual quotes with the sources: messages.py ROOT.

The inline codes in the first column of tables count as quoted if that column is `message` or `the message has`. Each part of a quoted
message between `...` has to be in a string literal of the sources, or in the output that docs/inside/mistakes.md shows."""

import pathlib
import re
import sys

import markdown

PAGES = ['docs/reference/errors.md', 'docs/guides/troubleshooting.md']
COLUMNS = {'message', 'the message has'}
PRINTED = 'docs/inside/mistakes.md'  # the tests of tests/mistakes keep it true
LITERALS = re.compile(r'"((?:[^"\\\n]|\\.)*)"(?:\s*(?://[^\n]*\n\s*)?"((?:[^"\\\n]|\\.)*)")*')
PIECE = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
SHORT = 4  # characters: a part of at most this length, such as ", at ", is too short to compare


def literals_of(text):
    """String literals, adjacent ones joined, unescaped."""
    for found in LITERALS.finditer(text):
        yield ''.join(PIECE.findall(found[0])).replace('\\"', '"').replace("\\'", "'")


def sources(root):
    texts = []
    for folder in ('src', 'include', 'examples'):
        for path in sorted((root / folder).rglob('*.[ch]pp')):
            texts.extend(literals_of(path.read_text()))
    for path in [*(root / 'cmake').glob('*.cmake'), root / 'cmake/dimmaConfig.cmake.in']:
        texts.append(path.read_text())
    texts += [(root / PRINTED).read_text(), (root / 'include/dimma/generated/cxx20.hpp').read_text()]
    return '\n'.join(texts)


def quoted(text):
    """Yields the line and the text of each quoted message."""
    for number, row in markdown.table_rows(text):
        column, cell = next(iter(row.items()))
        if column in COLUMNS:
            yield from ((number, message) for message in re.findall(r'`([^`]+)`', cell))


def parts(message):
    return [part.strip() for part in message.split('...') if len(part.strip()) > SHORT]


def faults(root):
    known = sources(root)
    for page in PAGES:
        found = list(quoted((root / page).read_text()))
        if not found:
            yield f'{page} quotes no message'
        for number, message in found:
            for part in parts(message):
                if part not in known:
                    yield f'{page}:{number}: {message!r}: nothing prints {part!r}'


def main():
    root = pathlib.Path(sys.argv[1])
    found = list(faults(root))
    print('\n'.join(found) or f'{sum(len(list(quoted((root / page).read_text()))) for page in PAGES)} messages, 0 faults')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
