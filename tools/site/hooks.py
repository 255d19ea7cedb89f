"""What the site has beside the pages of docs/: the files of the tree that pages link to, each as a page of its own, so that
no link leads out of the site; and the navigation, which is the order of the table of contents, docs/README.md."""

import pathlib
import posixpath
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = 'source'  # where they are in the site
LANGUAGES = {'.hpp': 'cpp', '.cpp': 'cpp', '.idl': 'idl', '.py': 'python', '.cmake': 'cmake', '.json': 'json', '.lua': 'lua'}
LINK = re.compile(r'(\]\(|\b(?:href|src)=")([^)\s"#]+)')
TITLE = re.compile(r'^# (.+)$', re.M)

shown = {}  # files outside of docs/ -> the path of their page below docs/


def outside(page, target):
    """The file of the tree that a link of a page leads to, if it is none of docs/; else None."""
    if re.match(r'[a-z]+:', target):
        return None
    goal = posixpath.normpath(posixpath.join('docs', posixpath.dirname(page), target))
    return None if goal.startswith('docs/') or goal == 'docs' else goal


def page_of(path):
    """Shows a file, or a folder as its list of files, and gives the path of its page."""
    if path not in shown:
        shown[path] = posixpath.join(SOURCE, path if path.endswith('.md') else path + '.md')
    return shown[path]


def text_of(path):
    place = ROOT / path
    if place.is_dir():
        names = sorted(name.name + ('/' if name.is_dir() else '') for name in place.iterdir())
        return f'# {path}\n\n' + ''.join(f'- `{name}`\n' for name in names)
    text = place.read_text()
    if path.endswith('.md'):
        return text
    return f'# {path}\n\n````{LANGUAGES.get(place.suffix, "text")}\n{text.rstrip()}\n````\n'


def relinked(text, page, path):
    """The text with its links out of docs/ leading to the pages of these files. `path` is where the text stands, `page`
    where it is shown; both as from docs/."""
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


def on_files(files, config):
    for file in [file for file in files if file.src_uri.endswith('.md')]:
        relinked(pathlib.Path(file.abs_src_path).read_text(), file.src_uri, file.src_uri)
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
    if page.file.src_uri.startswith(SOURCE + '/'):
        return markdown
    return relinked(markdown, page.file.src_uri, page.file.src_uri)


def contents():
    """The sections of docs/README.md with the pages that each names, in its order."""
    sections = []
    for line in (ROOT / 'docs/README.md').read_text().split('\n'):
        if line.startswith('## '):
            sections.append((line[3:].strip(), []))
        elif sections:
            for target in re.findall(r'\]\(([\w-]+/[\w-]+\.md)\)', line):
                if all(target not in pages for _, pages in sections):
                    sections[-1][1].append(target)
    return sections


def on_config(config):
    config['nav'] = ['README.md'] + [{title: pages} for title, pages in contents() if pages]
    return config
