#!/usr/bin/env python3
"""port_test.py --bin DIR SCENARIO: `dimma port`, which lists what the sources of CORBA programs use."""

import os
import sys

from tool_processes import MISUSED, REFUSED, require, run_one

CLIENT = '''\
// CORBA::Nothing in a comment
#include "echo.hh"
int main(int argc, char** argv) {
  CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  CORBA::Object_var object = orb->string_to_object("CORBA::Nothing in a literal");
  M::Echo_var echo = M::Echo::_narrow(object);
}
'''
INSIDE = '#include "echo.hh"\nvoid f(CORBA::Object_ptr object) { CORBA::Strange::g(); }\nRTCORBA::Priority priority;\n'
ECHO = 'module M {\n  interface Echo { string say(in string text); };\n};\n'
MAP = '#include "idl/echo.idl"\nmodule N {\n  typedef map<long, M::Echo> Echoes;\n};\n'
MAKEFILE = 'echo.hh: echo.idl\n\tomniidl -bcxx -Wbnonsense echo.idl\n'


def estate(laboratory):
    """A folder with the sources of a program."""
    folder = laboratory.folder / 'estate'
    for name, text in (('client.cc', CLIENT), ('inside.cpp', INSIDE), ('plain.cc', 'int my_var;\n'), ('idl/echo.idl', ECHO),
                       ('idl/map.idl', MAP), ('Makefile', MAKEFILE), ('notes.txt', 'CORBA::Nothing')):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def names(told):
    return {each['name']: each for each in told['names']}


def check_text(laboratory):
    folder = estate(laboratory)
    text = laboratory.tool('port', folder)
    for words in ('3 C++ files and 1 makefile were read', '  2 C++ files use CORBA\n    1 only what dimma has\n',
                  '    1 also what dimma lacks\n', '2 IDL files, of which dimma-idl --classic compiles 1\n',
                  f"'map' is not supported yet by the classic mapping", f'{folder}/idl/map.idl:3\n', f'{folder}/inside.cpp:2\n',
                  "unknown option '-Wbnonsense'", '\nlacking:\n', '\navailable:\n'):
        require(words in text, f'{words!r} is not in\n{text}')
    require('Nothing' not in text, text)
    require('1 C++ file and 0 makefiles' in laboratory.tool('port', folder / 'client.cc'), 'one file')


def check_json(laboratory):
    folder = estate(laboratory)
    told = laboratory.json('port', '--json', folder, '-I', folder)
    require((told['cpp_files'], told['idl_files'], told['build_files']) == (3, 2, 1), told)
    require(told['corba_files'] == {'has': 1, 'differs': 0, 'lacks': 1}, told)
    [refused] = told['refused_idl']
    require(refused['file'] == f'{folder}/idl/map.idl' and refused['errors'][0]['line'] == 3, refused)
    known = names(told)
    orb = known['CORBA::ORB_var']
    require((orb['status'], orb['uses'], orb['files'], orb['advice']) == ('has', 1, 1, ''), orb)
    require(orb['example'] == {'file': f'{folder}/client.cc', 'line': 4}, orb)
    for name in ('CORBA::Strange', 'RTCORBA::Priority'):
        require(known[name]['status'] == 'lacks' and known[name]['advice'], known[name])
    require(known['-bcxx']['status'] == 'has' and known['-Wbnonsense']['status'] == 'lacks', known)


def check_misuse(laboratory):
    """Wrong arguments end the command; files that cannot be examined are named, and the others are examined."""
    folder = estate(laboratory)
    laboratory.fails('port', says='DIR is missing')
    laboratory.fails('port', folder, laboratory.folder / 'none', says='none: ')
    laboratory.fails('port', folder / 'notes.txt', says='neither a folder nor')
    laboratory.fails('port', '--list', folder, says='--list takes no folder')
    (folder / 'binary.cc').write_bytes(b'CORBA::Any\0')
    (folder / 'binary.idl').write_bytes(b'module\0')
    with open(folder / 'large.cc', 'wb') as large:
        large.truncate(100 << 20)
    os.symlink(folder, folder / 'idl' / 'circle')
    os.symlink('self.cc', folder / 'self.cc')
    os.mkfifo(folder / 'pipe.cc')
    done = laboratory.run('port', '--json', folder)
    require(done.returncode == REFUSED, done)
    for words in ('binary.cc was left out: is not text', 'binary.idl was left out: is not text', 'large.cc was left out: is larger than 32 MiB'):
        require(words in done.stderr, f'{words!r} is not in\n{done.stderr}')
    require(done.stderr.count('\n') == 3 and '"cpp_files":3,' in done.stdout, done)
    (folder / 'idl' / 'broken.idl').write_text('module M {\n#include "none.idl"\n')
    require('use -I DIR' in laboratory.run('port', folder).stdout, 'no advice for an included file that is not found')
    (folder / 'deep.cc').write_text('CORBA::Any a' + '(' * 1000000 + '/*')
    done = laboratory.run('port', '--json', folder)
    require(done.returncode == REFUSED and '"cpp_files":4,' in done.stdout, done.stderr)
    require(laboratory.run('port', '--wrong').returncode == MISUSED, 'an unknown option')


def check_list(laboratory):
    told = laboratory.json('port', '--list', '--json')
    require({'CORBA::ORB', 'PortableServer::POA'} <= {each['name'] for each in told}, told)
    require({each['status'] for each in told} <= {'has', 'differs', 'lacks'}, told)
    lines = laboratory.tool('port', '--list').splitlines()
    require(len(lines) == len(told) and 'has name CORBA::ORB' in lines, lines[:20])


if __name__ == '__main__':
    sys.exit(run_one(__doc__, {'port': check_text, 'port_json': check_json, 'port_misuse': check_misuse, 'port_list': check_list}))
