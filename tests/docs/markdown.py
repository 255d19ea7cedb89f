"""Parses a page in Markdown for tests: its lines outside of code, headings with their anchors, links, inline code, fenced
blocks and the rows of tables."""

import re
from dataclasses import dataclass, field

FENCE = re.compile(r'^( {0,3})(`{3,}|~{3,})(.*)$')
CODE = re.compile(r'(`+)(?!`).+?(?<!`)\1(?!`)')
LINK = re.compile(r'!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*(<[^>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+"[^"]*")?\s*\)')
DEFINITION = re.compile(r'^ {0,3}\[[^\]]+\]:\s*(\S+)')
TAG = re.compile(r'<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)="([^"]*)"')
ID = re.compile(r'<\w+\b[^>]*?\b(?:id|name)="([^"]*)"')
HEADING = re.compile(r'^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$')
COMMENT = re.compile(r'<!--.*?-->', re.S)
CELL_BORDER = re.compile(r'(?<!\\)\|')


@dataclass
class Block:
    line: int  # the line of its fence
    info: str
    text: str = ''


@dataclass
class Link:
    line: int
    target: str


@dataclass
class Page:
    links: list = field(default_factory=list)
    anchors: set = field(default_factory=set)
    blocks: list = field(default_factory=list)
    codes: list = field(default_factory=list)  # (line number, text) of code within a line
    prose: list = field(default_factory=list)  # (line number, line) outside of fenced blocks and comments


def anchor_of(heading):
    """The anchor that GitHub gives a heading: in lower case, without punctuation, blanks as hyphens."""
    text = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', heading).replace('`', '')
    return re.sub(r'[^\w\- ]', '', text.lower()).replace(' ', '-')


def without_comments(text):
    """The text with its comments blanked; line numbers stay the same."""
    return COMMENT.sub(lambda found: re.sub(r'[^\n]', ' ', found[0]), text)


def table_rows(text):
    """Yields the rows of all tables: the line, and the cells by the names of the columns up to a comma."""
    names = None
    for number, line in enumerate(text.split('\n'), 1):
        if not line.startswith('|'):
            names = None
            continue
        cells = [cell.strip() for cell in CELL_BORDER.split(line.strip())[1:-1]]
        if names is None:
            names = [cell.split(',')[0] for cell in cells]
        elif not set(line) <= set('|-: '):
            yield number, dict(zip(names, cells))


def read(text):
    page = Page()
    seen = {}
    fence = None
    for number, line in enumerate(text.split('\n'), 1):
        found = FENCE.match(line)
        if fence:
            if found and found[2].startswith(fence) and not found[3].strip():
                fence = None
            else:
                page.blocks[-1].text += line + '\n'
        elif found and not (found[2][0] == '`' and '`' in found[3]):
            fence = found[2]
            page.blocks.append(Block(number, found[3].strip()))
        else:
            page.prose.append((number, line))
    if fence:
        raise ValueError(f'line {page.blocks[-1].line}: the fenced block does not end')
    prose = without_comments('\n'.join(line for _, line in page.prose)).split('\n')
    page.prose = [(number, line) for (number, _), line in zip(page.prose, prose)]
    for number, line in page.prose:
        heading = HEADING.match(line)
        if heading:
            anchor = anchor_of(heading[2])
            seen[anchor] = seen.get(anchor, -1) + 1
            page.anchors.add(anchor if not seen[anchor] else f'{anchor}-{seen[anchor]}')
        page.codes += [(number, code[0].strip('`').strip()) for code in CODE.finditer(line)]
        bare = CODE.sub(lambda code: 'x' * len(code[0]), line)
        page.anchors.update(ID.findall(bare))
        page.links += [Link(number, target.strip('<>')) for target in LINK.findall(bare) + TAG.findall(bare)]
        page.links += [Link(number, target) for target in DEFINITION.findall(bare)]
    return page
