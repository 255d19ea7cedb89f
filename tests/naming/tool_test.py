#!/usr/bin/env python3
"""tool_test.py --bin DIR SCENARIO: `dimma naming` with dimma's naming service and with omniNames."""

import json
import os
import socket
import sqlite3
import subprocess

from service_processes import require, until
from tool_processes import MISUSED, REFUSED, UNREACHABLE, ToolLaboratory
from scenarios import run_one

GONE = 'corbaloc::127.0.0.1:1/Gone'
OTHER = 'corbaloc::127.0.0.1:2/Other'


def check_commands(laboratory):
    for kind, at in laboratory.services().items():
        tool, fails = laboratory.tool, laboratory.tool_fails
        require(tool('list', service=at) == [], f'{kind} is not empty')
        require(tool('mkdir', 'a', service=at) == [], kind)
        fails('mkdir', 'a', service=at, says='"a" is already bound')
        fails('mkdir', 'x/y/z', service=at, says='nothing is bound as "x" in the root context')
        for binds in (['mkdir', 'x/it\'s/z'], ['bind', 'x/it\'s/z', GONE], ['rebind', 'x/it\'s/z', GONE]):
            fails(*binds, service=at, says=f"'dimma naming mkdir --service {at} -p 'x/it'\\''s'' makes the contexts")
        done = laboratory.run('bind', 'x', GONE + 'x', '--context', service=at)
        require('mkdir' not in done.stderr, f'{kind}: {done}')
        tool('mkdir', '-p', 'p/q', service=at)
        tool('mkdir', '-p', 'p/q', service=at)
        tool('bind', 'p/q/object', GONE, service=at)
        fails('mkdir', '-p', 'p/q/object', service=at, says='p/q/object')
        for name in ('p/q/object', 'p/q', 'p'):
            tool('rm' if name != 'p/q/object' else 'unbind', name, service=at)
        tool('mkdir', 'a/b.kind/c', '--parents', service=at)
        tool('mkdir', 'a/b.kind/c', '--parents', service=at)
        tool('bind', 'a/object', GONE, service=at)
        fails('bind', 'a/object', OTHER, service=at, says='"a/object" is already bound; use rebind')
        tool('bind', 'a/live', f'corbaloc::{at}/NameService', service=at)  # omniNames calls the objects on the path
        fails('mkdir', 'a/live/d', '--parents', service=at, says='"live" in "a" is not a context')
        fails('resolve', 'a/live/none', service=at, says='"live" in "a" is not a context')
        tool('unbind', 'a/live', service=at)
        gone = tool('resolve', 'a/object', service=at)
        require(gone[0].startswith('IOR:'), gone)
        tool('rebind', '/a/object', OTHER, service=at)
        require(tool('resolve', 'a/object', service=at) != gone, f'{kind}: rebind changed nothing')
        require(laboratory.json('resolve', 'a/object', service=at)['reference'].startswith('IOR:'), kind)
        fails('resolve', 'a/none', service=at, says='nothing is bound as "none" in "a" ("a/none")')
        fails('resolve', 'a/none/object', service=at, says='nothing is bound as "none" in "a"')
        if kind != 'omniNames':  # omniNames lets an object replace a context
            fails('rebind', 'a', GONE, service=at, says='"a" in the root context is a context, not an object')
        fails('unbind', 'a/none', service=at, says='nothing is bound as "none" in "a"')
        require(sorted(tool('list', 'a', service=at)) == ['b.kind/', 'object'], kind)
        listed = {entry['name']: entry['type'] for entry in laboratory.json('list', 'a', service=at)}
        require(listed == {'b.kind': 'context', 'object': 'object'}, f'{kind}: {listed}')
        require(tool('tree', service=at) == ['a/', '  object', '  b.kind/', '    c/'], tool('tree', service=at))
        require(tool('tree', 'a/b.kind', service=at) == ['c/'], kind)
        # The root is bound within itself, which makes endless paths.
        tool('bind', 'a/loop', '--context', f'corbaloc::{at}/NameService', service=at)
        require(tool('resolve', 'a/loop/a/loop/a/object', service=at) == tool('resolve', 'a/object', service=at), kind)
        require('  loop/ -> /' in tool('tree', service=at), tool('tree', service=at))
        again = [entry for entry in laboratory.json('tree', service=at) if 'same_as' in entry]
        require(again == [{'name': 'a/loop', 'type': 'context', 'same_as': '/'}], f'{kind}: {again}')
        done = laboratory.run('tree', '--depth', '1', service=at)
        require(done.returncode == REFUSED and 'nested more than 1 contexts' in done.stdout, f'{kind}: {done}')
        tool('unbind', 'a/object', service=at)
        require('object' not in tool('list', 'a', service=at), kind)
        fails('bind', 'c', '--context', GONE, service=at, says='127.0.0.1:1')


