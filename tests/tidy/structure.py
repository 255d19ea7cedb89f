"""Measures what makes a room hard to understand: structure.py ROOT --limits FILE [--lower].

    circle UNIT     the units (a header and its source) that include each other in a cycle, named by the first of them; the
                    goal is none
    folder PATH     the files directly in a folder; the goal is 25
    methods CLASS   the member functions that a class declares; the goal is 40
    fields CLASS    its data members; the goal is 20

FILE has a line for each number that is above its goal (ratchet.py). --lower writes the numbers that have become lower.
"""

import re
import sys

import cpp_text
import ratchet

GOALS = {'circle': 1, 'folder': 25, 'methods': 40, 'fields': 20}
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
CLASS = re.compile(r'\b(?:class|struct)\s+([^;{}=]*)\{')
ANNOTATION = re.compile(r'\bDIMMA_[A-Z_]+(?:\([^()]*(?:\([^()]*\))?[^()]*\))?|\[\[[^\]]*\]\]|\balignas\([^()]*\)|\bnoexcept\([^()]*\)')
ACCESS = re.compile(r'\b(?:public|protected|private)\s*:(?!:)')
NO_MEMBER = re.compile(r'\s*(?:using|friend|typedef|enum|static_assert|struct|class|union)\b')


def goal_of(key):
    return GOALS[key.split()[0]]


def circles(edges):
    """The strongly connected components of more than one unit (Tarjan's algorithm, without recursion)."""
    index, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in sorted(edges):
        work = [] if root in index else [(root, iter(sorted(edges[root])))]
        if work:
            index[root] = low[root] = len(index)
            stack.append(root)
            on_stack.add(root)
        while work:
            unit, successors = work[-1]
            for following in successors:
                if following not in index:
                    index[following] = low[following] = len(index)
                    stack.append(following)
                    on_stack.add(following)
                    work.append((following, iter(sorted(edges[following]))))
                    break
                if following in on_stack:
                    low[unit] = min(low[unit], index[following])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[unit])
                if low[unit] == index[unit]:
                    component = []
                    while not component or component[-1] != unit:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    if len(component) > 1:
                        found.append(sorted(component))
    return found


def count_circles(source):
    edges = {}
    for path in sorted(source.rglob('*.[ch]pp')):
        unit = path.relative_to(source).with_suffix('').as_posix()
        others = {name.rsplit('.', 1)[0] for name in INCLUDE.findall(path.read_text(errors='replace'))}
        edges.setdefault(unit, set()).update(others - {unit})
    for unit in edges:
        edges[unit] &= edges.keys()
    return {f'circle {component[0]}': component for component in circles(edges)}


def count_folders(root):
    counts = {}
    for top in ('include', 'src'):
        for path in (root / top).rglob('*'):
            if path.is_file():
                folder = path.parent.relative_to(root).as_posix()
                counts[f'folder {folder}'] = counts.get(f'folder {folder}', 0) + 1
    return counts


def end_of_braces(text, opening):
    depth = 0
    for brace in re.compile(r'[{}]').finditer(text, opening):
        depth += 1 if brace[0] == '{' else -1
        if depth == 0:
            return brace.start()
    return len(text)


def without_angles(text):
    before = None
    while before != text:
        before, text = text, re.sub(r'<[^<>;{}]*>', '', text)
    return text


def statements(body):
    """The declarations of a class: their text without the parts in braces."""
    text, position = '', 0
    for mark in re.finditer(r'[{;]', body):
        if mark.start() < position:
            continue
        text += body[position:mark.start()]
        position = mark.end()
        if mark[0] == '{':
            position = end_of_braces(body, mark.start()) + 1
            if not re.search(r'\)[^=]*$', text) and not NO_MEMBER.match(text):
                continue  # an initializer
        yield text
        text = ''


def members(body):
    """The numbers of member functions and data members that the body of a class declares."""
    methods = fields = 0
    for statement in statements(ACCESS.sub(' ', ANNOTATION.sub(' ', body))):
        statement = without_angles(re.sub(r'^\s*template\s*<.*?>\s*(?=\w)', '', statement, flags=re.DOTALL))
        statement = re.sub(r'\boperator\s*\S+?\s*\(', 'operator_(', statement)
        if not statement.strip() or NO_MEMBER.match(statement):
            continue
        declared = statement.split('=')[0]
        if '(' in declared:
            methods += 0 if re.search(r'=\s*delete\s*$', statement) else 1
        elif re.search(r'\w', declared) and not re.match(r'\s*(?:static|inline static|constexpr static)\b', declared):
            fields += 1 + declared.count(',')
    return methods, fields


def count_classes(root):
    counts = {}
    for top in ('include', 'src'):
        for path in sorted((root / top).rglob('*.[ch]pp')):
            text = cpp_text.without_directives(cpp_text.without_literals(path.read_text(errors='replace')))
            for found in CLASS.finditer(text):
                head = without_angles(ANNOTATION.sub(' ', found[1]))
                words = re.split(r'(?<!:):(?!:)', head)[0].replace(' final', ' ').split()
                if len(words) != 1 or re.search(r'\benum\s*$', text[:found.start()][-8:]):
                    continue
                name = words[0]
                opening = found.end() - 1
                methods, fields = members(text[opening + 1:end_of_braces(text, opening)])
                place = f'{path.relative_to(root).as_posix()}:{name}'
                counts[f'methods {place}'] = methods
                counts[f'fields {place}'] = fields
    return counts


def count_tree(root):
    """The numbers of the tree by key, and the units of each circle."""
    found = count_circles(root / 'src')
    counts = {key: len(units) for key, units in found.items()}
    counts |= count_folders(root) | count_classes(root)
    return counts, found


if __name__ == '__main__':
    sys.exit(ratchet.main(__doc__, 'structure', count_tree, goal_of))
