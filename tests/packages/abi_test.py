"""scripts/abi-check reports changes that break programs, and no others, for small libraries made here and for libdimma."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

HEADER = '''
#pragma once
namespace dimma {
struct Inside;
class Base {
 public:
  virtual ~Base();
  virtual int first();
  virtual int second();
  Inside* inside = nullptr;
};
int kept(Base& base);
int gone(int value);
}
'''
SOURCE = '''
#include <dimma/base.hpp>
#include "inside.hpp"
namespace dimma {
Base::~Base() { delete inside; }
int Base::first() { return 1; }
int Base::second() { return 2; }
int kept(Base& base) { return base.first(); }
int gone(int value) { return value; }
}
'''
INSIDE = 'namespace dimma { struct Inside { int count; }; }\n'
SONAME = 'libsmall.so.0.1'


def expect(holds, what):
    if not holds:
        sys.exit(f'FAILED: {what}')


class Libraries:
    def __init__(self, arguments, work):
        self.arguments = arguments
        self.work = work

    def make(self, name, header=HEADER, source=SOURCE, inside=INSIDE, soname=SONAME):
        """Makes a folder NAME like an installed tree, with the library libsmall."""
        folder = self.work / name
        (folder / 'lib').mkdir(parents=True)
        (folder / 'include' / 'dimma').mkdir(parents=True)
        (folder / 'include' / 'dimma' / 'base.hpp').write_text(header)
        (folder / 'inside.hpp').write_text(inside)
        (folder / 'small.cpp').write_text(source)
        subprocess.run([self.arguments.compiler, '-g', '-shared', '-fPIC', '-I', folder / 'include', folder / 'small.cpp',
                        f'-Wl,-soname,{soname}', '-o', folder / 'lib' / soname], check=True, timeout=100)
        return folder

    def compare(self, old, new, status, *words):
        ran = subprocess.run([self.arguments.source / 'scripts' / 'abi-check', '--old', old, '--new', new], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=200)
        print(f'+ abi-check --old {old} --new {new}\n{ran.stdout}', flush=True)
        expect(ran.returncode == status, f'abi-check ends with {ran.returncode}, not {status}')
        for word in words:
            expect(word in ran.stdout, f'abi-check does not say {word!r}')


def changed(text, before, after):
    expect(before in text, f'nothing to change: {before}')
    return text.replace(before, after)


def small(libraries):
    old = libraries.make('old')
    libraries.compare(old, libraries.make('same'), 0, 'libsmall: compatible')
    without = {'header': changed(HEADER, 'int gone(int value);', ''),
               'source': changed(SOURCE, 'int gone(int value) { return value; }', '')}
    removed = libraries.make('removed', **without)
    libraries.compare(old, removed, 1, 'dimma::gone(int)', f'libsmall: incompatible, and its SONAME is still {SONAME}')
    libraries.compare(removed, old, 0, 'libsmall: compatible')  # an added function
    libraries.compare(old, libraries.make('other_soname', soname='libsmall.so.0.2', **without), 0, 'dimma::gone(int)',
                      f'as it may: the SONAME was {SONAME}, and is libsmall.so.0.2')
    virtual = libraries.make('virtual', header=changed(HEADER, '  virtual int first();', '  virtual int zeroth();\n  virtual int first();'),
                             source=changed(SOURCE, 'int Base::first()', 'int Base::zeroth() { return 0; }\nint Base::first()'))
    libraries.compare(old, virtual, 1, 'ABI incompatible change to the vtable of class dimma::Base')
    libraries.compare(old, libraries.make('member', header=changed(HEADER, '  Inside* inside', '  long more = 0;\n  Inside* inside')), 1,
                      'dimma::Base')
    libraries.compare(old, libraries.make('inside', inside=changed(INSIDE, 'int count;', 'int count; long more;')), 0,
                      'libsmall: compatible')
    (removed / 'lib' / SONAME).rename(removed / 'lib' / 'libother.so.0.1')
    libraries.compare(old, removed, 1, 'libsmall: it is gone')


def refusals(libraries):
    empty = libraries.work / 'empty'
    empty.mkdir()
    libraries.compare(empty, libraries.work / 'old', 2, f'{empty} has no shared library')
    libraries.compare('no-such-tag', libraries.work / 'old', 2, 'no-such-tag: neither a file or folder, nor a tag or commit')


def library_itself(libraries):
    """Compares libdimma in its package with that of the build."""
    package, = (libraries.arguments.build / 'packages').glob('libdimma[0-9]*.deb')
    built = libraries.arguments.build / 'lib'
    libraries.compare(package, built, 0, 'libdimma: compatible', 'symbols alone are compared')
    # A copy that lacks a function.
    listed, name = libraries.work / 'without', '_ZN5dimma14linked_versionEv'
    listed.mkdir()
    copy = listed / 'libdimma.so.0.1'
    octets = (built / 'libdimma.so').read_bytes()
    expect(name.encode() in octets, f'the library has no {name}')
    copy.write_bytes(octets.replace(name.encode(), name.replace('linked', 'lonely').encode()))
    libraries.compare(package, listed, 1, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ('build', 'source'):
        parser.add_argument(f'--{name}', type=pathlib.Path, required=True)
    parser.add_argument('--compiler', required=True)
    with tempfile.TemporaryDirectory() as folder:
        libraries = Libraries(parser.parse_args(), pathlib.Path(folder))
        small(libraries)
        refusals(libraries)
        library_itself(libraries)


if __name__ == '__main__':
    main()
