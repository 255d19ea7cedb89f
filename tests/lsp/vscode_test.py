#!/usr/bin/env python3
"""vscode_test.py SOURCE: compares the extension tools/vscode with the compiler: keywords, settings, and valid expressions."""

import json
import pathlib
import re
import sys

from lsp_client import require, same


def rules(node):
    """All rules of a grammar, at any depth."""
    if isinstance(node, dict):
        if 'match' in node or 'begin' in node:
            yield node
        for value in node.values():
            yield from rules(value)
    elif isinstance(node, list):
        for value in node:
            yield from rules(value)


def words_of_compiler(source):
    text = (source / 'src/idl/text/token.cpp').read_text()
    words = set()
    for table in ('keywords', 'words_of_idl4'):
        listed = re.search(rf'constexpr std::array {table} = \{{(.*?)\}};', text, re.DOTALL)
        require(listed, f'src/idl/text/token.cpp has no table {table}')
        words |= set(re.findall(r'"(\w+)"', listed[1]))
    require(len(words) > 80, words)
    return words


def check_grammar(source, grammar):
    expressions = {each[key] for each in rules(grammar) for key in ('match', 'begin', 'end') if key in each}
    require(len(expressions) > 20, expressions)
    for expression in expressions:
        re.compile(expression)
    included = set(re.findall(r'"include": "#(\w+)"', json.dumps(grammar)))
    same(sorted(included), sorted(grammar['repository']), 'what is included, and what there is')
    plain = [re.compile(each['match']) for each in rules(grammar['repository']['words']) if 'name' in each]
    plain += [re.compile(each['match']) for each in rules(grammar['repository']['literals']) if 'match' in each]
    for word in sorted(words_of_compiler(source)):
        same(sum(bool(each.fullmatch(word)) for each in plain), 1, f'rules for the keyword {word}')
    for other in ('Clock', 'modules', 'in_', '_in', 'true', 'LONG'):
        require(not any(each.search(other) for each in plain), f'{other} is no keyword')


def check_settings(source, package):
    own = {name.removeprefix('dimma-idl.') for name in package['contributes']['configuration']['properties']} - {'path'}
    server = set(re.findall(r'member_of\(settings, "(\w+)"\)', (source / 'src/idl/server/session.cpp').read_text()))
    same(sorted(own), sorted(server), "the extension's settings, and the server's")
    client = re.search(r'const \{(\w+, .*?)\} =', (source / 'tools/vscode/extension.js').read_text())[1]
    same(sorted(client.split(', ')), sorted(server), 'those that the extension passes on')
    manual = (source / 'docs/guides/editors.md').read_text().split('## Settings')[1].split('\n## ')[0]
    listed = {name for line in manual.splitlines() if line.startswith('| `') for name in re.findall(r'`(\w+)`', line.split('|')[1])}
    same(sorted(listed), sorted(server), 'those of the manual')


def main():
    source = pathlib.Path(sys.argv[1])
    extension = source / 'tools/vscode'
    package = json.loads((extension / 'package.json').read_text())
    configuration = package['contributes']['languages'][0]['configuration']
    require('comments' in json.loads((extension / configuration).read_text()), configuration)
    grammar = json.loads((extension / package['contributes']['grammars'][0]['path']).read_text())
    same(grammar['scopeName'], package['contributes']['grammars'][0]['scopeName'], 'the name of the grammar')
    require((extension / package['main']).is_file(), package['main'])
    check_grammar(source, grammar)
    check_settings(source, package)


if __name__ == '__main__':
    sys.exit(main())
