"""Checks the Debian packages. Steps, the first of which makes the packages for the others:

made          cpack makes every package, and nothing else
contents      each package has its files, and no file is in two
dependencies  each depends on the packages that it uses, of the same version if necessary
manual        every program has a manual page, which has every option that --help lists; none names a file of the source tree
exports       the shared library exports the names in public headers, and the internal ones that its companions need
lintian       lintian finds no error
recipes       the recipes of other package managers have the project's version, and can be parsed
"""

import argparse
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

# The files that each package has to contain, as patterns of paths below /. Others may only be in its doc folder.
CONTENTS = {
    'libdimma@': [r'usr/lib/[^/]+/libdimma\.so\.@', r'usr/lib/[^/]+/libdimma\.so\.@\.\d+'],
    'libdimma-dev': [
        r'usr/lib/[^/]+/libdimma\.so', r'usr/include/dimma/.*\.(hpp|hh|h)', r'usr/lib/[^/]+/pkgconfig/dimma(-classic|-inspect|-naming|-omniorb|-sealed|-store|-store-etcd|-tao|-tls|-trace)?\.pc',
        r'usr/lib/[^/]+/libdimma\.a', r'usr/lib/[^/]+/libdimma_(classic|inspect|naming|omniorb|sealed|store|store_etcd|tls|trace)\.a',
        r'usr/lib/[^/]+/cmake/dimma/(Dimma(Components|Idl)|dimma(Config|ConfigVersion))\.cmake',
        r'usr/lib/[^/]+/cmake/dimma/dimma(|Classic|Inspect|Naming|OmniOrb|Sealed|Static|Store|StoreEtcd|Tao|Taox11|Tls|Trace)Targets(-\w+)?\.cmake',
        r'usr/lib/[^/]+/dimma/omniorb/(bin/omniidl|pkgconfig/omni(ORB|Dynamic|thread)4\.pc)',
        r'usr/share/dimma/idl/\w+\.idl', r'usr/share/doc/libdimma-dev/examples/Hello/\w+\.\w+'],
    'dimma-tools': [
        r'usr/bin/dimma', r'usr/bin/dimma-idl', r'usr/share/man/man1/dimma(-idl)?\.1\.gz', r'usr/share/man/man7/dimma-options\.7\.gz', r'usr/share/bash-completion/completions/dimma(-idl)?', r'usr/share/zsh/vendor-completions/_dimma(-idl)?', r'usr/share/fish/vendor_completions\.d/dimma(-idl)?\.fish',
        r'usr/share/dimma/wireshark/dimma-flow\.lua', r'usr/lib/[^/]+/cmake/dimma/dimmaCompilerTargets(-\w+)?\.cmake'],
    'dimma-naming': [
        r'usr/bin/dimma-naming', r'usr/lib/systemd/system/dimma-naming\.service', r'etc/default/dimma-naming',
        r'usr/share/man/man1/dimma-naming\.1\.gz',
        r'usr/share/bash-completion/completions/dimma-naming', r'usr/share/zsh/vendor-completions/_dimma-naming', r'usr/share/fish/vendor_completions\.d/dimma-naming\.fish'],
    'dimma-doc': [
        r'usr/share/doc/dimma-doc/manual/.+\.(md|svg|css)', r'usr/share/doc/dimma-doc/README\.md',
        r'usr/share/doc/dimma-doc/examples/Hello/\w+\.\w+'],
    'dimma-bench': [
        r'usr/bin/dimma-bench', r'usr/libexec/dimma-bench/\w[\w-]+', r'usr/share/man/man1/dimma-bench\.1\.gz',
        r'usr/share/bash-completion/completions/dimma-bench', r'usr/share/zsh/vendor-completions/_dimma-bench', r'usr/share/fish/vendor_completions\.d/dimma-bench\.fish'],
}
OF_THE_TREE = re.compile(r'(?<![\w/.-])(?:bench|docs|examples|packaging|scripts|src|tests|tools)/[\w/-]+\.[a-z]{2,4}\b')
# Archives that are linked together with the shared library; those of tools belong to the command dimma.
COMPANIONS = ('libdimma_inspect.a', 'libdimma_sealed.a', 'libdimma_tls.a', 'libdimma_trace.a', 'libdimma_tools_access.a',
              'libdimma_tools_common.a', 'libdimma_tools_config.a')
HELPERS_MAX = 0
LIMIT_S = 200


def output_of(*command):
    command = [str(word) for word in command]
    print('+', ' '.join(command), flush=True)
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, timeout=LIMIT_S).stdout


def expect(holds, what):
    if not holds:
        sys.exit(f'FAILED: {what}')