def check_usage(laboratory):
    at = laboratory.dimma_naming()
    fails = laboratory.tool_fails
    for arguments, says in [
            ([], 'a command is missing'), (['lsit'], "there is no command 'lsit'; did you mean 'list'? 'dimma naming --help'"),
            (['frobnicate'], "there is no command 'frobnicate'; 'dimma naming --help' lists them"), (['bind'], 'NAME is missing'),
            (['bind', 'a'], 'REFERENCE is missing'), (['list', 'a', 'b'], "unexpected argument 'b'"),
            (['list', '--lnog'], 'lnog'), (['list', '--timeout', '5'], '--timeout'), (['list', '--timeout', '0s'], '--timeout'),
            (['resolve', 'a//b'], '"a//b", character 3: expected a component'), (['resolve', 'a.b.c'], 'character 4'),
            (['resolve', 'a\\q'], 'character 3'), (['unbind', '/'], 'the root context has no name'),
            (['bind', 'a', 'nonsense'], 'the reference: '), (['bind', 'a', 'IOR:00'], 'the reference: '),
            (['check', '--concurrency', '0'], '--concurrency'), (['import'], 'FILE is missing')]:
        fails(*arguments, says=says, status=MISUSED, **({'service': at} if arguments else {}))
    for service, says in [('a:b:c', '--service: '), ('corbaloc:', '--service: '), ('IOR:zz', '--service: '),
                          ('file:///nowhere', '--service: ')]:
        fails('list', service=service, says=says, status=MISUSED)
    fails('list', service='127.0.0.1:1', says='connection refused', status=UNREACHABLE)
    fails('list', service=f'corbaloc::{at}/Nothing', says='has no such context', status=REFUSED)
    with socket.create_server(('127.0.0.1', 0)) as silent:
        fails('list', '--timeout', '200ms', service=f'127.0.0.1:{silent.getsockname()[1]}',
              says='did not answer in time', status=UNREACHABLE)
    for arguments in [['--help'], ['list', '--help'], ['check', '-h']]:
        done = laboratory.run(*arguments)
        require(done.returncode == 0 and done.stdout.startswith('usage: dimma naming'), f'{arguments}: {done}')
    initial = laboratory.run('list', '-ORBInitRef', f'NameService=corbaloc::{at}/NameService')
    require(initial.returncode == 0, f'the initial reference: {initial}')
    whole = subprocess.run([str(laboratory.programs / 'dimma'), '--version'], capture_output=True, text=True, timeout=60)
    require(whole.stdout.startswith('dimma 0.'), whole)


# omniNames accepts only the characters of ISO 8859-1.
ODD_LATIN1 = ['Gr\u00fc\u00dfe', 'esc\\x1b[31m', 'a\\/b.c\\.d', '.', '.only kind', 'back\\\\slash', 'tab\\x09', 'x' * 5000]
# An octet that is not UTF-8 is passed unchanged if both ends have UTF-8.
ODD = ODD_LATIN1 + ['caf\\xe9', '\\xe2\\x80\\xae' + 'drow']


