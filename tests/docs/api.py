"""Finds what the public headers declare without a word: api.py ROOT --work FOLDER.

Doxygen reads include/dimma/, without what is for generated code. A class, function or enumeration is documented by a comment of
its own (/// or ///<), or by one above the run of lines in which it stands: one comment may be for a group. Not asked for: what
overrides; what a class has anyway (constructors, copies, destructors, operators); names that begin with _; the accessors of a
member, a pair of functions of one name, as the class's comment is about its members; specialisations of templates, which are documented where the template is.
A class whose comment says "The operations are those of CLAUSE" has its operations documented by that specification.
Each header has to be named on the page docs/reference/headers.md."""

import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

PAGE = 'docs/reference/headers.md'
KINDS = {'function', 'enum'}
DOXYFILE = '''
INPUT = include/dimma
FILE_PATTERNS = *.hpp
RECURSIVE = YES
EXCLUDE_PATTERNS = */generated/* */detail/* */taox11/*
OUTPUT_DIRECTORY = "{work}"
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
QUIET = YES
WARNINGS = NO
JAVADOC_AUTOBRIEF = YES
MACRO_EXPANSION = NO
STRIP_FROM_PATH = "{root}"
'''
OF_ITSELF = re.compile(r'~|operator|_|DIMMA_|swap$|explicit$')
BY_CLAUSE = re.compile(r'[Tt]he (operations|members|functions) are those of ')
INNER = re.compile(r'(^|::)(detail|orb|cdr|generated|iiop|poa|channel|value)(::|$)')


def text_of(element):
    return ''.join(element.itertext()).strip() if element is not None else ''


def has_words(element):
    return any(text_of(element.find(name)) for name in ('briefdescription', 'detaileddescription', 'inbodydescription'))


class Source:
    """The lines of the headers, in which comments are for groups."""

    def __init__(self, root):
        self.root = root
        self.files = {}

    def lines(self, path):
        if path not in self.files:
            self.files[path] = (self.root / path).read_text().split('\n')
        return self.files[path]

    def is_in_documented_group(self, path, line):
        lines = self.lines(path)
        if '///<' in lines[line - 1]:
            return True
        for text in reversed(lines[:line - 1]):
            text = text.strip()
            if text.startswith('///'):
                return True
            if not text or re.match(r'(public|protected|private|#|namespace|class|struct)\b', text) or text.endswith('{'):
                return False
        return False


def is_asked_for(compound, member):
    name = member.findtext('name') or ''
    definition = (member.findtext('definition') or '') + (member.findtext('argsstring') or '')
    own = compound.findtext('compoundname').split('<')[0].split('::')[-1].strip()
    return (member.get('kind') in KINDS and member.get('prot') == 'public' and not name.startswith('@')
            and member.find('reimplements') is None and not OF_ITSELF.match(name)
            and not re.search(r'\boverride\b|=\s*(delete|default)\b', definition)
            and '<' not in name and name != own and not INNER.search(definition.split('(')[0].rpartition(' ')[2]))


def accessors_of(compound):
    """The names that have a function without parameters and one without a result."""
    signatures = collections.defaultdict(set)
    for member in compound.iter('memberdef'):
        if member.get('kind') == 'function':
            parameters = len(member.findall('param'))
            if parameters == 0:
                signatures[member.findtext('name')].add('get')
            elif parameters == 1 and text_of(member.find('type')) in ('void', 'constexpr void'):
                signatures[member.findtext('name')].add('set')
    return {name for name, kinds in signatures.items() if kinds == {'get', 'set'}}


def undocumented(root, folder):
    """(path, line, what) of what no comment is for; and how much is asked for."""
    source, found, asked = Source(root), set(), 0
    for file in sorted(folder.glob('*.xml')):
        compound = xml_root(file).find('compounddef')
        if compound is None or compound.get('kind') not in ('class', 'struct', 'namespace', 'file', 'union'):
            continue
        name = compound.findtext('compoundname')
        if '<' in name or INNER.search(name) or compound.get('prot') in ('private', 'protected'):
            continue
        place = compound.find('location')
        is_class = compound.get('kind') in ('class', 'struct', 'union')
        if is_class:
            if name.split('::')[-1].startswith('_'):
                continue
            asked += 1
            if not has_words(compound) and not source.is_in_documented_group(place.get('file'), int(place.get('line'))):
                found.add((place.get('file'), int(place.get('line')), name))
            if any(BY_CLAUSE.search(text_of(compound.find(part))) for part in ('briefdescription', 'detaileddescription')):
                continue
        pairs = accessors_of(compound) if is_class else set()
        for member in compound.iter('memberdef'):
            if not is_asked_for(compound, member) or member.findtext('name') in pairs:
                continue
            asked += 1
            place = member.find('location')
            path, line = place.get('declfile') or place.get('file'), int(place.get('declline') or place.get('line'))
            if not has_words(member) and not source.is_in_documented_group(path, line):
                found.add((path, line, f'{name}::{member.findtext("name")}' if is_class else member.findtext('name')))
    return sorted(found), asked


def xml_root(file):
    return xml.etree.ElementTree.parse(file).getroot()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('root', type=pathlib.Path)
    parser.add_argument('--work', type=pathlib.Path, required=True)
    parser.add_argument('--count', action='store_true', help='say how many there are of each header')
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    work = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    subprocess.run(['doxygen', '-'], cwd=root, input=DOXYFILE.format(work=work, root=root), text=True, check=True, timeout=120)
    found, asked = undocumented(root, work / 'xml')
    page = (root / PAGE).read_text()
    for header in sorted(path.relative_to(root).as_posix() for path in (root / 'include/dimma').rglob('*.hpp')):
        if not re.search(r'/(generated|taox11|detail)/', header) and f'(../../{header})' not in page:
            found.append((PAGE, 1, header))
    if arguments.count:
        for path, count in collections.Counter(path for path, _, _ in found).most_common():
            print(count, path)
    else:
        for path, line, what in found:
            print(f'{path}:{line}: {what} is not documented')
    print(f'{asked} classes, functions and enumerations, {len(found)} without a word')
    return 1 if found or asked < 500 else 0


if __name__ == '__main__':
    sys.exit(main())
