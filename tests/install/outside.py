"""Tests the installed tree with a separate project that uses it. Steps, in this order:

install     installs into an empty prefix, checks its files, moves the prefix elsewhere
package     builds and runs the project with find_package(dimma)
pkg_config  builds and runs it with only pkg-config, dimma-idl and the compiler
definitions  compares the definitions that users get by the CMake package and by pkg-config (makes its own installation)
subdirectory  configures a project with dimma's source tree as a subdirectory, and builds its IDL library (needs no install)
boost_json  configures with a Boost without the JSON library, and checks that the error names its package (needs no install)
libraries   builds IDL libraries of each kind, and shared libraries that link them (needs no install)
examples    builds the stand-alone examples with find_package(dimma), and compares their output with their READMEs
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

import examples as standing_alone

PROJECT = pathlib.Path(__file__).parent / 'project'
GUARDED = "guarded: '/nowhere': No such file or directory\n"
SLOPPY = 'as sloppy as ever: 4, 1\n'
SAYS = 'shared: hello outside, dedicated: hello outside\n'


def run(*command, **options):
    command = [str(word) for word in command]
    print('+', ' '.join(command), flush=True)
    return subprocess.run(command, check=True, text=True, **options)


def emptied(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def files_below(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob('*') if not path.is_dir()}


def expect(holds, what):
    if not holds:
        sys.exit(f'FAILED: {what}')


def check_program(program, says=SAYS):
    ran = run(program, stdout=subprocess.PIPE)
    print(ran.stdout, end='')
    expect(ran.stdout == says, f'{program} does not say {says!r}')


def check_contents(prefix, source):
    present = files_below(prefix)
    headers = {f'include/{path}' for path in files_below(source / 'include')}
    installed_headers = {path for path in present if path.startswith('include/')}
    headers.add('include/dimma/classic/naming/CosNaming.hh')  # generated
    expect(installed_headers == headers, 'the headers are not those of include/')
    others = {path for path in present if not path.startswith('include/')}
    wanted = [r'bin/dimma', r'bin/dimma-idl', r'bin/dimma-naming', r'lib/systemd/system/dimma-naming\.service',
              r'share/man/man1/dimma(-idl|-naming)?\.1', r'share/man/man7/dimma-options\.7', r'share/bash-completion/completions/dimma(-idl|-naming)?',
              r'share/zsh/site-functions/_dimma(-idl|-naming)?', r'share/fish/vendor_completions\.d/dimma(-idl|-naming)?\.fish',
              r'lib.*/libdimma\.(a|so)', r'lib.*/libdimma\.so\.[\d.]+', r'lib.*/pkgconfig/dimma(-classic|-inspect|-naming|-omniorb|-sealed|-store|-store-etcd|-tao|-tls|-trace)?\.pc',
              r'lib.*/cmake/dimma/dimma(Config|ConfigVersion|(Classic|Compiler|Store|StoreEtcd|Inspect|Naming|OmniOrb|Sealed|Tao|Taox11|Tls|Trace)?Targets|(Classic|Compiler|Store|StoreEtcd|Inspect|Naming|OmniOrb|Sealed|Tls|Trace)?Targets-\w+)\.cmake',
              r'lib.*/libdimma_store(_etcd)?\.a', r'lib.*/libdimma_(classic|inspect|naming|omniorb|sealed|tls|trace)\.a',
              r'lib.*/cmake/dimma/Dimma(Components|Idl)\.cmake', r'share/doc/dimma/LICENSE',
              r'lib.*/dimma/omniorb/(bin/omniidl|pkgconfig/omni(ORB|Dynamic|thread)4\.pc)',
              r'share/dimma/wireshark/dimma-flow\.lua',
              r'share/dimma/idl/(CONV_FRAME|Cos(EventChannelAdmin|EventComm|Naming)|Dimma(Inspect|Naming)|GIOP|IIOP|IOP|TimeBase|boxes|ir|services)\.idl']
    for path in others:
        expect(any(re.fullmatch(pattern, path) for pattern in wanted), f'{path} is nothing to be installed')
    for pattern in wanted:
        is_optional = 'so' in pattern and r'\.[' in pattern
        expect(is_optional or any(re.fullmatch(pattern, path) for path in others), f'{pattern} is not installed')


def check_no_path(prefix, folders):
    """Requires that no installed text file contains the path of the build or of the first prefix."""
    for path in files_below(prefix):
        if path.startswith('bin/') or path.endswith('.a') or '.so' in path:
            continue
        text = (prefix / path).read_text()
        for folder in folders:
            expect(str(folder) not in text, f'{path} names {folder}')


def install(arguments):
    first = emptied(arguments.work / 'first')
    run(arguments.cmake, '--install', arguments.build, '--prefix', first)
    check_contents(first, arguments.source)
    check_no_path(first, [first, arguments.source, arguments.build])
    shutil.rmtree(arguments.prefix, ignore_errors=True)
    first.rename(arguments.prefix)


def package(arguments):
    source = arguments.work / 'source'
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(PROJECT, source)
    build = emptied(arguments.work / 'package')
    run(arguments.cmake, '-S', source, '-B', build, '-G', arguments.generator,
        f'-DCMAKE_PREFIX_PATH={arguments.prefix}', f'-DCMAKE_CXX_COMPILER={arguments.compiler}',
        f'-DCMAKE_CXX_FLAGS={arguments.flags}')
    run(arguments.cmake, '--build', build)
    check_program(build / 'outside')
    check_program(build / 'guest', 'in outside\n')
    check_program(build / 'keeper', 'kept outside\n')
    check_program(build / 'publisher', 'not published: the ORB knows no naming service\n')
    check_program(build / 'sharer', '/outside/\n')
    check_program(build / 'guarded', GUARDED)
    check_program(build / 'inspected', 'inspected\n')
    check_program(build / 'traced', 'traced\n')
    if arguments.flags == '-fsanitize=':  # a sanitizer has a malloc of its own
        check_program(build / 'proven', '1 heap allocation\n')
    check_program(build / 'sloppy', SLOPPY)
    libraries = run('ldd', build / 'outside', stdout=subprocess.PIPE).stdout
    expect('ssl' not in libraries and 'crypto' not in libraries, f'a program without TLS is linked with it:\n{libraries}')
    expect('boost' not in libraries, f'a program without services is linked with Boost:\n{libraries}')

    check_components(arguments)

    def idl_compiled_again():
        return set(re.findall(r'IDL (\S+)', run(arguments.cmake, '--build', build, stdout=subprocess.PIPE).stdout))

    expect(idl_compiled_again() == set(), 'IDL is compiled again although nothing changed')
    with open(source / 'idl' / 'common' / 'names.idl', 'a', encoding='ascii') as included:
        included.write('module Outside { typedef sequence<Name> Names; };\n')
    expect(idl_compiled_again() == {'greeting.idl', 'names.idl'}, 'not all IDL is compiled again that has changed')
    check_program(build / 'outside')


def check_components(arguments):
    """Configuring a project that requests a wrong component, or links one that it has not requested, prints the remedy."""
    def configured(*lines):
        folder = emptied(arguments.work / 'components')
        (folder / 'empty.cpp').write_text('int main() {}\n')
        (folder / 'CMakeLists.txt').write_text('\n'.join(
            ('cmake_minimum_required(VERSION 3.25)', 'project(components LANGUAGES CXX)', 'add_executable(empty empty.cpp)', *lines)))
        command = [arguments.cmake, '-S', folder, '-B', folder / 'build', '-G', arguments.generator,
                   f'-DCMAKE_PREFIX_PATH={arguments.prefix}', f'-DCMAKE_CXX_COMPILER={arguments.compiler}']
        done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, ' '.join(done.stdout.split())

    def expect_told(words, *lines):
        status, told = configured(*lines)
        expect(status != 0 and words in told, f'{lines} gives {status}: {told}, and not: {words}')

    linked = 'target_link_libraries(empty PRIVATE dimma::tls)'
    expect_told("there is no component 'ssl'; the components are naming, store,", 'find_package(dimma REQUIRED COMPONENTS ssl)')
    expect_told('the target empty links dimma::tls: write find_package(dimma REQUIRED COMPONENTS tls)',
                'find_package(dimma REQUIRED)', linked)
    status, told = configured('find_package(dimma REQUIRED)', 'find_package(dimma REQUIRED COMPONENTS tls)', linked)
    expect(status == 0, told)
    status, told = configured('find_package(dimma COMPONENTS ssl)', 'if(NOT dimma_FOUND)', 'message("as it should")', 'endif()')
    expect(status == 0 and 'as it should' in told, told)


def pkg_config(arguments):
    build = emptied(arguments.work / 'pkg_config')
    found = list(arguments.prefix.rglob('dimma.pc'))
    expect(len(found) == 1, 'there is not one dimma.pc')
    environment = {**os.environ, 'PKG_CONFIG_PATH': str(found[0].parent)}

    def ask(*options, of='dimma'):
        return run('pkg-config', *options, of, env=environment, stdout=subprocess.PIPE).stdout.split()

    compiler = ask('--variable=idl_compiler')[0]
    expect(ask('--modversion') != [], 'dimma.pc has no version')
    idl = PROJECT / 'idl'
    own = pathlib.Path(ask('--variable=idl_dir')[0])
    for file in (idl / 'greeting.idl', idl / 'common' / 'names.idl', own / 'IOP.idl', own / 'GIOP.idl'):
        run(compiler, '-I', idl / 'common', '-o', build, file)
    run(arguments.compiler, '-std=c++20', '-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Wconversion', '-Wold-style-cast', '-Werror',
        *arguments.flags.split(), '-I', build, PROJECT / 'outside.cpp', *sorted(build.glob('*.cpp')), *ask('--cflags', '--libs'),
        '-o', build / 'outside')
    check_program(build / 'outside')
    run(arguments.compiler, '-std=c++20', *arguments.flags.split(), PROJECT / 'guarded.cpp',
        *ask('--cflags', '--libs', of='dimma-tls'), '-o', build / 'guarded')
    check_program(build / 'guarded', GUARDED)
    run(arguments.compiler, '-std=c++20', *arguments.flags.split(), PROJECT / 'inspected.cpp',
        *ask('--cflags', '--libs', of='dimma-inspect'), '-o', build / 'inspected')
    run(arguments.compiler, '-std=c++20', *arguments.flags.split(), PROJECT / 'traced.cpp',
        *ask('--cflags', '--libs', of='dimma-inspect'), *ask('--libs', of='dimma-trace'), '-o', build / 'traced')
    run(arguments.compiler, '-std=c++20', *arguments.flags.split(), PROJECT / 'proven.cpp',
        *ask('--cflags', '--libs', of='dimma-sealed'), '-o', build / 'proven')
    for file in ('CosNaming.idl', 'DimmaNaming.idl'):
        run(compiler, '-o', build / 'naming', own / file)
    run(arguments.compiler, '-std=c++20', *arguments.flags.split(), '-I', build / 'naming', PROJECT / 'publisher.cpp',
        *sorted((build / 'naming').glob('*.cpp')), *ask('--cflags', '--libs', of='dimma-naming'), '-o', build / 'publisher')
    for program, of in (('keeper', 'dimma-store'), ('sharer', 'dimma-store-etcd')):
        run(arguments.compiler, '-std=c++20', *arguments.flags.split(), PROJECT / f'{program}.cpp',
            *ask('--cflags', '--libs', of=of), '-o', build / program)
    check_program(build / 'publisher', 'not published: the ORB knows no naming service\n')
    check_program(build / 'keeper', 'kept outside\n')
    check_program(build / 'sharer', '/outside/\n')
    check_program(build / 'inspected', 'inspected\n')
    check_program(build / 'traced', 'traced\n')
    if arguments.flags == '-fsanitize=':  # a sanitizer has a malloc of its own
        check_program(build / 'proven', '1 heap allocation\n')
    run(arguments.compiler, '-std=c++20', '-Werror', *arguments.flags.split(), PROJECT / 'sloppy.cpp', *ask('--cflags', '--libs'),
        '-o', build / 'sloppy')
    check_program(build / 'sloppy', SLOPPY)
    check_debug_containers(arguments, build, ask('--cflags', '--libs'))


def definitions(arguments):
    """Requires that users get the library's definitions, without which shared inline code would differ: Asio's classes, for
    example, differ in a build without threads."""
    prefix = emptied(arguments.work / 'definitions')
    run(arguments.cmake, '--install', arguments.build, '--prefix', prefix, '--component', 'development', stdout=subprocess.DEVNULL)
    targets, = prefix.rglob('dimmaTargets.cmake')
    pc, = prefix.rglob('dimma.pc')
    found = re.search(r'add_library\(dimma::dimma .*?INTERFACE_COMPILE_DEFINITIONS "([^"]*)"', targets.read_text(), re.DOTALL)
    by_cmake = set(found[1].split(';')) if found else set()
    flags = run('pkg-config', '--cflags', 'dimma', env={**os.environ, 'PKG_CONFIG_PATH': str(pc.parent)}, stdout=subprocess.PIPE).stdout
    by_pkg_config = {word.removeprefix('-D') for word in flags.split() if word.startswith('-D')}
    expect(by_cmake == by_pkg_config, f'CMake gives users {sorted(by_cmake)}, and pkg-config {sorted(by_pkg_config)}')
    expect(by_cmake == set(arguments.definitions), f'users get {sorted(by_cmake)}, and not {arguments.definitions}')


def check_debug_containers(arguments, build, flags):
    """A program whose containers differ from the library's does not link, and the linker's message has the reason."""
    program = build / 'other_containers.cpp'
    program.write_text('#include <dimma/orb.hpp>\nint main() {}\n')
    command = [arguments.compiler, '-std=c++20', *arguments.flags.split(), program, *flags, '-o', build / 'other_containers']
    run(*command)
    expect_refused([*command, '-D_GLIBCXX_DEBUG'], 'libdimma_is_built_with_GLIBCXX_DEBUG')
    check_both_ends(arguments, build)


def check_both_ends(arguments, build):
    """The same for a static and for a shared library, where either library or program has _GLIBCXX_DEBUG. The library
    consists only of the file with this check."""
    program = build / 'one_end.cpp'
    program.write_text('#include <dimma/generated/abi.hpp>\nint main() {}\n')
    debug = {'with': ['-D_GLIBCXX_DEBUG'], 'without': []}
    compile_ = [arguments.compiler, '-std=c++20', '-fPIC', *arguments.flags.split(), f'-I{arguments.source / "include"}']
    for library, library_flags in debug.items():
        part = build / f'abi_{library}.o'
        run(*compile_, *library_flags, '-c', arguments.source / 'src/base/abi.cpp', '-o', part)
        static, shared = build / f'libabi_{library}.a', build / f'libabi_{library}.so'
        static.unlink(missing_ok=True)
        run('ar', 'rcs', static, part)
        run(*compile_, '-shared', part, '-o', shared)
        for linked in (static, shared):
            for own, own_flags in debug.items():
                command = [*compile_, *own_flags, program, linked, f'-Wl,-rpath,{build}', '-o', build / 'one_end']
                if own == library:
                    run(*command)
                    run(build / 'one_end')
                else:
                    expect_refused(command, f'libdimma_is_built_{own}_GLIBCXX_DEBUG')


def expect_refused(command, words):
    command = [str(word) for word in command]
    linked = subprocess.run(command, text=True, stderr=subprocess.PIPE)
    print('+', ' '.join(command), linked.stderr, sep='\n')
    expect(linked.returncode != 0, 'a program links with a library whose containers are others')
    expect(words in linked.stderr, f'the linker does not say {words}')


def foreign_options(command, allowed):
    """The options of a user's compile command that the user's project has not set."""
    words = shlex.split(command)
    # Ignored are options of CMake, options with files and folders, and those that any C++20 library with threads needs.
    return [word for word in words if word.startswith('-') and word not in allowed
            and not re.match(r'-I|-isystem$|-o$|-c$|-MD$|-MF$|-MT$|-std=(c|gnu)\+\+20$|-pthread$|-f(no-)?diagnostics', word)]


def check_no_options(build, generator, flags):
    """Requires that the targets of an enclosing project are compiled and linked without dimma's own flags."""
    for entry in json.loads((build / 'compile_commands.json').read_text()):
        expect('-Werror' not in entry['command'] or entry['file'].endswith(('sloppy.cpp', 'neighbour.cpp')),
               f'{entry["file"]} is compiled with -Werror in a project of others')
        if 'guest_idl' in entry['file'] or entry['file'].endswith(('sloppy.cpp', 'neighbour.cpp')):
            # dimma_idl_library makes its code position independent, for users' shared libraries.
            own = ['-Werror'] if not 'guest_idl' in entry['file'] else ['-Wall', '-Wextra', '-include', '-fPIC']
            foreign = foreign_options(entry['command'], [*own, *flags])
            expect(foreign == [], f'{entry["file"]} is compiled with options of dimma: {foreign}')
    if generator == 'Ninja':
        commands = run('ninja', '-C', build, '-t', 'commands', 'sloppy', stdout=subprocess.PIPE).stdout.splitlines()
        foreign = [word for word in foreign_options(commands[-1], [*flags, '-Werror']) if not word.startswith('-l')]
        expect(foreign == [], f'a program is linked with options of dimma: {foreign}')