def check_odd_names(laboratory):
    """A printed name can be given to the command again, is UTF-8, and has no control characters."""
    for kind, at in laboratory.services().items():
        names = ODD if kind == 'dimma-naming' else ODD_LATIN1
        for name in names:
            laboratory.tool('bind', name, GONE, service=at)
        listed = laboratory.tool('list', service=at)
        require(sorted(listed) == sorted(names), f'{kind}: {listed}')
        require(sorted(each['name'] for each in laboratory.json('list', service=at)) == sorted(names), kind)
        for name in names:
            require(laboratory.tool('resolve', name, service=at), name)
            laboratory.tool('unbind', name, service=at)
        require(laboratory.tool('list', service=at) == [], kind)


def filled(laboratory, at, count, folder='many'):
    """Imports a context with `count` names."""
    reference = laboratory.tool('resolve', service=at)[0]
    lines = [{'format': 'dimma-naming', 'version': 1}, {'name': folder, 'type': 'context'}]
    lines += [{'name': f'{folder}/n{number}', 'type': 'object', 'reference': reference} for number in range(count)]
    lines += [{'end': count + 1}]
    text = '\n'.join(map(json.dumps, lines)) + '\n'
    return laboratory.tool('import', '-', service=at, input=text)


def check_dead(laboratory):
    """Errors name a dead object, or a dead context of another service, with its address, and not the service itself."""
    other = laboratory.omninames()
    omni = laboratory.servers[-1]
    at = laboratory.dimma_naming()
    tool, fails = laboratory.tool, laboratory.tool_fails
    tool('mkdir', 'far', service=other)
    tool('bind', 'far/x', GONE, service=other)
    tool('bind', 'far', '--context', tool('resolve', 'far', service=other)[0], service=at)
    tool('bind', 'object', GONE, service=at)
    require(tool('list', 'far', service=at) == ['x'], 'the context is not listed')
    omni.kill()
    for words in (['list', 'far'], ['list', 'far', '--long', '--json'], ['resolve', 'far/x'], ['bind', 'far/y', GONE],
                  ['tree', 'far'], ['unbind', 'far/x'], ['mkdir', 'far/z'], ['watch', 'far', '--count', 1]):
        said = fails(*words, service=at, says=f'the object bound to "far", at {other}')
        require('the naming service' not in said, f'{words}: {said}')
    fails('list', 'object', service=at, says='the object bound to "object", at 127.0.0.1:1, was not reached')
    tree = laboratory.run('tree', service=at)
    require(tree.returncode == REFUSED and f'far/: the object bound to "far", at {other}' in tree.stdout, tree)
    require(sorted(tool('list', service=at)) == ['far/', 'object'], 'the others are not listed')
    require(len(laboratory.json('list', '--long', service=at)) == 2, 'the others are not listed with details')
    service = laboratory.servers[-1]
    service.kill()
    fails('list', 'far', service=at, status=UNREACHABLE, says='the naming service')
    fails('resolve', 'far/x', service=at, status=UNREACHABLE, says='the naming service')


def check_characters(laboratory):
    """Names in several languages, by a corbaloc and by a reference, with any code set of the programs."""
    at = laboratory.dimma_naming()
    names = ['日本語', 'ü', 'Ελλάδα', 'naïve.Größe']
    for name in names:
        laboratory.tool('bind', name, GONE, service=at)
    require(sorted(laboratory.tool('list', service=at)) == sorted(names), laboratory.tool('list', service=at))
    reference = laboratory.tool('resolve', service=at)[0]
    for service in (at, reference):
        for name in names:
            require(laboratory.tool('resolve', name, service=service)[0].startswith('IOR:'), name)
    latin1 = dict(os.environ, DIMMA_CODE_SET='ISO-8859-1')
    done = laboratory.run('list', service=at, env=latin1)
    require(sorted(done.stdout.split()) == sorted(names), done)
    # A client without code set negotiation sends strings in ISO 8859-1.
    require(laboratory.nameclt('resolve', 'ü'.encode('latin-1')).startswith('IOR:'), 'omniORB does not find it')
    # A name with an octet that is not UTF-8 does not hide other names.
    laboratory.tool('bind', r'odd\xfc', GONE, service=at)
    require(sorted(laboratory.tool('list', service=at)) == sorted(names + [r'odd\xfc']), laboratory.tool('list', service=at))
    laboratory.tool('unbind', r'odd\xfc', service=at)


