"""Checks the links of all pages in Markdown: links.py ROOT. A link within the tree has to lead to an existing file or
folder, a link with an anchor to a heading of that page, and every page below docs/ has to be reachable from docs/README.md.
Links to other machines are not followed; they only have to be well formed."""

import argparse
import os
import pathlib
import re
import sys
import urllib.parse

import markdown

SKIPPED = {'.git', 'build', '.cache', '__pycache__', 'node_modules', 'site'}
CONTENTS = 'docs/README.md'


def read_pages(root):
    pages = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in SKIPPED and not name.startswith('build-')]
        for name in names:
            if name.endswith('.md'):
                path = pathlib.Path(folder, name)
                pages[path.relative_to(root).as_posix()] = markdown.read(path.read_text())
    return pages


def lines_of(path):
    with open(path, encoding='utf-8', errors='replace') as text:
        return sum(1 for _ in text)


def fault_of_outer(target):
    parts = urllib.parse.urlsplit(target)
    if parts.scheme == 'mailto':
        return None if '@' in parts.path else 'is not a mail address'
    if parts.scheme not in ('http', 'https'):
        return f'has the scheme {parts.scheme!r}'
    return None if re.fullmatch(r'[\w.-]+(:\d+)?', parts.netloc) else 'names no host'


def fault_of(root, pages, path, target):
    """The fault of a link, or None; and the path of its target."""
    if re.match(r'[a-zA-Z][\w+.-]*:', target):
        return fault_of_outer(target), None
    place, _, anchor = target.partition('#')
    if place.startswith('/'):
        return 'begins with /, which is another place on each site', None
    goal = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(place))) if place else path
    if goal.startswith('..'):
        return 'leaves the tree', None
    if not os.path.exists(os.path.join(root, goal)):
        return f'leads to {goal}, which is not there', goal
    if not anchor:
        return (None if '#' not in target else 'has an empty anchor'), goal
    if goal in pages:
        return (None if anchor in pages[goal].anchors else f'{goal} has no heading for #{anchor}'), goal
    line = re.fullmatch(r'L(\d+)', anchor)
    if not line:
        return f'#{anchor} is no place in {goal}', goal
    return (None if int(line[1]) <= lines_of(os.path.join(root, goal)) else f'{goal} has no line {line[1]}'), goal


def reached_from(start, leads_to):
    reached, left = set(), [start]
    while left:
        page = left.pop()
        if page not in reached:
            reached.add(page)
            left += leads_to.get(page, [])
    return reached


def check(root):
    pages = read_pages(root)
    faults = []
    leads_to = {}
    for path, page in sorted(pages.items()):
        for link in page.links:
            fault, goal = fault_of(root, pages, path, link.target)
            if fault:
                faults.append(f'{path}:{link.line}: the link {link.target}: {fault}')
            if goal in pages:
                leads_to.setdefault(path, []).append(goal)
    reached = reached_from(CONTENTS, leads_to)
    faults += [f'{path}: no link leads here from {CONTENTS}' for path in sorted(pages)
               if path.startswith('docs/') and path not in reached]
    return sum(len(page.links) for page in pages.values()), faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('root', type=pathlib.Path)
    links, faults = check(parser.parse_args().root)
    for fault in faults:
        print(fault)
    print(f'{links} links, {len(faults)} faults')
    return 1 if faults or not links else 0


if __name__ == '__main__':
    sys.exit(main())
