"""C++ as text: comments and literals blanked, functions found by counting braces."""

import functools
import re
from dataclasses import dataclass

RAW_STRING = re.compile(r'(?:u8|u|U|L)?R"([^ ()\\\t\n]{0,16})\(')
MARK = re.compile(r'//|/\*|(?<!\w)(?:u8|u|U|L)?R"|["\']')
TYPE_HEAD = re.compile(r'^(?:export\s+|inline\s+|static\s+|constexpr\s+|const\s+|friend\s+|typedef\s+)*'
                       r'(?:namespace|class|struct|union|enum|concept|extern\s+"[^"]*"\s*$|extern\s*$)\b')


def blank(text, start, end):
    return re.sub(r'[^\n]', ' ', text[start:end])


def end_of_quoted(text, start, quote):
    """The position after the closing quotation mark, or the end of the line if there is none."""
    i = start + 1
    while i < len(text) and text[i] not in (quote, '\n'):
        i += 2 if text[i] == '\\' else 1
    return min(i + 1, len(text))


def end_of_mark(text, start):
    """The position after the comment or literal that begins at `start`, or None if none does."""
    before = text[start - 1] if start > 0 else ' '
    if text.startswith('//', start):
        end = text.find('\n', start)
        return len(text) if end < 0 else end
    if text.startswith('/*', start):
        end = text.find('*/', start + 2)
        return len(text) if end < 0 else end + 2
    if text[start] == '"':
        return end_of_quoted(text, start, '"')
    if text[start] == "'":
        return None if before.isalnum() else end_of_quoted(text, start, "'")  # otherwise it separates digits
    raw = RAW_STRING.match(text, start)
    if raw is None:
        return None
    close = ')' + raw.group(1) + '"'
    end = text.find(close, raw.end())
    return len(text) if end < 0 else end + len(close)


@functools.lru_cache(maxsize=8)  # many checks look at one file after the other
def without_literals(text, keep_strings=False):
    """The text with comments (and strings, characters) replaced by blanks, so that positions are unchanged."""
    out = []
    position = 0
    while mark := MARK.search(text, position):
        start = mark.start()
        out.append(text[position:start])
        end = end_of_mark(text, start)
        if end is None:
            position = start + 1
            out.append(text[start])
        else:
            position = end
            is_comment = mark[0] in ('//', '/*')
            out.append(text[start:end] if keep_strings and not is_comment else blank(text, start, end))
    out.append(text[position:])
    return ''.join(out)


def without_directives(text):
    """The text with preprocessor lines, also continued ones, replaced by blanks."""
    lines = text.split('\n')
    continued = False
    for number, line in enumerate(lines):
        if continued or line.lstrip().startswith('#'):
            continued = line.endswith('\\')
            lines[number] = ' ' * len(line)
        else:
            continued = False
    return '\n'.join(lines)


def without_template(head):
    """The text after `template <...>`, with brackets of any depth."""
    head = head.strip()
    while head.startswith('template'):
        depth = 0
        for position, character in enumerate(head):
            depth += {'<': 1, '>': -1}.get(character, 0)
            if character == '>' and depth == 0:
                break
        else:
            return head
        head = head[position + 1:].strip()
    return head


@dataclass
class Function:
    name: str
    line: int
    lines: int


def line_of(text, position):
    return text.count('\n', 0, position) + 1


def opens_function(head):
    head = without_template(head)
    if TYPE_HEAD.match(head):
        return False
    return '(' in head and not re.search(r'(=|,|\(|\breturn)\s*$', head)


def name_in(head):
    head = without_template(head)
    found = re.search(r'(operator\s*[^\s(]+|[~\w:]+)\s*\(', head)
    return found.group(1) if found else head.strip()[:40]


def functions(text):
    """The functions that are not within another function, with the lines from their head to their closing brace."""
    code = without_directives(without_literals(text))
    found = []
    opened = []  # for each brace: None, or (name, position) of the function that it opens
    head_begin = 0
    for mark in re.finditer('[{};]', code):
        position, character = mark.start(), mark[0]
        if character == '{':
            head = code[head_begin:position]
            inside = any(entry is not None for entry in opened)
            is_function = not inside and opens_function(head)
            begin = head_begin + len(head) - len(head.lstrip())
            opened.append((name_in(head), begin) if is_function else None)
        elif character == '}' and opened:
            entry = opened.pop()
            if entry is not None:
                first, last = line_of(code, entry[1]), line_of(code, position)
                found.append(Function(entry[0], first, last - first + 1))
        head_begin = position + 1
    return found