class Packages:
    def __init__(self, arguments):
        self.arguments = arguments
        self.folder = arguments.build / 'packages'

    def contents(self):
        """The patterns of each package, by its name."""
        version = re.escape(self.arguments.soversion)
        return {name.replace('@', self.arguments.soversion): [pattern.replace('@', version) for pattern in patterns]
                for name, patterns in CONTENTS.items()}

    def file(self, name):
        found = list(self.folder.glob(f'{name}_*.deb'))
        expect(len(found) == 1, f'there is not one package {name} in {self.folder}: {found}')
        return found[0]

    def paths(self, name):
        """The paths of a package's files below /, without folders."""
        command = ['dpkg-deb', '--fsys-tarfile', str(self.file(name))]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as archive:
            with tarfile.open(fileobj=archive.stdout, mode='r|') as files:
                return [member.name.removeprefix('./') for member in files if not member.isdir()]

    def field(self, name, field):
        return output_of('dpkg-deb', '--field', self.file(name), field).strip()


def made(packages):
    arguments = packages.arguments
    shutil.rmtree(packages.folder, ignore_errors=True)
    output_of(arguments.cpack, '--config', arguments.build / 'CPackConfig.cmake', '-B', packages.folder)
    names = {path.name for path in packages.folder.glob('*.deb')}
    machine = output_of('dpkg', '--print-architecture').strip()
    expected = {f'{name}_{arguments.version}-1_{"all" if name == "dimma-doc" else machine}.deb' for name in packages.contents()}
    expect(names == expected, f'cpack has made {sorted(names)}, not {sorted(expected)}')


def contents(packages):
    owners = {}
    for name, patterns in packages.contents().items():
        paths = packages.paths(name)
        docs = {f'usr/share/doc/{name}/{file}' for file in ('copyright', 'changelog.gz', 'changelog.Debian.gz')}
        expect(docs <= set(paths), f'{name} is without one of {sorted(docs)}')
        for path in paths:
            expect(path not in owners, f'{path} is in {name} and in {owners.get(path)}')
            owners[path] = name
            expect(path in docs or any(re.fullmatch(pattern, path) for pattern in patterns), f'{name} has {path}')
        for pattern in patterns:
            expect(any(re.fullmatch(pattern, path) for path in paths), f'{name} has nothing like {pattern}')
        print(f'{name}: {len(paths)} files, {packages.file(name).stat().st_size >> 10} KiB')
    installed = {path.removeprefix('usr/include/') for path in owners if path.startswith('usr/include/')}
    include = packages.arguments.source / 'include'
    expect(installed == {path.relative_to(include).as_posix() for path in include.rglob('*.h*') if path.is_file()},
           'the headers are not those of include/')


def dependencies(packages):
    same = f'(= {packages.arguments.version}-1)'
    library = f'libdimma{packages.arguments.soversion} {same}'
    for name in ('libdimma-dev', 'dimma-tools', 'dimma-naming', 'dimma-bench'):
        expect(library in packages.field(name, 'Depends').split(', '), f'{name} does not depend on {library}')
    expect(f'dimma-tools {same}' in packages.field('libdimma-dev', 'Depends'), 'libdimma-dev is without the compiler')
    needed = packages.field(f'libdimma{packages.arguments.soversion}', 'Depends')
    expect('boost' not in needed and 'ssl' not in needed and 'jemalloc' not in needed,
           f'the library is to need nothing but the runtime of C++, and not: {needed}')
    for name in ('dimma-tools', 'dimma-naming', 'dimma-bench'):
        expect('libboost-json' in packages.field(name, 'Depends'), f'{name} does not depend on Boost.JSON')
    expect('libssl3' in packages.field('dimma-naming', 'Depends'), 'dpkg-shlibdeps was not run over dimma-naming')
    expect(packages.field('dimma-doc', 'Depends') == '', 'the manual depends on something')
    maintainers = {packages.field(name, 'Maintainer') for name in packages.contents()}
    expect(len(maintainers) == 1 and re.fullmatch('[^<>]+ <[^<>@ ]+@[^<>@ ]+>', min(maintainers)), f'packages are made by {maintainers}')


def words_of_help(text):
    """Options and commands, each of which begins a line of --help."""
    return set(re.findall(r'^  (?:-\w \[ )?(--[a-z][\w-]+|-[A-Za-z]+|[a-z][a-z-]+)(?= |$)', text, re.MULTILINE))


def text_of(page):
    """A manual page, compressed or not, without the escapes of roff."""
    octets = page.read_bytes()
    return (gzip.decompress(octets) if page.suffix == '.gz' else octets).decode().replace('\\', '')


def missing_words(page, words):
    text = text_of(page)
    return sorted(word for word in words if word not in text)