def check_is_built_for_others(arguments, build):
    """Requires that dimma is optimised, compiles many files as one, and builds only targets that the project links."""
    own = [entry['command'] for entry in json.loads((build / 'compile_commands.json').read_text())
           if 'dimma_orb.dir' in entry['command']]
    expect(own and all('-O3' in command for command in own), 'dimma is not optimised')
    expect(len(own) < 40, f'src/orb is compiled as {len(own)} files')
    steps = subprocess.run([arguments.cmake, '--build', build, '--', '-n'], check=True, capture_output=True, text=True).stdout
    expect('dimma_orb' in steps, 'the library is not built by the project that links it')
    for unwanted in ('dimma_sealed', 'dimma_tls', 'dimma_naming'):
        expect(unwanted not in steps, f'{unwanted} is built though nothing links it')


def check_misnamed_idl(arguments):
    source = emptied(arguments.work / 'subdirectory' / 'misnamed')
    (source / 'greeter.idl').write_text('interface Greeter {};\n')
    (source / 'made.idl.in').write_text('interface Made {};\n')
    for named, expected in (('gretter.idl', 'There is no IDL file gretter.idl in .*; its IDL files are greeter.idl'),
                            ('idl/greeter.idl', 'There is no IDL file greeter.idl in .*idl, which does not exist'),
                            ('made.idl', None)):
        (source / 'CMakeLists.txt').write_text(f'''cmake_minimum_required(VERSION 3.25)
project(misnamed LANGUAGES CXX)
add_executable(dimma::dimma-idl IMPORTED)
set_target_properties(dimma::dimma-idl PROPERTIES IMPORTED_LOCATION {arguments.idl_compiler})
add_library(dimma::dimma INTERFACE IMPORTED)
add_custom_command(OUTPUT ${{CMAKE_CURRENT_SOURCE_DIR}}/made.idl COMMAND cp made.idl.in made.idl)
include({arguments.source}/cmake/DimmaIdl.cmake)
dimma_idl_library(of_idl {named})
''')
        done = subprocess.run([arguments.cmake, '-S', source, '-B', emptied(arguments.work / 'subdirectory' / 'misnamed_build'),
                               f'-DCMAKE_CXX_COMPILER={arguments.compiler}'], capture_output=True, text=True)
        if expected is None:
            expect(done.returncode == 0, done.stderr)
        else:
            expect(re.search(expected, ' '.join(done.stderr.split())), done.stderr)