def check_older_store(laboratory):
    """A store of a service whose strings were ISO 8859-1."""
    at = laboratory.dimma_naming()
    laboratory.tool('mkdir', r'M\xfcller', service=at)
    laboratory.tool('bind', r'M\xfcller/caf\xe9', GONE, service=at)
    laboratory.servers[-1].stop()
    service = laboratory.service()
    require('2 names were converted from ISO 8859-1' in service.log, service.log)
    require(laboratory.tool('list', 'Müller', service=at) == ['café'], laboratory.tool('list', service=at))


def check_pages(laboratory):
    count = 2500
    laboratory.service('--iterators-max', 1)
    for at in [f'127.0.0.1:{laboratory.port}', laboratory.omninames()]:
        require(filled(laboratory, at, count) == [f'{count + 1} bound, 0 replaced, 0 there already, 0 not bound'], at)
        names = laboratory.tool('list', 'many', service=at)
        require(sorted(names) == sorted(f'n{number}' for number in range(count)), f'{at}: {len(names)} names')
        require(len(laboratory.json('list', 'many', '--long', service=at)) == count, at)
        # If the output's reader ends, the iterator is destroyed nevertheless; the service allows only one.
        with subprocess.Popen(laboratory.command('list', 'many', service=at), stdout=subprocess.PIPE) as early:
            early.stdout.readline()
            early.stdout.close()
            require(early.wait(60) in (0, REFUSED), f'{early.returncode}')
        require(len(laboratory.tool('tree', service=at)) == count + 1, at)
        laboratory.tool('rm', 'many', '--recursive', service=at)
        require(laboratory.tool('list', service=at) == [], at)


def check_remove(laboratory):
    laboratory.service('--ior-file', laboratory.folder / 'root.ior')
    services = {'omniNames': laboratory.omninames(), 'dimma-naming': f'127.0.0.1:{laboratory.port}'}
    for kind, at in services.items():
        other = next(address for address in services.values() if address != at)
        tool = laboratory.tool
        tool('bind', f'kept/{kind}', GONE, '--parents', service=other)
        tool('mkdir', 'a/b/c', '--parents', service=at)
        tool('bind', 'a/b/object', GONE, service=at)
        tool('bind', 'a/b/up', '--context', f'corbaname::{at}#a', service=at)
        tool('bind', 'a/other', '--context', f'corbaloc::{other}/NameService', service=at)
        require(tool('resolve', f'a/other/kept/{kind}', service=at), 'no way to the other service')
        laboratory.tool_fails('rm', 'a', service=at, says='the context "a" is not empty; use --recursive')
        tool('rm', 'a/b/object', service=at)
        tool('bind', 'a/b/object', GONE, service=at)
        # The root is bound by its own reference, which is not the one on the command line.
        if kind == 'dimma-naming':
            tool('bind', 'a/b/root', '--context', (laboratory.folder / 'root.ior').as_uri(), service=at)
            tool('bind', 'a/root', '--context', (laboratory.folder / 'root.ior').as_uri(), service=at)
        context = tool('resolve', 'a/b', service=at)[0]
        tool('mkdir', 'stays', service=at)
        tool('bind', 'stays/object', GONE, service=at)
        tool('rm', 'a', '--recursive', service=at)
        require(set(tool('list', service=at)) <= {'kept/', 'stays/'}, f'{kind}: {tool("list", service=at)}')
        require(tool('list', 'stays', service=at) == ['object'], f'{kind}: more was removed')
        tool('rm', 'stays', '--recursive', service=at)
        require(kind in tool('list', 'kept', service=other), f'{kind} emptied another service')
        laboratory.tool_fails('list', service=context, says='has no such context')
        laboratory.tool_fails('rm', 'a', service=at, says='nothing is bound as "a"')
        tool('mkdir', 'empty', service=at)
        tool('rm', 'empty', service=at)


