"""Counts comments that have no subject: prose.py ROOT --limits FILE [--lower].

A sentence of a comment that begins with one of the words below is a noun phrase in disguise ("Whose who may send has."),
and a reader has to find its subject first. FILE has a line "folder count" for each folder, and a folder without a line
has none. More than that is a finding, and so is less: the numbers only go down. --lower writes the lower ones.
"""

import argparse
import pathlib
import re
import sys

import cpp_text

FOLDERS = ('bench', 'examples', 'include', 'src/*', 'tests/*')
OPENERS = re.compile(r'(?:Of|What|Where|Whether|Whose|Who|Whoever|By)\b')
# Behind code, where a remark is often no sentence: "int n;  // of the last call".
TRAILING_OPENERS = re.compile(r'(?:[Oo]f|[Ww]hat|[Ww]here|[Ww]hether|[Ww]hose|[Ww]ho|[Ww]hoever|[Bb]y)\b')
SENTENCE = re.compile(r'(?<=[.!?:]) +')


def comments(text):
    """Each comment of `//` lines, joined, with its first line and if code stands before it."""
    code = cpp_text.without_literals(text)
    with_comments = text.split('\n')
    found = []
    for number, (line, bare) in enumerate(zip(with_comments, code.split('\n')), 1):
        at = len(bare.rstrip())
        remark = re.match(r'\s*//[/!<]* ?(.*)', line[at:])
        if not remark or not remark.group(1):
            continue
        goes_on = found and not at and found[-1]['last'] == number - 1 and not found[-1]['trails']
        if goes_on:
            found[-1]['text'] += ' ' + remark.group(1).strip()
            found[-1]['last'] = number
        else:
            found.append({'text': remark.group(1).strip(), 'first': number, 'last': number, 'trails': bool(at)})
    return found


def without_subject(text):
    """The first line of each comment that counts, and the sentence."""
    found = []
    for comment in comments(text):
        openers = TRAILING_OPENERS if comment['trails'] else OPENERS
        for position, sentence in enumerate(SENTENCE.split(comment['text'])):
            # Behind a colon an explanation goes on, and a question is a question.
            if (openers if position == 0 else OPENERS).match(sentence) and not sentence.endswith('?'):
                found.append((comment['first'], sentence))
    return found


def folder_of(path):
    parts = path.parts
    return '/'.join(parts[:2] if parts[0] in ('src', 'tests') and len(parts) > 2 else parts[:1])


def count_tree(root):
    counts, places = {}, {}
    for path in sorted(file for folder in FOLDERS for top in root.glob(folder) for file in top.rglob('*.[ch]pp')):
        relative = path.relative_to(root)
        if 'build' in relative.parts:
            continue
        for line, sentence in without_subject(path.read_text(errors='replace')):
            folder = folder_of(relative)
            counts[folder] = counts.get(folder, 0) + 1
            places.setdefault(folder, []).append(f'{relative}:{line}: {sentence[:100]}')
    return counts, places


def read_limits(path):
    lines = [line.split() for line in path.read_text().splitlines() if line and not line.startswith('#')]
    return {folder: int(count) for folder, count in lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('root', type=pathlib.Path)
    parser.add_argument('--limits', type=pathlib.Path, required=True)
    parser.add_argument('--lower', action='store_true')
    arguments = parser.parse_args()
    counts, places = count_tree(arguments.root)
    limits = read_limits(arguments.limits)
    more = [folder for folder in sorted(counts) if counts[folder] > limits.get(folder, 0)]
    for folder in more:
        print('\n'.join(places[folder]))
        print(f'{folder}: {counts[folder]} comments without a subject, {limits.get(folder, 0)} before [prose]')
    less = [folder for folder in sorted(limits) if counts.get(folder, 0) < limits[folder]]
    if arguments.lower and not more:
        head = [line for line in arguments.limits.read_text().splitlines() if line.startswith('#')]
        lines = [f'{folder} {count}' for folder, count in sorted(counts.items())]
        arguments.limits.write_text('\n'.join(head + lines) + '\n')
        less = []
    for folder in less:
        print(f'{folder}: {counts.get(folder, 0)} comments without a subject, fewer than {limits[folder]}: run with --lower [prose]')
    return 1 if more or less else 0


if __name__ == '__main__':
    sys.exit(main())
