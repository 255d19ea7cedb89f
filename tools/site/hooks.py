"""The parts of the site in addition to the pages of docs/: the C++ reference, a page for each public header (api_pages.py);
a page for each file of the tree that pages link to, so that no link leads out of the site; and the navigation, which has
the order of the table of contents, docs/README.md, and of the headers on docs/reference/headers.md.

A page's link to a public header leads to the header's page in the reference, which links the header itself."""

import pathlib
import posixpath
import re
import sys

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import api_model  # noqa: E402
import api_pages  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = 'source'  # the folder of the site for files of the tree
NOT_IN_SEARCH = '---\nsearch: {exclude: true}\n---\n\n'
HEADERS = 'reference/headers.md'  # of docs/: the way into the reference
LANGUAGES = {'.hpp': 'cpp', '.cpp': 'cpp', '.idl': 'idl', '.py': 'python', '.cmake': 'cmake', '.json': 'json', '.lua': 'lua'}
LINK = re.compile(r'(\]\(|\b(?:href|src)=")([^)\s"#]+)')
TITLE = re.compile(r'^# (.+)$', re.M)

public_headers = set(api_model.public_headers(ROOT))
shown = {}  # files outside of docs/ -> the path of their page below docs/


def outside(page, target):
    """The file of the tree to which a page's link leads, if it is outside docs/; otherwise None."""
    if re.match(r'[a-z]+:', target):
        return None
    goal = posixpath.normpath(posixpath.join('docs', posixpath.dirname(page), target))
    return None if goal.startswith('docs/') or goal == 'docs' else goal


def page_of(path):
    """The path of the page for a file of the tree."""
    return api_pages.page_of(path) if path in public_headers else source_page_of(path)


def source_page_of(path):
    """Adds a page for a file, or for a folder with its list of files, and returns the page's path."""
    if path not in shown:
        shown[path] = posixpath.join(SOURCE, path if path.endswith('.md') else path + '.md')
    return shown[path]


def text_of(path):
    place = ROOT / path
    if place.is_dir():
        names = sorted(name.name + ('/' if name.is_dir() else '') for name in place.iterdir())
        return f'{NOT_IN_SEARCH}# {path}\n\n' + ''.join(f'- `{name}`\n' for name in names)
    text = place.read_text()
    if path.endswith('.md'):
        return text
    return f'{NOT_IN_SEARCH}# {path}\n\n````{{.{LANGUAGES.get(place.suffix, "text")} linenums="1"}}\n{text.rstrip()}\n````\n'


def relinked(text, page, path):
    """Replaces the links of a text to files outside docs/ by links to the pages of these files. `path` is that of the text,
    `page` that of the page that shows it; both are relative to docs/."""
    folder = posixpath.dirname(page) or '.'

    def link(found):
        goal = outside(path, found[2])
        if goal is not None:
            return found[1] + posixpath.relpath(page_of(goal), folder)
        if page == path or re.match(r'[a-z]+:', found[2]):
            return found[0]
        goal = posixpath.normpath(posixpath.join('docs', posixpath.dirname(path), found[2]))
        return found[1] + posixpath.relpath('README.md' if goal == 'docs' else goal[len('docs/'):], folder)

    parts = re.split(r'(^(?:```|~~~).*?^(?:```|~~~)$)', text, flags=re.M | re.S)  # prose and fenced blocks in turn
    return ''.join(part if n % 2 else LINK.sub(link, part) for n, part in enumerate(parts))


def reference():
    """The pages of the C++ reference: path below docs/ -> text."""
    try:
        return api_pages.Pages(api_model.read(ROOT, ROOT / 'build/docs/doxygen'), source_page_of).all()
    except api_model.ReadError as error:
        raise PluginError(str(error)) from None


def on_files(files, config):
    for file in [file for file in files if file.src_uri.endswith('.md')]:
        relinked(pathlib.Path(file.abs_src_path).read_text(), file.src_uri, file.src_uri)
    for path, text in reference().items():
        files.append(File.generated(config, path, content=text))
    done = set()
    while set(shown) - done:  # a page that is shown may lead to more
        for path in sorted(set(shown) - done):
            done.add(path)
            text = text_of(path)
            if path.endswith('.md'):
                text = relinked(text, shown[path], posixpath.relpath(path, 'docs'))
            files.append(File.generated(config, shown[path], content=text))
    return files


def on_page_markdown(markdown, page, config, files):
    path = page.file.src_uri
    if path.startswith((SOURCE + '/', api_pages.FOLDER + '/')):
        return markdown
    if path == HEADERS:
        markdown += f'\n## All names\n\n[By namespace]({posixpath.relpath(api_pages.NAMES, posixpath.dirname(HEADERS))})\n'
    return relinked(markdown, path, path)


def contents():
    """The sections of docs/README.md, each with the pages that it names, in their order."""
    sections = []
    for line in (ROOT / 'docs/README.md').read_text().split('\n'):
        if line.startswith('## '):
            sections.append((line[3:].strip(), []))
        elif sections:
            for target in re.findall(r'\]\(([\w-]+/[\w-]+\.md)\)', line):
                if all(target not in pages for _, pages in sections):
                    sections[-1][1].append(target)
    return sections


def headers_by_subject():
    """The sections of the page of headers, each with the pages of its headers, in their order."""
    sections = []
    for line in (ROOT / 'docs' / HEADERS).read_text().split('\n'):
        if line.startswith('## '):
            sections.append({line[3:].strip(): []})
        elif sections:
            pages = next(iter(sections[-1].values()))
            pages += [api_pages.page_of(f'include/{name}') for name in re.findall(r'^\| \[`<(dimma/[\w/]+\.hpp)>`\]', line)]
    return sections


def on_config(config):
    config['nav'] = ['README.md'] + [{title: pages} for title, pages in contents() if pages]
    position = next(n for n, entry in enumerate(config['nav']) if isinstance(entry, dict) and 'Reference' in entry)
    config['nav'].insert(position + 1, {'C++': [*headers_by_subject(), {'All names': api_pages.NAMES}]})
    return config