def check_export(laboratory):
    services = laboratory.services()
    source, target = services['omniNames'], services['dimma-naming']
    tool = laboratory.tool
    for name in ODD_LATIN1:
        tool('bind', name, GONE, service=source)
    tool('mkdir', 'a/b', '--parents', service=source)
    tool('bind', 'a/b/object.kind', OTHER, service=source)
    tool('bind', 'a/b/again', '--context', f'corbaname::{source}#a', service=source)
    tool('bind', 'a/root', '--context', f'corbaloc::{source}/NameService', service=source)
    exported = tool('export', service=source)
    file = laboratory.folder / 'export'
    file.write_text('\n'.join(exported) + '\n')
    count = len(exported) - 2
    require(json.loads(exported[-1]) == {'end': count} and count == len(ODD_LATIN1) + 5, exported[-1])
    require(tool('import', file, service=target) == [f'{count} bound, 0 replaced, 0 there already, 0 not bound'], 'import')
    require(sorted(tool('export', service=target)) == sorted(exported), 'another tree has come of it')
    require(sorted(tool('tree', service=target)) == sorted(tool('tree', service=source)), 'another tree')
    require(tool('import', file, service=target) == [f'0 bound, 0 replaced, {count} there already, 0 not bound'], 'again')
    tool('rebind', 'a/b/object.kind', GONE, service=target)
    laboratory.tool_fails('import', file, service=target, says='"a/b/object.kind" is bound to something else')
    require(tool('import', file, '--replace', service=target) == [f'0 bound, 1 replaced, {count - 1} there already, 0 not bound'], '')
    # Import into a context and into the other kind of service, and export of a part.
    tool('mkdir', 'copy', service=source)
    tool('import', file, 'copy', service=source)
    require(len(tool('export', 'copy', service=source)) == len(exported), 'the copy')
    part = {entry.get('name'): entry for entry in map(json.loads, tool('export', 'a/b', service=target))}
    require(part['object.kind']['type'] == 'object' and part['again/b']['same_as'] == '/', part)
    laboratory.tool_fails('import', laboratory.folder / 'nowhere', service=target, says='No such file')
    before = tool('export', service=target)
    for damage, says in [(exported[:-1], 'is truncated'), (exported[1:], '"format" is missing'), (exported[:3] + exported[-1:], 'the number of lines differs'),
                         (['{"format":"dimma-naming","version":2}'], 'version'), (['nonsense'], 'line 1: not JSON'),
                         (exported[:1] + ['{"name":"n//m","type":"object"}'], 'line 2: the name'),
                         (exported[:1] + ['{"name":"n","type":"object"}'], 'without "reference"'),
                         (exported[:1] + ['{"name":"n","type":"odd"}'], '"type" is neither'), ([], 'line 1: expected the first')]:
        laboratory.tool_fails('import', '-', service=target, input='\n'.join(damage), says=says)
    require(tool('export', service=target) == before, 'a damaged file changed something')


