"""The pages of the C++ reference, made from the headers that api_model.py reads: one for each public header, and one with
all names.

They are Markdown, so that the site's search finds the headings, with HTML for the signatures, which link their types."""

import html
import itertools
import posixpath
import re
import textwrap

from dataclasses import dataclass

import api_model

FOLDER = 'reference/api'  # in the site
NAMES = f'{FOLDER}/names.md'
LINE_ANCHOR = '__codelineno-0-'  # of pymdownx.highlight, in the first block of a page
FILE_IN_TEXT = re.compile(r'docs/([\w./-]+\.md)|&lt;dimma/([\w/]+\.hpp)&gt;|(?<![\w/])dimma/([\w/]+\.hpp)')
CAPITALS = re.compile(r'\b[A-Z_]{4,}\b')
SIGNATURE_COLUMNS = 96


def page_of(header_path):
    """The path of a header's page below docs/."""
    return f'{FOLDER}/{header_path[len(api_model.HEADERS) + 1:-len(".hpp")]}.md'


def anchor_of(qualified):
    return re.sub(r'[^\w]+', lambda signs: '-' if signs[0] in ('::', ' ', '::~') else '-'.join(f'{ord(sign):x}' for sign in signs[0]),
                  qualified).strip('-')


def laid_out(kind):
    """The HTML of a type, with the spacing of the headers."""
    return kind.replace('&lt; ', '&lt;').replace(' &gt;', '&gt;').replace(' &amp;', '&amp;').replace(' *', '*')


def title_of(names):
    return ', '.join(f'`{name}`' for name in names[:3]) + (', ...' if len(names) > 3 else '')


def terms_of(lines):
    """The terms of a list of terms, each with the lines that explain it; None for other lines. The explanation is below the
    term, indented, or after it, in one column."""
    behind = re.match(r'\S.*?\s{2,}(?=\S)', lines[0])
    column = behind.end() if behind else 0
    terms = []
    for line in lines:
        if column and line[:1].strip() and line[:column].endswith('  ') and line[column:column + 1].strip():
            terms.append((line[:column].strip(), [line[column:]]))
        elif not column and not line.startswith(' '):
            terms.append((line, []))
        elif terms and len(line) - len(line.lstrip()) == (column or 4):
            terms[-1][1].append(line.strip())
        else:
            return None
    said = [words[-1] if column else term for term, words in terms if words]
    is_code = any(re.search(r'[;{}()]$|(?<!:)//', line) for line in said)
    return terms if len(said) == len(terms) > 1 and not is_code else None


@dataclass(frozen=True)
class Place:
    page: str
    anchor: str


