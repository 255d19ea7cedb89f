"""Compiles and runs the code of a page of the manual: snippets.py --setup SETUP.json --work FOLDER PAGE.

The fenced blocks of the page, in order, by their language:

  any, with title="FILE"   is the file FILE in the page's work folder; blocks with the same title are joined in it
  idl                      is compiled by dimma-idl; with a title its C++ belongs to the page's programs
  cpp with a title         a source; one with main() becomes a program of that name without .cpp
  cpp                      a fragment: compiled, not run, in the page's frame
  console                  a session: `$ ` begins a command, its whole output follows, in which ... stands for any text
  sh                       a script, whose commands have to succeed
  others                   are not checked

Sessions and scripts run in the order of the page in one shell. A command has to succeed, and a background process whose
output goes to a file is ready when there is output. A comment right before a block changes that:

  <!-- not run: REASON -->    leaves the block out; no page may leave out all of its blocks
  <!-- fails -->              a command of the session ends with another status than 0
  <!-- idl: OPTIONS -->       options of dimma-idl for this block

A comment anywhere on the page is about the page or the following blocks:

  <!-- link: NAME... -->      the libraries that the programs need besides dimma: tls, inspect, trace, naming, sealed, store
  <!-- file NAME: TEXT -->    a file of the page that readers do not see
  <!-- uses: PATH... -->      files of the source tree to use as files of the page; for another page, that page's files
  <!-- frame: TEXT -->        the text around a fragment, which replaces the word HERE, or else follows all of the text
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import markdown
import session

COMMENT = re.compile(r'<!--\s*(not run|fails|idl|link|frame|uses|file [\w.-]+)\b:?\s*(.*?)\s*-->', re.S)
TITLE = re.compile(r'\btitle="([^"]+)"')
INCLUDE = re.compile(r'^#include .*$', re.M)
MAIN = re.compile(r'^int main\(', re.M)
WARNINGS = ['-Wall', '-Wextra', '-Werror']
SECONDS_TO_COMPILE = 240
SOURCE = pathlib.Path(__file__).resolve().parents[2]


class Wrong(Exception):
    """The fault of a page. The message begins with the line number."""


def directives_of(text):
    """The comments for this test: the number of the last line, the keyword and the text of each."""
    bare = re.sub(r'^(```|~~~).*?^\1[`~]*$', lambda found: re.sub(r'[^\n]', ' ', found[0]), text, flags=re.M | re.S)
    return [(text.count('\n', 0, found.end()) + 1, found[1], found[2]) for found in COMMENT.finditer(bare)]


class Snippet:
    def __init__(self, block, directives):
        self.line = block.line
        self.text = block.text
        self.language = block.info.split()[0] if block.info else ''
        title = TITLE.search(block.info)
        self.title = title[1] if title else None
        self.directives = directives  # keyword -> text of the comments right before
        self.frame = 'HERE'
        self.page = None  # the page that contains it, if that is not the checked page

    @property
    def is_left_out(self):
        return 'not run' in self.directives


def hidden_file(line, name, text):
    return Snippet(markdown.Block(line, f'{name.rpartition(".")[2]} title="{name}"', text), {})


def snippets_of(text):
    """The snippets of a page, the hidden ones first, and the libraries that it links."""
    lines = text.split('\n')
    directives = directives_of(text)
    hidden, snippets, frame, libraries, used = [], [], 'HERE', [], set()
    ends = {line: (word, value) for line, word, value in directives}
    for block in markdown.read(text).blocks:
        own, above = {}, block.line - 1
        while above >= 1 and (not lines[above - 1].strip() or above in ends):
            if above in ends:
                word, value = ends[above]
                own[word] = value
                used.add(above)
                comment_lines = 1
                while '<!--' not in lines[above - comment_lines]:
                    comment_lines += 1
                above -= comment_lines
            else:
                above -= 1
        snippet = Snippet(block, own)
        for line, word, value in directives:
            if line < block.line and word == 'frame':
                frame = value
        snippet.frame = frame if 'HERE' in frame else frame + '\nHERE'
        snippets.append(snippet)
    for line, word, value in directives:
        if word == 'link':
            libraries += value.split()
        elif word == 'uses':
            for path in value.split():
                used_text = (SOURCE / path).read_text()
                if path.endswith('.md'):
                    for snippet in snippets_of(used_text)[0]:
                        if snippet.title:
                            snippet.page = SOURCE / path
                            hidden.append(snippet)
                else:
                    hidden.append(hidden_file(line, path.rpartition('/')[2], used_text))
        elif word.startswith('file '):
            hidden.append(hidden_file(line, word[len('file '):], value + '\n'))
        elif word != 'frame' and line not in used:
            raise Wrong(f'{line}: no block follows the comment "{word}"')
        if word == 'not run' and len(value.split()) < 3:
            raise Wrong(f'{line}: "not run" needs a reason')
    return hidden + snippets, libraries


def run(command, folder, what):
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS_TO_COMPILE)
    except subprocess.TimeoutExpired:
        raise Wrong(f'{what}: {command[0]} has not ended after {SECONDS_TO_COMPILE} s') from None
    if done.returncode:
        raise Wrong(f'{what}:\n{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}')


class Page:
    def __init__(self, path, setup, work):
        self.path = path
        self.setup = setup
        self.work = work
        self.snippets, self.libraries = snippets_of(path.read_text())
        cache = shutil.which('ccache')  # several pages use the programs of one
        self.compile = [*([cache] if cache else []), setup['compiler'], '-std=c++20', '-O0', '-pthread', *WARNINGS, '-I.',
                        *(f'-I{folder}' for folder in setup['includes'])]
        self.counts = {'files': 0, 'IDL files': 0, 'programs': 0, 'fragments': 0, 'commands': 0, 'left out': 0}

    def chosen(self, test):
        return [snippet for snippet in self.snippets if not snippet.is_left_out and test(snippet)]

    def write_files(self):
        texts = {}
        for snippet in self.chosen(lambda snippet: snippet.title):
            if not re.fullmatch(r'[\w-][\w./-]*', snippet.title) or '..' in snippet.title:
                raise Wrong(f'{snippet.line}: {snippet.title} is no name for a file of the page')
            texts.setdefault(snippet.title, []).append(f'#line {snippet.line + 1} "{snippet.page or self.path}"\n{snippet.text}'
                                                       if snippet.title.endswith(('.cpp', '.hpp')) else snippet.text)
        for title, parts in texts.items():
            place = self.work / title
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(''.join(parts))
        self.counts['files'] = len(texts)
        return list(texts)

    def compile_idl(self):
        """The stem of each titled file, and the sources that are generated for it."""
        before = set(self.work.glob('*.cpp'))
        generated = {}
        seen = set()
        for snippet in self.chosen(lambda snippet: snippet.language == 'idl'):
            options = shlex.split(snippet.directives.get('idl', ''))
            if snippet.title in seen:
                continue
            self.counts['IDL files'] += 1
            includes = [f'-I{self.setup["idl_folder"]}', '-I.']
            if snippet.title:
                seen.add(snippet.title)
                run([self.setup['idl_compiler'], *includes, *options, '-o', '.', snippet.title], self.work,
                    f'{snippet.line}: the IDL')
                known = before.union(*([self.work / name for name in names] for names in generated.values()))
                generated[pathlib.Path(snippet.title).stem] = sorted(path.name for path in set(self.work.glob('*.cpp')) - known)
            else:
                folder = self.work / f'idl_{snippet.line}'
                folder.mkdir()
                (folder / 'fragment.idl').write_text(snippet.text)
                run([self.setup['idl_compiler'], *includes, *options, '-o', '.', 'fragment.idl'], folder,
                    f'{snippet.line}: the IDL')
        for path in before:
            if '#line' not in path.read_text():
                raise Wrong(f'{path.name} of the page is also the name of a file that dimma-idl makes')
        return generated

    def build_programs(self, files, generated):
        sources = [name for name in files if name.endswith('.cpp')]
        mains = [name for name in sources if MAIN.search((self.work / name).read_text())]
        objects = []
        if mains:
            others = [name for name in sources if name not in mains]
            for stem, parts in [*generated.items(), *((name[:-len('.cpp')], [name]) for name in others)]:
                (self.work / f'{stem}.cc').write_text(''.join(f'#include "{part}"\n' for part in parts))
                run([*self.compile, '-c', f'{stem}.cc', '-o', f'{stem}.o'], self.work, f'the code of {stem}')
                objects.append(f'{stem}.o')
        libraries = []
        for name in [*self.libraries, 'dimma']:
            if name not in self.setup['libraries']:
                raise Wrong(f'there is no library {name}, only {", ".join(self.setup["libraries"])}')
            libraries += self.setup['libraries'][name]
        flags = [word for word in libraries if word.startswith('-I')]
        for name in mains:
            stem = name[:-len('.cpp')]
            run([*self.compile, *flags, '-c', name, '-o', f'main_{stem}.o'], self.work, f'the program {name}')
            run([self.setup['compiler'], '-pthread', f'main_{stem}.o', *objects, *libraries, '-o', stem], self.work,
                f'the program {name}')
        if sources and not mains:
            raise Wrong(f'{", ".join(sources)}: no source has a main()')
        self.counts['programs'] = len(mains)

    def compile_fragments(self):
        fragments = self.chosen(lambda snippet: snippet.language == 'cpp' and not snippet.title)
        includes, text = {}, ''
        for snippet in fragments:
            before, after = snippet.frame.split('HERE', 1)
            for include in INCLUDE.findall(before + after) + INCLUDE.findall(snippet.text):
                includes[include] = None
            text += (f'namespace fragment_{snippet.line} {{\n{INCLUDE.sub("", before)}\n#line {snippet.line + 1} "{self.path}"\n'
                     f'{INCLUDE.sub("", snippet.text)}\n{INCLUDE.sub("", after)}\n}}\n')
        if fragments:
            (self.work / 'fragments.cc').write_text('\n'.join(includes) + '\n' + text)
            quiet = ['-fsyntax-only', '-Wno-unused', '-Wno-unused-parameter', '-Wno-missing-field-initializers']
            run([*self.compile, *quiet, 'fragments.cc'], self.work, 'the fragments')
        self.counts['fragments'] = len(fragments)

    def run_sessions(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith('DIMMA_')}
        environment.update(PATH=f'{self.setup["bin"]}:{environment["PATH"]}', HOME=str(self.work), LC_ALL='C.UTF-8',
                           DIMMA_ENDPOINT='iiop://127.0.0.1')
        with session.Shell(self.work, environment) as shell:
            for snippet in self.chosen(lambda snippet: snippet.language in ('console', 'sh')):
                if snippet.language == 'sh':
                    commands = [(snippet.line, snippet.text, ['...'])]
                else:
                    commands = session.commands_of(snippet.text, snippet.line)
                for line, command, expected in commands:
                    self.counts['commands'] += 1
                    status, output = shell.run(command)
                    if not session.agrees(expected, output):
                        raise Wrong(f'{line}: {command.strip()}\nprints\n' + '\n'.join(output) + '\nand not\n' + '\n'.join(expected))
                    if (status != 0) != ('fails' in snippet.directives):
                        raise Wrong(f'{line}: {command.strip()}\nends with status {status}\n' + '\n'.join(output))

    def check(self):
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        files = self.write_files()
        generated = self.compile_idl()
        self.build_programs(files, generated)
        self.compile_fragments()
        self.run_sessions()
        self.counts['left out'] = sum(snippet.is_left_out for snippet in self.snippets)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('page', type=pathlib.Path)
    parser.add_argument('--setup', type=pathlib.Path, required=True, help='where the compiler and the libraries are')
    parser.add_argument('--work', type=pathlib.Path, required=True, help='a folder that this page has for itself')
    arguments = parser.parse_args()
    try:
        page = Page(arguments.page.resolve(), json.loads(arguments.setup.read_text()), arguments.work.resolve())
        page.check()
    except (Wrong, session.Wrong, ValueError) as wrong:
        print(f'{arguments.page}:{wrong}')
        return 1
    print(f'{arguments.page}: ' + ', '.join(f'{count} {what}' for what, count in page.counts.items()))
    return 0


if __name__ == '__main__':
    sys.exit(main())