def check_check(laboratory):
    for kind, at in laboratory.services().items():
        tool = laboratory.tool
        publisher = laboratory.publisher(at, 'lab/server', 60000)
        publisher.await_line('ready')
        found = {entry['name']: entry for entry in laboratory.json('check', service=at)}
        require(found['lab/server']['health'] == 'local only', f'{kind}: {found}')
        require(all(address['outcome'] == 'answers' for address in found['lab/server']['addresses']), f'{kind}: {found}')
        require({address['address'].split(':')[0] for address in found['lab/server']['addresses']} == {'127.0.0.1', 'shm', 'unix'},
                f'{kind}: {found}')
        tool('bind', 'lab/refused', GONE, service=at)
        # This host is a loopback address in a form that is taken for an address of the network.
        tool('bind', 'lab/partly', f'corbaloc::2130706433:{at.split(":")[1]},:127.1.1.1:1,:2130706433:1/NameService', service=at)
        tool('bind', 'lab/good', f'corbaloc::2130706433:{at.split(":")[1]}/NameService', service=at)
        tool('bind', 'lab/gone', f'corbaloc::2130706433:{at.split(":")[1]}/Nothing', service=at)
        with socket.create_server(('127.0.0.1', 0)) as silent:
            tool('bind', 'lab/late', f'corbaloc::2130706433:{silent.getsockname()[1]}/x', service=at)
            entries = laboratory.json('check', 'lab', '--patience', '300ms', service=at, status=REFUSED)
        found = {entry['name'].removeprefix('lab/'): entry for entry in entries}
        healths = {name: entry['health'] for name, entry in found.items()}
        require(healths == {'lab': 'local only', 'server': 'local only', 'refused': 'local only', 'partly': 'partly',
                            'good': 'answers', 'gone': 'silent', 'late': 'silent'}, f'{kind}: {healths}')
        outcomes = {name: [address['outcome'] for address in entry['addresses']] for name, entry in found.items()}
        require(outcomes['refused'] == ['is not reached'] and outcomes['gone'] == ['does not exist'], f'{kind}: {outcomes}')
        require(outcomes['late'] == ['timed out'], f'{kind}: {outcomes}')
        require(outcomes['partly'] == ['answers', 'is not reached', 'is not reached'], f'{kind}: {outcomes}')
        require('2130706433:1 is not reached' in found['partly']['remark'], found['partly']['remark'])
        done = laboratory.run('check', 'lab/server', service=at)
        require(done.returncode == 0 and done.stdout.endswith('\n1 checked, 0 with problems\n'), f'{kind}: {done}')
        done = laboratory.run('check', service=at)
        require(done.returncode == REFUSED and 'connection refused' in done.stdout, f'{kind}: {done}')
        publisher.kill()
        laboratory.tool('unbind', 'lab/late', service=at)
        done = laboratory.run('check', 'lab/server', service=at)
        require(done.returncode == REFUSED, f'{kind}: a server that was killed answers: {done}')


def check_rounds(laboratory):
    """dimma-naming --every logs its findings about each name, and changes of them."""
    laboratory.service('--every', '1s')
    at = f'127.0.0.1:{laboratory.port}'
    publisher = laboratory.publisher(at, 'lab/server', 60000)
    publisher.await_line('ready')
    laboratory.tool('bind', 'lab/silent', 'corbaloc::2130706433:1/Gone', service=at)
    laboratory.tool('bind', 'lab/answers', f'corbaloc::2130706433:{laboratory.port}/NameService', service=at)

    def found():
        entries = laboratory.json('list', 'lab', '--long', service=at)
        return {entry['name']: (entry['health'], entry['remark'][:30]) for entry in entries}
    expected = {'server': 'local only', 'silent': 'silent', 'answers': 'answers'}
    until('each has been asked', lambda: {name: health for name, (health, _) in found().items()} == expected)
    require(found()['silent'][1] == '2130706433:1 is not reached', found())
    laboratory.tool('rebind', 'lab/answers', 'corbaloc::2130706433:1/Gone', service=at)
    until('it is asked anew', lambda: found()['answers'][0] == 'silent')
    publisher.kill()
    until('a server that was killed is noticed', lambda: 'here it is not' in str(laboratory.json('list', 'lab', '--long', service=at)))
    laboratory.servers[-1].stop()
    laboratory.refused('--every', '5', says="--every: '5' is not a time", status=2)
    laboratory.refused('--every', '25h', says="--every: '25h' is not a time", status=2)


