"""C++ as text: comments and literals blanked, functions found by counting braces."""

import re
from dataclasses import dataclass

RAW_STRING = re.compile(r'(?:u8|u|U|L)?R"([^ ()\\\t\n]{0,16})\(')
TYPE_HEAD = re.compile(r'^(?:export\s+|inline\s+|static\s+|constexpr\s+|const\s+|friend\s+|typedef\s+)*'
                       r'(?:namespace|class|struct|union|enum|concept|extern\s+"[^"]*"\s*$|extern\s*$)\b')


def blank(text, start, end):
    return re.sub(r'[^\n]', ' ', text[start:end])


def end_of_quoted(text, start, quote):
    """Behind the closing quotation mark, or the end of the line if there is none."""
    i = start + 1
    while i < len(text) and text[i] not in (quote, '\n'):
        i += 2 if text[i] == '\\' else 1
    return min(i + 1, len(text))


def without_literals(text, keep_strings=False):
    """The text with comments (and strings, characters) as blanks: every position stays what it was."""
    out = []
    i = 0
    while i < len(text):
        here = text[i]
        before = text[i - 1] if i > 0 else ' '
        end = None
        is_comment = False
        if text.startswith('//', i):
            end = text.find('\n', i)
            end = len(text) if end < 0 else end
            is_comment = True
        elif text.startswith('/*', i):
            end = text.find('*/', i + 2)
            end = len(text) if end < 0 else end + 2
            is_comment = True
        elif here in 'uULR' and not (before.isalnum() or before == '_') and (raw := RAW_STRING.match(text, i)):
            close = ')' + raw.group(1) + '"'
            end = text.find(close, raw.end())
            end = len(text) if end < 0 else end + len(close)
        elif here == '"':
            end = end_of_quoted(text, i, '"')
        elif here == "'" and not before.isalnum():  # otherwise it separates digits
            end = end_of_quoted(text, i, "'")
        if end is None:
            out.append(here)
            i += 1
            continue
        out.append(text[i:end] if keep_strings and not is_comment else blank(text, i, end))
        i = end
    return ''.join(out)


def without_directives(text):
    """Preprocessor lines, continued ones too, as blanks."""
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
    """What stands behind `template <...>`, however deep the brackets."""
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
    """The functions that stand in no other function, with the lines from their head to their closing brace."""
    code = without_directives(without_literals(text))
    found = []
    opened = []  # for each brace: None, or (name, position) of the function that it opens
    head_begin = 0
    for position, character in enumerate(code):
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
        if character in '{};':
            head_begin = position + 1
    return found