class Pages:
    def __init__(self, headers, page_of_source):
        """`page_of_source` gives the path below docs/ of the page that shows a file of the tree."""
        self.headers = headers
        self.page_of_source = page_of_source
        self.places = {}  # Doxygen's id -> Place
        self.current = ''  # the page that is being made
        self.heading = None  # the anchor of the heading above the run that is being made
        self.section = None  # the Place of the class whose section is being made, which does not link to itself
        self.paths = {header.path for header in headers}
        for header in headers:
            self.place_all(header)
        exceptions = [made for header in headers for part in header.classes if part.alike for made in [part, *part.alike]]
        self.class_names = {made.qualified for header in headers for part in header.classes for made in [part, *part.alike]}
        self.exceptions = {made.name: self.places[made.id] for made in exceptions}  # of CORBA, which text names without it

    # The places of all declarations.

    def place_all(self, header):
        page, taken = page_of(header.path), {}
        self.places[header.element.get('id')] = Place(page, '')

        def place(identity, qualified):
            anchor = anchor_of(qualified)
            taken[anchor] = taken.get(anchor, 0) + 1
            if taken[anchor] > 1:
                anchor += f'-{taken[anchor]}'
            self.places[identity] = Place(page, anchor)

        for part in header.parts:
            if isinstance(part, api_model.Class):
                for made in [part, *part.alike]:
                    place(made.id, made.qualified)
            for run in part.runs if isinstance(part, api_model.Class) else [part]:
                for member in run.members:
                    place(member.id, member.qualified)
                    for value in member.element.findall('enumvalue'):
                        place(value.get('id'), f'{member.qualified}::{value.findtext("name")}')
        for part in header.classes:
            for made in part.alike:  # the description of the first is that of all
                for run in made.runs:
                    for member in run.members:
                        self.places[member.id] = self.places[made.id]

    def address(self, page, anchor=''):
        """A link from the current page."""
        relative = posixpath.relpath(page, posixpath.dirname(self.current))
        target = '' if page == self.current else relative[:-len('.md')].replace('README', 'index') + '.html'
        return target + (f'#{anchor}' if anchor else '')

    # Text.

    def plain(self, text):
        """Text as HTML; names of files become links."""
        def link(found):
            if found[1]:
                return f'<a href="{self.address(found[1])}">{found[0]}</a>'
            path = f'{api_model.HEADERS}/{found[2] or found[3]}'
            return f'<a href="{self.address(page_of(path))}">{found[0]}</a>' if path in self.paths else found[0]

        def exception(found):
            place = self.exceptions.get(found[0])
            return f'<a href="{self.address(place.page, place.anchor)}">{found[0]}</a>' if place else found[0]

        return CAPITALS.sub(exception, FILE_IN_TEXT.sub(link, html.escape(text, quote=False)))

    def inline(self, element, link_text=True):
        """The contents of an element of Doxygen's text, or of a type."""
        made = self.plain(element.text) if element.text and link_text else html.escape(element.text or '', quote=False)
        for child in element:
            made += self.of_element(child, link_text)
            made += self.plain(child.tail) if child.tail and link_text else html.escape(child.tail or '', quote=False)
        return made

    def of_element(self, element, link_text):
        inside = self.inline(element, link_text) if element.tag != 'ref' else self.inline(element, False)
        if element.tag == 'ref':
            place = self.places.get(element.get('refid'))
            is_here = place and place == self.section
            return f'<a href="{self.address(place.page, place.anchor)}">{inside}</a>' if place and not is_here else inside
        if element.tag == 'ulink':
            url = element.get('url')
            return f'<a href="{html.escape(url)}">{inside}</a>' if url.startswith('http') else inside
        if element.tag == 'para':
            return self.paragraph(inside)
        if element.tag == 'verbatim':
            return self.indented(textwrap.dedent(element.text).strip('\n').rstrip())
        tags = {'computeroutput': 'code', 'emphasis': 'em', 'bold': 'strong', 'itemizedlist': 'ul',
                'orderedlist': 'ol', 'listitem': 'li'}
        if element.tag in tags:
            return f'<{tags[element.tag]}>{inside}</{tags[element.tag]}>'
        signs = {'ndash': '--', 'mdash': '---', 'linebreak': '<br>', 'sp': ' '}
        if element.tag in signs:
            return signs[element.tag]
        raise api_model.ReadError(f'Doxygen makes a <{element.tag}> of a comment, which no page can show: {inside[:200]}')

    def indented(self, text):
        """The HTML of indented lines of a comment: a list of terms, or code."""
        terms = terms_of(text.split('\n'))
        if not terms:
            return f'<pre><code>{html.escape(text, quote=False)}</code></pre>'
        return '<dl>' + '\n'.join(f'<dt><code>{html.escape(term, quote=False)}</code></dt><dd>{self.with_codes(" ".join(words))}</dd>'
                                  for term, words in terms) + '</dl>'

    def with_codes(self, text):
        """Text as HTML, with `code` marked."""
        return ''.join(f'<code>{self.plain(part)}</code>' if n % 2 else self.plain(part) for n, part in enumerate(text.split('`')))

    @staticmethod
    def paragraph(inside):
        """A paragraph, or several if there is a block in it."""
        parts = re.split(r'(<(?:pre|ul|ol|dl)>.*?</(?:pre|ul|ol|dl)>)', inside, flags=re.S)
        return '\n'.join(part if n % 2 else f'<p>{part.strip()}</p>' for n, part in enumerate(parts) if part.strip())

    def words(self, element):
        """The paragraphs that describe a class or member."""
        return '\n'.join(self.of_element(paragraph, True) for name in api_model.DESCRIPTIONS
                         if element.find(name) is not None for paragraph in element.find(name)
                         if api_model.text_of(paragraph))

    # Declarations.

    def type(self, element):
        kind = element.find('type')
        return laid_out(self.inline(kind, False)) if kind is not None else ''

    def template(self, element):
        parameters = element.find('templateparamlist')
        if parameters is None:
            return ''
        return 'template &lt;' + ', '.join(self.parameter(each) for each in parameters.findall('param')) + '&gt;\n'

    def parameter(self, element):
        made = self.type(element)
        name = element.findtext('declname')
        array = element.findtext('array') or ''
        if array.startswith('(&'):
            made += f' (&amp;{name or ""}){html.escape(array.partition(")")[2])}'
        elif name:
            made += f' {name}{array}'
        default = element.find('defval')
        if default is not None:
            made += f' = {self.inline(default, False)}'
        return made

    def function(self, member, name):
        element = member.element
        kind = self.type(element)
        before = ''.join(f'{word} ' for word, is_said in (
            ('static', element.get('static') == 'yes'), ('explicit', element.get('explicit') == 'yes'),
            ('virtual', element.get('virt') != 'non-virtual' and 'override' not in element.findtext('argsstring', ''))) if is_said)
        before = before if kind.split(' ')[0] != before.strip() else ''
        suffix = html.escape(self.behind_parameters(element.findtext('argsstring') or ''), quote=False)
        parameters = [self.parameter(each) for each in element.findall('param')]
        parameters = [] if parameters == ['void'] else parameters
        head = f'{before}{kind}{" " if kind else ""}{name}'
        whole = f'{head}({", ".join(parameters)}){suffix}'
        if len(re.sub(r'<[^>]*>|&\w+;', '', whole)) > SIGNATURE_COLUMNS and parameters:
            whole = f'{head}(\n    ' + ',\n    '.join(parameters) + f'){suffix}'
        return self.template(element) + whole

    @staticmethod
    def behind_parameters(text):
        depth = 0
        for position, sign in enumerate(text):
            depth += {'(': 1, ')': -1}.get(sign, 0)
            if sign == ')' and not depth:
                rest = re.sub(r'\s*=\s*(0|default)$', r' = \1', text[position + 1:].rstrip())
                return rest if not rest or rest.startswith(' ') else f' {rest}'
        return ''

    def declaration(self, member):
        element = member.element
        anchor = self.places[member.id].anchor
        identity = '' if anchor == self.heading else f' id="{anchor}"'  # the heading above has it
        name = f'<b{identity}>{html.escape(member.name, quote=False)}</b>'
        protection = 'protected: ' if member.is_protected else ''
        if member.kind == 'function':
            return protection + self.function(member, name)
        if member.kind == 'class':
            return f'{self.template(element)}{element.get("kind")} {name}{self.bases(element)};'
        made = self.type(element)
        if member.kind == 'typedef':
            pointed = re.sub(r'^\)', '', element.findtext('argsstring') or '')
            return f'{self.template(element)}using {name} = {made}{html.escape(pointed)};'
        if member.kind == 'enum':
            over = f' : {made}' if made else ''
            return f'enum {"class " if element.get("strong") == "yes" else ""}{name}{over};'
        if member.kind == 'define':
            parameters = [each.findtext('defname') for each in element.findall('param')]
            return f'#define {name}' + (f'({", ".join(parameters)})' if parameters and parameters[0] is not None else '')
        initial = element.find('initializer')
        value = self.inline(initial, False).strip() if initial is not None else ''
        value = '' if '\n' in value else value
        static = 'static ' if element.get('static') == 'yes' and 'static' not in made else ''
        array = html.escape(element.findtext('argsstring') or '')
        return f'{protection}{self.template(element)}{static}{made} {name}{array}{" " if value.startswith("=") else ""}{value};'

    def bases(self, element):
        bases = []
        for base in element.findall('basecompoundref'):
            if base.get('prot') != 'public' or api_model.INNER.search(base.text):
                continue
            place = self.places.get(base.get('refid'))
            text = laid_out(html.escape(base.text, quote=False))
            text = f'<a href="{self.address(place.page, place.anchor)}">{text}</a>' if place else text
            bases.append(f'public {"virtual " if base.get("virt") == "virtual" else ""}{text}')
        return f' : {", ".join(bases)}' if bases else ''

    def values(self, element):
        """The enumerators, as a table."""
        rows = ''
        for value in element.findall('enumvalue'):
            name = html.escape(value.findtext('name'), quote=False)
            initial = value.findtext('initializer') or ''
            rows += (f'<tr><td><code id="{self.places[value.get("id")].anchor}">{name}{html.escape(" " + initial if initial else "")}'
                     f'</code></td><td>{self.words(value)}</td></tr>\n')
        return f'<table class="dimma-values">\n{rows}</table>\n'

    # Pages.

    def source_link(self, path, line):
        page = self.page_of_source(path)
        return f'<a class="dimma-source" href="{self.address(page)}#{LINE_ANCHOR}{line}" title="{path}:{line}">source</a>'

    def heading_line(self, depth, title, anchor, thing):
        """A heading, whose label in the page's table of contents omits the namespace."""
        namespace = self.namespace_of(thing)
        label = title.replace('`', '').replace(f'{namespace}::', '') if namespace else title.replace('`', '')
        return f'\n{"#" * depth} {title} {{ #{anchor} data-toc-label="{html.escape(label)}" }}\n\n'

    def signatures(self, declarations):
        return '<pre class="dimma-signature"><code>' + '\n'.join(declarations) + '</code></pre>\n'

    def run(self, run, path, depth, shorten):
        described = run.described
        self.heading, made = None, ''
        if described:
            title = title_of(list(dict.fromkeys(shorten(member) for member in run.members)))
            self.heading = self.places[run.members[0].id].anchor
            made += self.heading_line(depth, title, self.heading, run.members[0])
        else:
            made += '\n'
        made += f'<div class="dimma-entry">\n{self.source_link(path, run.members[0].line)}\n'
        made += self.signatures(self.declaration(member) for member in run.members)
        for member in run.members:
            if member.has_words:
                made += self.words(member.element) + '\n'
        for member in run.members:
            if member.kind == 'enum':
                made += self.values(member.element)
        return made + '</div>\n'

    def data(self, runs):
        """Members that are data, as a table."""
        self.heading, rows = None, ''
        for run in runs:
            names = '<br>'.join(f'<code>{self.declaration(member)}</code>' for member in run.members)
            words = ''.join(self.words(member.element) for member in run.members)
            rows += f'<tr><td>{names}</td><td>{words}</td></tr>\n'
        return f'\n<table class="dimma-values">\n{rows}</table>\n'

    def class_section(self, part, path):
        place = self.section = self.places[part.id]
        names = [made.qualified for made in [part, *part.alike]]
        made = self.heading_line(2, title_of(names), place.anchor, part)
        made += f'<div class="dimma-entry">\n{self.source_link(path, part.line)}\n'
        lines = [f'{self.template(part.element)}{part.kind} <b>{part.name}</b>{self.bases(part.element)};']
        for alike in part.alike:
            lines.append(f'{alike.kind} <b id="{self.places[alike.id].anchor}">{alike.name}</b>{self.bases(alike.element)};')
        made += self.signatures(lines) + self.words(part.element) + '\n</div>\n'
        for is_data, runs in itertools.groupby(part.runs, lambda run: all(member.kind == 'variable' for member in run.members)):
            made += self.data(runs) if is_data else ''.join(self.run(run, path, 3, lambda member: member.name) for run in runs)
        self.section = None
        return made

    def page(self, header):
        self.current = page_of(header.path)
        source = self.address(self.page_of_source(header.path))
        made = f'# `<{header.name}>`\n\n<div class="dimma-words">\n{self.words(header.element)}\n<p><a href="{source}">{header.path}</a></p>\n</div>\n'
        for part in header.parts:
            if isinstance(part, api_model.Class):
                made += self.class_section(part, header.path)
            else:
                made += self.run(part, header.path, 2, lambda member: member.qualified)
        return made

    def names_page(self):
        """The page of all classes, and of all functions and so on outside classes, by namespace."""
        self.current = NAMES
        namespaces = {}
        for header in self.headers:
            for part in header.parts:
                things = [part, *part.alike] if isinstance(part, api_model.Class) else part.members
                for thing in things:
                    namespaces.setdefault(self.namespace_of(thing), {}).setdefault(thing.qualified, (thing.id, header))
        made = '# All names of the C++ interface\n\nBy namespace; [by header](../headers.md) are those that belong together.\n'
        for namespace, names in sorted(namespaces.items(), key=lambda pair: pair[0].lower()):
            made += f'\n## {namespace or "Outside of namespaces"}\n\n<table class="dimma-values">\n'
            for qualified, (identity, header) in sorted(names.items(), key=lambda pair: pair[0].lower()):
                place = self.places[identity]
                short = qualified[len(namespace) + 2:] if namespace else qualified
                made += (f'<tr><td><a href="{self.address(place.page, place.anchor)}"><code>{html.escape(short, quote=False)}</code></a></td>'
                         f'<td><code>&lt;{header.name}&gt;</code></td></tr>\n')
            made += '</table>\n'
        return made

    def namespace_of(self, thing):
        namespace = thing.qualified.rpartition('::')[0]
        while namespace in self.class_names:
            namespace = namespace.rpartition('::')[0]
        return namespace

    def all(self):
        """All pages: path below docs/ -> text."""
        made = {page_of(header.path): self.page(header) for header in self.headers}
        made[NAMES] = self.names_page()
        return made
