"""Counts comments and messages that are hard to read: prose.py ROOT --limits FILE [--lower].

    FOLDER            the comments that have no subject. A sentence of a comment that begins with one of OPENERS is a noun
                      phrase in disguise ("Whose who may send has."), and a reader has to find its subject first.
    wording FOLDER    the words in comments for which WORDINGS has a plainer one
    message FOLDER    the words in the string literals of src for which MESSAGES has a plainer one: a message names the
                      thing instead of using a pronoun ("what was read")

The goal of each is 0. FILE has a line for each number that is above it (ratchet.py). --lower writes the numbers that have
become lower.
"""

import re
import sys

import cpp_text
import ratchet

FOLDERS = ('bench', 'examples', 'include', 'src/*', 'tests/*')
OPENERS = re.compile(r'(?:Of|What|Where|Whether|Whose|Who|Whoever|By)\b')
# After code, where a remark is often not a sentence: "int n;  // of the last call".
TRAILING_OPENERS = re.compile(r'(?:[Oo]f|[Ww]hat|[Ww]here|[Ww]hether|[Ww]hose|[Ww]ho|[Ww]hoever|[Bb]y)\b')
PIECE = re.compile(r'(?<!R)"((?:[^"\\\n]|\\.)*)"')
JOINED = re.compile(rf'(?<!\\){PIECE.pattern}(?:\s*{PIECE.pattern})*')
SENTENCE = re.compile(r'(?<=[.!?:]) +')

AT_END = r'(?=[.,;:)]|$)'
WORDINGS = [(re.compile(pattern), plainer) for pattern, plainer in (
    (r'\bany ?more\b(?! than)', 'no longer'),
    (r'\bfor ever\b', 'forever, or without a limit'),
    (r'(?<!far )\b[Bb]ehind (?=\w)', 'after'),
    (r'\b[Ww]hom?ever\b', 'any thread, or the one that'),
    (r'\b(?:[Ww]hat|[Ww]hich)ever\b', 'any, or even if'),
    (r'\b(?:[Aa]t|[Bb]y|[Ff]or|[Ff]rom|[Oo]f|[Oo]n|[Tt]o|[Ww]ith) who\b', 'a caller that'),
    (r'(?<!long )(?<!many )\bas (?:it|they) (?:is|are|was|were)\b' + AT_END, 'unchanged'),
    (r'\b(?:[Tt]hat|which|[Ww]hat) (?:is|are|was|were) none\b(?! of)', 'is not one'),
    (r'(?:^|[.;:] )[Nn]one where\b', 'empty if'),
    (r'\b(?:[Ee]mpty|[Ff]alse|[Nn]othing|[Nn]ull|nullptr|[Tt]rue|[Zz]eros?) where\b', 'if'),
    (r'\b(?:are|be|being|is|was|were) had\b', 'can be used, or exists'),
    (r'(?<!there )\b(?:are|is) no more\b' + AT_END, 'has ended'),
    (r'\bin vain\b', 'without success'),
    (r'\bin the midst of\b', 'within'),
)]

# For string literals with more than one word. A literal that begins with a blank continues a sentence.
MESSAGES = [(re.compile(pattern), plainer) for pattern, plainer in (
    (r'^(?:[Ww]hat|[Ww]ho|[Ww]hom|[Ww]hose) (?!is\b.*\?)', 'the name of the thing'),
    (r'\b(?:[Aa]ny|[Ee]very|[Nn]o|[Ss]ome)body\b', 'a client, server, thread or user'),
    (r'\b(?:[Ww]hat|[Ww]ho|[Ww]hom|[Ww]hich)ever\b', 'any, or even if'),
    (r'\bthan (?:it|they) (?:can|may)\b', 'more than the limit'),
    (r'\b(?:are|is) none\b', 'is not one'),
    (r'(?<!\b[Tt]here )\b(?:are|is) no (?!longer\b|more\b)(?=\w)', 'is not a'),
    (r'\bany ?more\b(?! than)', 'no longer'),
    (r'\b(?:for ever|in vain|amid|anew)\b', 'without a limit, without success, within, again'),
    (r'\bagain and again\b', 'repeatedly'),
    (r'\bbehind\b', 'after'),
    (r"\bcan't\b|\bcan not\b", 'cannot'),
    (r'\bsay \w+=', 'use'),
    (r'\b(?:are|is) said\b', 'is given'),
)]


def comments(text):
    """Each comment of `//` lines, joined, with its first line, and whether code precedes it."""
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
    """The first line of each comment without a subject, and the sentence."""
    found = []
    for comment in comments(text):
        openers = TRAILING_OPENERS if comment['trails'] else OPENERS
        for position, sentence in enumerate(SENTENCE.split(comment['text'])):
            # The part after a colon is an explanation, and questions are allowed.
            if (openers if position == 0 else OPENERS).match(sentence) and not sentence.endswith('?'):
                found.append((comment['first'], sentence))
    return found


def wordings(text):
    """The first line of each comment with such words, and the words with the plainer ones."""
    found = []
    for comment in comments(text):
        for pattern, plainer in WORDINGS:
            for match in pattern.finditer(comment['text']):
                before = comment['text'][max(0, match.start() - 40):match.start()]
                found.append((comment['first'], f'...{before}{match[0].strip()}... ({plainer})'))
    return found


def literals(text):
    """Each string literal of several words with its first line; adjacent literals are joined."""
    code = cpp_text.without_directives(cpp_text.without_literals(text, keep_strings=True))
    for found in JOINED.finditer(code):
        words = ''.join(PIECE.findall(found[0]))
        if ' ' in words.strip():
            yield cpp_text.line_of(code, found.start()), words


def messages(text):
    """The line of each literal with such words, and the words with the plainer ones."""
    found = []
    for line, words in literals(text):
        for pattern, plainer in MESSAGES:
            found.extend((line, f'"{words[max(0, match.start() - 40):match.end()].strip()}" ({plainer})')
                         for match in pattern.finditer(words))
    return found


def folder_of(path):
    parts = path.parts
    return '/'.join(parts[:2] if parts[0] in ('src', 'tests') and len(parts) > 2 else parts[:1])


def count_tree(root):
    """The numbers of the tree by key, and the places of the counted comments."""
    places = {}
    for path in sorted(file for folder in FOLDERS for top in root.glob(folder) for file in top.rglob('*.[ch]pp')):
        relative = path.relative_to(root)
        if 'build' in relative.parts:
            continue
        folder = folder_of(relative)
        text = path.read_text(errors='replace')
        kinds = [(folder, without_subject(text)), (f'wording {folder}', wordings(text))]
        if folder.startswith('src/'):
            kinds.append((f'message {folder}', messages(text)))
        for key, lines in kinds:
            places.setdefault(key, []).extend(f'{relative}:{line}: {words[:100]}' for line, words in lines)
    return {key: len(lines) for key, lines in places.items()}, places


def goal_of(_key):
    return 0


if __name__ == '__main__':
    sys.exit(ratchet.main(__doc__, 'prose', count_tree, goal_of))