def check_layout(page):
    said = subprocess.run(['man', '--warnings', '-l', page], capture_output=True, text=True, timeout=LIMIT_S,
                          env={'PATH': '/usr/bin:/bin', 'LC_ALL': 'C', 'MANWIDTH': '1000'})
    expect(said.returncode == 0 and said.stderr == '', f'man finds fault with {page.name}: {said.stderr}')


def manual(packages):
    programs = {'dimma': 'dimma-tools', 'dimma-idl': 'dimma-tools', 'dimma-naming': 'dimma-naming', 'dimma-bench': 'dimma-bench'}
    work = packages.folder / 'manual'
    for program, package in programs.items():
        output_of('dpkg-deb', '--extract', packages.file(package), work)
        page = work / 'usr/share/man/man1' / f'{program}.1.gz'
        check_layout(page)
        helped = output_of(packages.arguments.build / 'bin' / program, '--help')
        words = words_of_help(helped)
        expect(len(words) > 4, f'{program} --help lists nothing: {helped}')
        missing = missing_words(page, words)
        expect(missing == [], f'{program}.1 does not have what --help lists: {missing}')
        # Users of a package have such a file in another place, or not at all.
        named = [*OF_THE_TREE.findall(text_of(page)), *OF_THE_TREE.findall((work / 'usr/bin' / program).read_bytes().decode('latin-1'))]
        expect(named == [], f'{program} or its manual page names files of the source tree: {named}')
    page = work / 'usr/share/man/man7/dimma-options.7.gz'
    check_layout(page)
    expect(OF_THE_TREE.findall(text_of(page)) == [], 'dimma-options.7 names files of the source tree')
    library = packages.arguments.build / 'lib' / 'libdimma.so'
    named = OF_THE_TREE.findall(library.read_bytes().decode('latin-1'))
    expect(named == [], f'texts of the library name files of the source tree: {named}')


def names_of(path, *options):
    """The symbols of an object file or archive, as (letter of the kind, name)."""
    lines = output_of('nm', '--format=posix', *options, path).splitlines()
    return {(words[1], words[0]) for words in (line.split() for line in lines) if len(words) > 1 and not words[0].endswith(':')}


KIND_OF_TABLE = re.compile('(vtable|VTT|typeinfo|typeinfo name|guard variable|(non-)?virtual thunk)( to| for) ')


def hidden_names():
    """The list in cmake/LibraryExports.cmake."""
    text = (pathlib.Path(__file__).resolve().parents[2] / 'cmake' / 'LibraryExports.cmake').read_text()
    return re.search(r'^set\(inside\n(.+?)\)$', text, re.MULTILINE | re.DOTALL)[1].split()


INSIDE = re.compile(rf'(std|boost|__gnu_cxx)::|dimma::({"|".join(hidden_names())})(::|$)')


def shown(mangled):
    """The demangled names of symbols, without parameters."""
    text = subprocess.run(['c++filt', '--no-params'], input='\n'.join(mangled), check=True, text=True, stdout=subprocess.PIPE).stdout
    return [KIND_OF_TABLE.sub('', name) for name in text.splitlines()]


def needed_now(shared, folder):
    """The internal symbols of the shared library that its companions refer to, and the data of templates that they share."""
    beside = {name for archive in COMPANIONS for kind, name in names_of(folder / archive) if kind in 'UVu'}
    library = {name for kind, name in names_of(shared) if kind not in 'Uw'}
    both = sorted(name for name in beside & library if name.startswith('_Z'))
    return {symbol for symbol, name in zip(both, shown(both)) if INSIDE.match(name) and not name.startswith('std::')}


def needed(packages):
    """Writes the list. Run by hand when dimma::tls or another companion needs more or fewer internal symbols."""
    text = '# What is exported of the inside of libdimma: see LibraryExports.cmake.\n'
    text += ''.join(f'{name}\n' for name in sorted(needed_now(*libraries_of(packages))))
    (packages.arguments.source / 'cmake' / 'libdimma.needed').write_text(text)


def libraries_of(packages):
    folder = packages.arguments.build / 'lib'
    return folder / 'libdimma.so', folder


def exports(packages):
    check_exports(*libraries_of(packages), packages.arguments.source)