def check_watch(laboratory):
    for kind, at in laboratory.services().items():
        laboratory.tool('mkdir', 'w', service=at)
        with subprocess.Popen(laboratory.command('watch', 'w', '--interval', '20ms', '--count', 3, '--json', service=at),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watching:
            try:
                require('watching w' in watching.stderr.readline(), 'it does not begin')
                for arguments, expected in [(['bind', 'w/a', GONE], ('bound', 'a', 'object')),
                                            (['mkdir', 'w/b.c'], ('bound', 'b.c', 'context')),
                                            (['unbind', 'w/a'], ('unbound', 'a', None))]:
                    laboratory.tool(*arguments, service=at)
                    line = json.loads(watching.stdout.readline())
                    require((line['change'], line['name']) == expected[:2], f'{kind}: {line}')
                    require(expected[2] in (None, line['type']), f'{kind}: {line}')
                require(watching.wait(60) == 0, kind)
            finally:
                watching.kill()


def check_watch_restart(laboratory):
    """A watch waits for a service that is down, and misses no change that the store keeps."""
    service = laboratory.service()
    at = f'127.0.0.1:{laboratory.port}'
    with subprocess.Popen(laboratory.command('watch', '--timeout', '2s', service=at), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as watching:
        try:
            watching.stderr.readline()
            service.kill()
            require('waiting for it' in watching.stderr.readline(), 'it does not say that it waits')
            laboratory.service()
            laboratory.tool('bind', 'after', GONE, service=at)
            require(watching.stdout.readline().rstrip().endswith(' bound after'), 'it does not go on')
        finally:
            watching.kill()
    require(until('the name is listed', lambda: laboratory.tool('list', service=at)) == ['after'], 'after')


def check_damaged(laboratory):
    """Unreadable records: the rest of their context is listed, and the records can be found and removed."""
    at = laboratory.dimma_naming()
    laboratory.tool('mkdir', 'a', service=at)
    for name in ['a/bad', 'a/garbled', 'a/good', 'a/nameless']:
        laboratory.tool('bind', name, f'corbaloc::{at}/NameService', service=at)
    laboratory.servers[-1].stop()
    with sqlite3.connect(laboratory.store) as database:
        def key_of(name):
            end = name.encode() + b'\0'
            return next(key for (key,) in database.execute('SELECT key FROM records') if key.endswith(end) and key[:1] == b'b')
        database.execute('UPDATE records SET value = ?, checksum = NULL WHERE key = ?', (b'\x09or', key_of('bad')))
        database.execute('UPDATE records SET value = ?, checksum = NULL WHERE key = ?', (b'\x01or\0\0\0\0nonsense', key_of('garbled')))
        nameless = key_of('nameless')
        database.execute('UPDATE records SET key = ?, checksum = NULL WHERE key = ?', (nameless[:-1], nameless))
    database.close()
    service = laboratory.service()
    listed = ['bad', 'garbled', 'good']
    require(laboratory.tool('list', 'a', service=at) == listed, laboratory.tool('list', 'a', service=at))
    require(laboratory.nameclt('list', 'a').split() == listed, 'nameclt lists something else')
    require("the binding 'bad' of kind ''" in service.log or 'has no id and kind' in service.log, service.log)
    entries = {entry['name']: entry for entry in laboratory.json('list', 'a', '--long', service=at)}
    require('damaged' in entries['bad']['remark'], entries)
    require('invalid reference' in entries['garbled']['remark'], entries)
    found = {entry['name']: entry for entry in laboratory.json('check', 'a', service=at, status=REFUSED)}
    require({'a/bad', 'a/garbled'} <= found.keys(), found)
    laboratory.run('export', 'a', service=at)
    laboratory.tool('rm', 'a/bad', service=at)
    laboratory.tool('unbind', 'a/garbled', service=at)
    require(laboratory.tool('list', 'a', service=at) == ['good'], 'they are there still')


SCENARIOS = {'commands': check_commands, 'usage': check_usage, 'odd-names': check_odd_names, 'pages': check_pages,
             'remove': check_remove, 'export': check_export, 'check': check_check, 'damaged': check_damaged,
             'dead': check_dead, 'characters': check_characters, 'older-store': check_older_store,
             'rounds': check_rounds, 'watch': check_watch,
             'watch-restart': check_watch_restart}


if __name__ == '__main__':
    run_one(__doc__, SCENARIOS, ToolLaboratory)
