"""Checks docs/reference/figures.md, the page of published figures: figures.py ROOT. The pages that a row lists have to quote its
value; a value with a record has to be that of tests/counts/counts.json; and each time or count of instructions in the README and
the guides has to be on the page."""

import json
import pathlib
import re
import sys

import markdown

PAGE = 'docs/reference/figures.md'
RECORD = 'tests/counts/counts.json'
MEASURED = re.compile(r'\b(\d[\d,.]*) (?:us|µs|ns|instructions|seconds of processor)\b')
# Limits and settings that have a unit but are not measurements.
LIMITS = {('docs/guides/measuring.md', '60'), ('docs/guides/message-buffers.md', '200')}


def has_number(text, value):
    return re.search(rf'(?<![\d.,]){re.escape(value)}(?![\d]|[.,]\d)', text) is not None


def without_code(text):
    return re.sub(r'^(```|~~~).*?^\1[`~]*$', lambda found: re.sub(r'[^\n]', ' ', found[0]), text, flags=re.M | re.S)


def faults(root):
    record = json.loads((root / RECORD).read_text())['with threads']
    published = set()
    for number, row in markdown.table_rows((root / PAGE).read_text()):
        where = f'{PAGE}:{number}'
        values = row['values'].split(' / ')
        pages = [(root / PAGE).parent.joinpath(link).resolve() for link in re.findall(r'\]\(([^)]+)\)', row['quoted in'])]
        if not pages or not row['recorded']:
            yield f'{where}: nothing says when it was recorded, or who quotes it'
        for page in pages:
            name = str(page.relative_to(root.resolve()))
            published.update((name, value) for value in values)
            yield from (f'{where}: {name} does not have {value}' for value in values if not has_number(page.read_text(), value))
        keys = re.findall(r'`([^`]+)`', row.get('record', ''))
        for key, value in zip(keys[1:], values):
            if record[keys[0]][key] != int(value.replace(',', '')):
                yield f'{where}: {value}, and {RECORD} has {record[keys[0]][key]} for {key}'
    for path in [root / 'README.md', *sorted((root / 'docs/guides').glob('*.md')), *sorted((root / 'docs/start').glob('*.md'))]:
        name, text = str(path.relative_to(root)), without_code(path.read_text())
        for found in MEASURED.finditer(text):
            if (name, found[1]) not in published | LIMITS:
                yield f'{name}:{text.count(chr(10), 0, found.start()) + 1}: {found[0]!r} is not on {PAGE}'


def main():
    found = list(faults(pathlib.Path(sys.argv[1])))
    print('\n'.join(found) or 'published figures: 0 faults')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