def check_unasked_component(arguments):
    source = emptied(arguments.work / 'subdirectory' / 'unasked')
    (source / 'CMakeLists.txt').write_text(f'''cmake_minimum_required(VERSION 3.25)
project(unasked LANGUAGES CXX)
add_subdirectory({arguments.source} dimma)
add_library(of_tls empty.cpp)
target_link_libraries(of_tls PRIVATE dimma::tls)
''')
    (source / 'empty.cpp').write_text('')
    done = subprocess.run([arguments.cmake, '-S', source, '-B', emptied(arguments.work / 'subdirectory' / 'unasked_build'),
                           f'-DDIMMA_IDL_COMPILER={arguments.idl_compiler}', f'-DCMAKE_CXX_COMPILER={arguments.compiler}'],
                          capture_output=True, text=True)
    expect('the target of_tls links dimma::tls: write set(DIMMA_TLS ON) before dimma is included' in ' '.join(done.stderr.split()),
           done.stderr)


def boost_json(arguments):
    """The JSON library is found by its name next to Boost's headers, and its absence is an error that names a package."""
    source = emptied(arguments.work / 'boost_json')
    (source / 'CMakeLists.txt').write_text(f'''cmake_minimum_required(VERSION 3.25)
project(boost_json LANGUAGES CXX)
include({arguments.source}/cmake/DimmaBoostJson.cmake)
dimma_find_boost_json()
get_target_property(type Boost::json TYPE)
message("found as a ${{type}}")
''')

    def configured(*options):
        done = subprocess.run([str(word) for word in (arguments.cmake, '-S', source, '-B', emptied(source / 'build'), *options,
                                                      f'-DCMAKE_CXX_COMPILER={arguments.compiler}')],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, ' '.join(done.stdout.split())

    status, told = configured()
    expect(status == 0 and re.search('found as a (SHARED|STATIC|UNKNOWN)_LIBRARY', told), told)
    remedy = 'Install libboost-json1.81-dev (Debian 12)'
    status, told = configured('-DCMAKE_DISABLE_FIND_PACKAGE_boost_json=ON')
    expect(status != 0 and 'but not its library of JSON' in told and remedy in told, told)
    status, told = configured('-DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON')
    expect(status != 0 and 'no Boost 1.75 or later is found' in told and remedy in told, told)


def subdirectory(arguments):
    for means in ('OFF', 'ON'):
        build = emptied(arguments.work / 'subdirectory' / f'by_fetchcontent_{means}')
        run(arguments.cmake, '-S', PROJECT.parent / 'subdirectory', '-B', build, '-G', arguments.generator,
            f'-DDIMMA_SOURCE={arguments.source}', f'-DDIMMA_IDL_COMPILER={arguments.idl_compiler}',
            f'-DCMAKE_CXX_COMPILER={arguments.compiler}', f'-DCMAKE_CXX_FLAGS={arguments.flags}',
            f'-DBY_FETCHCONTENT={means}')
        check_no_options(build, arguments.generator, arguments.flags.split())
        cache = (build / 'CMakeCache.txt').read_text()
        expect('boost_json' not in cache, 'Boost.JSON is looked for where no service is built')
        expect('Boost_WAVE' not in cache and 'boost_wave' not in cache, 'Boost.Wave is looked for where no IDL compiler is built')
    check_is_built_for_others(arguments, build)
    check_misnamed_idl(arguments)
    check_unasked_component(arguments)
    run(arguments.cmake, '--build', build, '--target', 'guest_idl', 'neighbour')
    # Only the object file is built, as the program would need all of dimma.
    for entry in json.loads((build / 'compile_commands.json').read_text()):
        if entry['file'].endswith('sloppy.cpp'):
            run(*shlex.split(entry['command']), cwd=entry['directory'])


def libraries(arguments):
    build = emptied(arguments.work / 'libraries')
    run(arguments.cmake, '-S', PROJECT.parent / 'libraries', '-B', build, '-G', arguments.generator,
        f'-DDIMMA_SOURCE={arguments.source}', f'-DDIMMA_LIBRARY={arguments.library}',
        f'-DDIMMA_IDL_COMPILER={arguments.idl_compiler}', f'-DCMAKE_CXX_COMPILER={arguments.compiler}',
        f'-DCMAKE_CXX_FLAGS=-O0 {arguments.flags}')
    run(arguments.cmake, '--build', build, '--parallel', '1')
    for form in ('unsaid', 'static', 'shared', 'object'):
        check_program(build / f'program_{form}', 'Name\n')


def examples(arguments):
    prefix = arguments.prefix
    if arguments.only:  # for a build that installs less than `install` checks
        prefix = emptied(arguments.work / 'examples_prefix')
        run(arguments.cmake, '--install', arguments.build, '--prefix', prefix)

    def configure(source, build, *options):
        run(arguments.cmake, '-S', source, '-B', emptied(build), '-G', arguments.generator, f'-DCMAKE_PREFIX_PATH={prefix}',
            f'-DDIMMA_IDL_COMPILER={arguments.idl_compiler}', f'-DCMAKE_CXX_COMPILER={arguments.compiler}',
            f'-DCMAKE_CXX_FLAGS=-O0 {arguments.flags}', *options)
        run(arguments.cmake, '--build', build, '--parallel', '1')

    try:
        standing_alone.check(arguments.source, arguments.work / 'examples', prefix, configure, arguments.only)
    except standing_alone.Wrong as wrong:
        sys.exit(f'FAILED: {wrong}')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('step', choices=('install', 'package', 'pkg_config', 'definitions', 'subdirectory', 'boost_json', 'libraries', 'examples'))
    for name in ('source', 'build', 'work', 'cmake', 'idl-compiler'):
        parser.add_argument(f'--{name}', type=pathlib.Path, required=True)
    for name in ('generator', 'compiler', 'flags'):
        parser.add_argument(f'--{name}', required=True)
    parser.add_argument('--library', type=pathlib.Path, help='libdimma of the build tree')
    parser.add_argument('--definitions', nargs='*', default=(), help='that users of this build get')
    parser.add_argument('--only', nargs='*', default=(), help='of the examples')
    arguments = parser.parse_args()
    arguments.flags = '' if arguments.flags == '-fsanitize=' else arguments.flags
    arguments.prefix = arguments.work / 'moved' / 'prefix'
    arguments.prefix.parent.mkdir(parents=True, exist_ok=True)
    try:
        globals()[arguments.step](arguments)
    except subprocess.CalledProcessError as error:
        sys.exit(f'FAILED: {error}')


if __name__ == '__main__':
    main()
