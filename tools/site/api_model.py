"""The public headers, as Doxygen reads them: its XML as headers with classes, functions and their descriptions, in
the order of the source.

Members on consecutive lines without a blank line between them are a run, which one comment describes. A member with a
comment of its own begins the next run, and a member with a trailing comment (///<) is a run by itself. Internal names are
left out: detail namespaces, names that begin with _ and specialisations, unless they have a comment, and overriding members."""

import re
import shutil
import subprocess
import xml.etree.ElementTree
from dataclasses import dataclass, field

HEADERS = 'include/dimma'
INDENTED = re.compile(r'(\s*///)   ')
MACRO_CALL = re.compile(r' *DIMMA_[A-Z_]*\(.*\)')
DOXYFILE = '''
INPUT = include/dimma
FILE_PATTERNS = *.hpp
RECURSIVE = YES
OUTPUT_DIRECTORY = "{work}"
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_IF_INCOMPLETE_DOC = NO
WARN_AS_ERROR = FAIL_ON_WARNINGS
INHERIT_DOCS = NO
MACRO_EXPANSION = YES
INCLUDE_PATH = include
# The macros of headers in generated/, which Doxygen does not read.
PREDEFINED = "DIMMA_LOCAL_EXCEPTION(NAME,SCOPE)=class NAME : public CORBA::UserException {{}};"
PREDEFINED += "DIMMA_CLASSIC_LOCAL_CLASS(NAME)=typedef NAME* NAME##_ptr; typedef ObjectVar<NAME> NAME##_var; \
typedef ObjectOut<NAME> NAME##_out"
PREDEFINED += "DIMMA_CLASSIC_LOCAL_INTERFACE(NAME)="
STRIP_FROM_PATH = "{work}"
'''
INNER = re.compile(r'(^|::)(detail|orb|cdr|generated|iiop|poa|channel|value)(::|$)')
FOR_GENERATED_CODE = {'exception_name', 'repository_id'}
DESCRIPTIONS = ('briefdescription', 'detaileddescription', 'inbodydescription')
CLASSES = ('class', 'struct', 'union')


class ReadError(Exception):
    """Doxygen is missing, or its output is not as expected."""


@dataclass
class Member:
    """A function, type, variable, enumeration, macro, or a class without members."""
    kind: str
    name: str
    qualified: str
    id: str
    line: int
    element: object  # of Doxygen's XML
    is_protected: bool = False

    @property
    def has_words(self):
        return has_words(self.element)


@dataclass
class Run:
    members: list

    @property
    def described(self):
        """The member whose comment describes all of them, or None."""
        return next((member for member in self.members if member.has_words), None)


@dataclass
class Class:
    kind: str
    qualified: str
    id: str
    line: int
    element: object
    runs: list = field(default_factory=list)
    nested: list = field(default_factory=list)  # classes in it
    alike: list = field(default_factory=list)  # other classes that the same macro call defines

    @property
    def name(self):
        return self.qualified.rpartition('::')[2]


@dataclass
class Header:
    path: str  # from the root of the tree
    element: object  # its description is the comment at the head of the file
    parts: list = field(default_factory=list)  # classes and runs, in the order of the source

    @property
    def name(self):
        return self.path[len('include/'):]

    @property
    def classes(self):
        return [part for part in self.parts if isinstance(part, Class)]


def text_of(element):
    return ''.join(element.itertext()).strip() if element is not None else ''


def has_words(element):
    return any(text_of(element.find(name)) for name in DESCRIPTIONS)


def public_headers(root):
    return sorted(path.relative_to(root).as_posix() for path in (root / HEADERS).rglob('*.hpp')
                  if not re.search(r'/(generated|taox11|detail)/', path.relative_to(root).as_posix()))


def for_doxygen(text):
    """A header in the form that Doxygen needs, as pairs of a line and its number in the header. The comment at the head
    becomes that of the file. Lines of a comment that are indented by two or more blanks are code, for which Markdown needs
    four blanks and empty lines around it. A macro call gets a semicolon, because Doxygen would otherwise look for one on the
    next lines, past an #undef."""
    lines = []
    for number, line in enumerate(text.split('\n'), 1):
        indented = INDENTED.match(line)
        if line == '#pragma once':
            line = '/// @file'
        elif MACRO_CALL.fullmatch(line):
            line += ';'
        elif indented:
            line = f'{indented[1]}     {line[indented.end():]}'
        was_indented = lines and INDENTED.match(lines[-1][0])
        if lines and bool(indented) != bool(was_indented) and '///' in line:
            lines.append((line[:line.index('///') + 3], number))
        lines.append((line, number))
    return lines


def run_doxygen(root, work):
    """Writes the XML of the public headers to work/xml. `work` is emptied first. Returns for each header the numbers of the
    lines that Doxygen has read."""
    shutil.rmtree(work, ignore_errors=True)
    numbers = {}
    for path in public_headers(root):
        lines = for_doxygen((root / path).read_text())
        numbers[path] = [number for _, number in lines]
        (work / path).parent.mkdir(parents=True, exist_ok=True)
        (work / path).write_text('\n'.join(line for line, _ in lines))
    try:
        done = subprocess.run(['doxygen', '-'], cwd=work, input=DOXYFILE.format(work=work), text=True, capture_output=True,
                              timeout=120)
    except FileNotFoundError:
        raise ReadError('doxygen is not installed; scripts/packages/all names what the site needs') from None
    if done.returncode:
        raise ReadError(f'doxygen ends with status {done.returncode}:\n{done.stderr.strip()}')
    return numbers


def is_hidden(owner, name):
    """True for internal names, specialisations, and names that Doxygen has made up."""
    return ('@' in owner + name or '<' in owner or '<' in name and not name.startswith('operator') or INNER.search(owner)
            or 'DIMMA_' in owner)