def check_exports(library, folder, source):
    """Checks the exports of a shared library, whose companions are in `folder`."""
    listed = set((source / 'cmake' / 'libdimma.needed').read_text().splitlines()[1:])
    now = needed_now(library, folder)
    # With another compiler or other options, fewer may be needed.
    print('listed but not needed:', *sorted(listed - now), sep='\n  ')
    expect(now <= listed, f'cmake/libdimma.needed is to be written anew (step `needed`), for {sorted(now - listed)}')
    mangled = sorted(name for _, name in names_of(library, '--dynamic', '--defined-only'))
    names = shown(mangled)
    wrong = [name for symbol, name in zip(mangled, names)
             if INSIDE.match(name) and symbol not in listed and not name.startswith('dimma::orb::UpcallFrame::')]
    expect(wrong == [], f'the shared library exports {len(wrong)} names of its inside: {wrong[:20]}')
    # Other exports that no public header names: helpers of the rooms base and cdr, whose namespaces are public.
    words = set()
    for header in (source / 'include').rglob('*.h*'):
        words.update(re.findall(r'\w+', header.read_text()) if header.is_file() else ())
    helpers = {name for symbol, name in zip(mangled, names) if symbol not in listed
               for found in [re.match(r'dimma::((?:\w+::)*)([\w~]+)$', name)]
               if found and not {*found[1].split('::'), found[2].removeprefix('~')} - {''} <= words}
    print(f'{len(mangled)} symbols, {len(listed)} of them for {", ".join(COMPANIONS)}, {len(helpers)} helpers:',
          *sorted(helpers), sep='\n  ')
    expect(len(mangled) > 1000, 'the library exports next to nothing')
    expect(len(helpers) <= HELPERS_MAX, f'the shared library exports {len(helpers)} functions that no public header names')


def lintian(packages):
    found = subprocess.run(['lintian', '--fail-on', 'error', '--tag-display-limit', '0', *packages.folder.glob('*.deb')],
                           text=True, stdout=subprocess.PIPE, timeout=LIMIT_S)
    print(found.stdout)
    # Unavoidable warnings: cpack writes the scripts, and there is no Debian bug to close.
    known = ('maintscript-calls-ldconfig', 'initial-upload-closes-no-bugs')
    others = [line for line in found.stdout.splitlines() if line[:2] in ('E:', 'W:') and not any(tag in line for tag in known)]
    expect(found.returncode == 0 and others == [], f'lintian finds: {others or found.returncode}')


def recipes(packages):
    packaging = packages.arguments.source / 'packaging'
    version = packages.arguments.version
    port = packaging / 'vcpkg' / 'ports' / 'dimma'
    manifest = json.loads((port / 'vcpkg.json').read_text())
    expect(manifest['version'] == version, f'vcpkg.json has version {manifest["version"]}')
    for features in ('', 'tls', 'idl-compiler', 'tls,idl-compiler'):
        expect(set(features.split(',')) - {''} <= set(manifest['features']), f'vcpkg.json has not all of {features}')
        output_of('cmake', f'-DPORT={port}', f'-DWORK={packages.folder / "vcpkg"}', f'-DFEATURES={features}',
                  '-P', pathlib.Path(__file__).parent / 'vcpkg_port.cmake')
    names = output_of('rpmspec', '--query', '--queryformat', '%{NAME} %{VERSION}\n', packaging / 'rpm' / 'dimma.spec')
    expect(set(names.splitlines()) == {f'dimma{part} {version}' for part in ('', '-libs', '-devel', '-naming')},
           f'dimma.spec describes {names}')
    said = output_of('bash', '-euc', 'source "$1"; declare -F build package > /dev/null; echo "$pkgname $pkgver"', 'bash',
                     packaging / 'arch' / 'PKGBUILD')
    expect(said == f'dimma {version}\n', f'PKGBUILD describes {said}')
    homepage = packages.field('libdimma-dev', 'Homepage')
    for recipe in ('rpm/dimma.spec', 'arch/PKGBUILD'):
        expect(re.search(rf'(?im)^url[:=]\s*{re.escape(homepage)}$', (packaging / recipe).read_text()), f'{recipe} has not the URL {homepage}')
    # Debian has no package of Conan; without it, the recipe is checked to be Python, and its folders to exist.
    recipe = (packaging / 'conan' / 'conanfile.py').read_text()
    compile(recipe, 'conanfile.py', 'exec')
    for folder in re.findall(r"'([\w/]+)/\*'", recipe):
        expect((packages.arguments.source / folder).is_dir(), f'conanfile.py takes {folder}, which is not there')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('step', choices=('made', 'contents', 'dependencies', 'manual', 'exports', 'lintian', 'recipes', 'needed'))
    for name in ('build', 'source'):
        parser.add_argument(f'--{name}', type=pathlib.Path, required=True)
    for name in ('cpack', 'version', 'soversion'):
        parser.add_argument(f'--{name}', required=True)
    arguments = parser.parse_args()
    try:
        globals()[arguments.step](Packages(arguments))
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        sys.exit(f'FAILED: {error}')


if __name__ == '__main__':
    main()
