"""Mistakes that the compiler and the linker find. Part of the message is theirs, of which only the relevant line is kept."""

import pathlib

from trial import mistake

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / 'include'


def compiled(laboratory, text, *options):
    """Returns the compiler's errors for a source that it rejects."""
    laboratory.write('desk.idl', 'interface Desk { string greet(in string name); void open(); };\n')
    laboratory.run('dimma-idl', 'desk.idl', status=0)
    laboratory.write('program.cpp', text)
    return laboratory.run(laboratory.compiler, f'-I{INCLUDE}', '-I.', '-fsyntax-only', *options, 'program.cpp').replace(f'{INCLUDE}/', '')


def line_with(printed, words):
    return next((line.strip() for line in printed.splitlines() if words in line), printed)


@mistake('compiling', 'C++17', what='dimma needs C++20', where='dimma/generated/cxx20.hpp',
         remedy='compile with -std=c++20 or newer')
def older_standard(laboratory):
    return line_with(compiled(laboratory, '#include <dimma/orb.hpp>\nint main() {}\n', '-std=c++17'), 'C++20')


@mistake('compiling', 'a servant without one of its operations', what='pure', where='Desk::_operations_type::open()')
def operation_missing(laboratory):
    printed = compiled(laboratory, '#include "desk_skel.hpp"\n#include <dimma/orb.hpp>\n'
                                   'class Mine : public virtual CORBA::servant_traits<Desk>::base_type {\n'
                                   '  std::string greet(const std::string& name) override { return name; }\n};\n'
                                   'int main() { CORBA::make_reference<Mine>(); }\n', '-std=c++20')
    return line_with(printed, 'because') + '\n' + line_with(printed, 'open()').replace('‘', "'").replace('’', "'")


@mistake('compiling', 'a reference without narrow()', what='object_reference<CORBA::Object>', where='program.cpp:4')
def not_narrowed(laboratory):
    printed = compiled(laboratory, '#include "desk.hpp"\n#include <dimma/orb.hpp>\nvoid use(const CORBA::object_reference<CORBA::Object>& object) {\n'
                                   '  IDL::traits<Desk>::ref_type desk = object;\n}\n', '-std=c++20')
    return line_with(printed, 'error').replace('‘', "'").replace('’', "'")