class Reader:
    def __init__(self, root, work):
        self.root = root
        self.numbers = run_doxygen(root, work)
        self.compounds = {}
        for file in sorted((work / 'xml').glob('*.xml')):
            for compound in xml.etree.ElementTree.parse(file).getroot().iter('compounddef'):
                self.compounds[compound.get('id')] = compound
        self.class_names = {compound.findtext('compoundname') for compound in self.compounds.values()
                            if compound.get('kind') in CLASSES}
        self.lines = {}

    @staticmethod
    def path_of(element):
        place = element.find('location')
        return place.get('declfile') or place.get('file')

    def line_of(self, element):
        place = element.find('location')
        return self.numbers[self.path_of(element)][int(place.get('declline') or place.get('line')) - 1]

    def source(self, path):
        if path not in self.lines:
            self.lines[path] = (self.root / path).read_text().split('\n')
        return self.lines[path]

    def member(self, element, owner):
        name = element.findtext('name')
        qualified = f'{owner}::{name}' if owner else name
        kind, protection = element.get('kind'), element.get('prot')
        definition = f'{element.findtext("definition")}{element.findtext("argsstring")}'
        words = has_words(element)
        if kind == 'friend' or protection == 'private' or is_hidden(owner, name) or name in FOR_GENERATED_CODE:
            return None
        if not words and (protection == 'protected' or re.search(r'\boverride\b|=\s*delete\b', definition)):
            return None
        if re.search(r'=\s*delete\b', definition) or name.startswith('~') and not words:
            return None
        return Member(kind, name, qualified, element.get('id'), self.line_of(element), element, protection == 'protected')

    def is_shown(self, compound):
        owner, _, name = compound.findtext('compoundname').rpartition('::')
        return (compound.get('prot') in (None, 'public') and not is_hidden(owner, name)
                and (has_words(compound) or not name.startswith('_')))

    def has_words_behind(self, path, member):
        return '///<' in self.source(path)[member.line - 1]

    def runs_of(self, path, members):
        runs, last = [], None
        for member in sorted(members, key=lambda member: (member.line, member.name if member.kind == 'class' else '')):
            follows = last and (member.line == last.line or all(
                self.source(path)[line - 1].strip() for line in range(last.line, member.line)))
            begins = member.has_words and not (last and member.line == last.line) or last and self.has_words_behind(path, last)
            if follows and not begins and member.is_protected == last.is_protected:
                runs[-1].members.append(member)
            else:
                runs.append(Run([member]))
            last = member
        for run in runs:  # macros and internal names without a comment are only for headers and generated code
            if not run.described:
                run.members = [member for member in run.members if member.kind != 'define' and not member.name.startswith('_')]
        return [run for run in runs if run.members]

    def members_of(self, compound):
        owner = compound.findtext('compoundname')
        found = [self.member(element, owner) for element in compound.findall('sectiondef/memberdef')]
        found = [member for member in found if member]
        classes = []
        for inner in compound.findall('innerclass'):
            nested = self.compounds.get(inner.get('refid'))
            if nested is None or not self.is_shown(nested) or inner.get('prot') != 'public':
                continue
            made = self.class_of(nested)
            if made.runs or has_words(nested):
                classes.append(made)
            else:
                found.append(self.bare_class(made))
        return found, classes

    def class_of(self, compound):
        made = Class(compound.get('kind'), compound.findtext('compoundname'), compound.get('id'), self.line_of(compound), compound)
        members, made.nested = self.members_of(compound)
        made.runs = self.runs_of(self.path_of(compound), members)
        return made

    def with_nested(self, made):
        return [made] + [inner for nested in made.nested for inner in self.with_nested(nested)]

    def header(self, path):
        file = next((compound for compound in self.compounds.values()
                     if compound.get('kind') == 'file' and self.path_of(compound) == path), None)
        if file is None:
            raise ReadError(f'Doxygen has read nothing of {path}')
        members = self.members_outside_of_classes(path, file)
        classes = []
        for inner in file.findall('innerclass'):
            compound = self.compounds.get(inner.get('refid'))
            if compound is None or not self.is_shown(compound) or self.is_nested(compound):
                continue
            made = self.class_of(compound)
            if made.runs or made.nested or has_words(compound):
                classes += self.with_nested(made)
            else:
                members.append(self.bare_class(made))
        return Header(path, file, self.in_order(classes, self.runs_of(path, members)))

    def is_nested(self, compound):
        owner = compound.findtext('compoundname').rpartition('::')[0]
        return owner in self.class_names

    @staticmethod
    def bare_class(made):
        return Member('class', made.name, made.qualified, made.id, made.line, made.element)

    def members_outside_of_classes(self, path, file):
        members = {}
        for compound in [*self.compounds.values()]:
            if compound is not file and compound.get('kind') != 'namespace':
                continue
            owner = '' if compound is file else compound.findtext('compoundname')
            if INNER.search(owner):
                continue
            for element in compound.findall('sectiondef/memberdef'):
                if self.path_of(element) == path and element.get('id') not in members:
                    member = self.member(element, owner)
                    if member:
                        members[member.id] = member
        return list(members.values())

    @staticmethod
    def in_order(classes, runs):
        """Classes that one line defines become one part."""
        parts = []
        for made in sorted(classes, key=lambda made: made.line):
            if parts and made.line == parts[-1].line:
                parts[-1].alike.append(made)
            else:
                parts.append(made)
        return sorted([*parts, *runs], key=lambda part: part.line if isinstance(part, Class) else part.members[0].line)


def read(root, work):
    """All public headers of the tree; `work` is a folder for Doxygen."""
    reader = Reader(root, work)
    return [reader.header(path) for path in public_headers(root)]
