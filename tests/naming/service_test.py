"""Tests dimma-naming by its command line and by clients of other ORBs: service_test.py --bin DIR SCENARIO."""

import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import time

from service_processes import Failure, Laboratory, free_port, require
from scenarios import run_one


def reference(laboratory, key):
    """A stringified reference that genior makes."""
    done = subprocess.run(['genior', 'IDL:omg.org/CORBA/Object:1.0', '192.0.2.1', '4711', key], capture_output=True,
                          text=True, timeout=60)
    require(done.returncode == 0, done.stderr)
    return done.stdout.strip()


def root_of(port):
    """The reference of the root context at that port, by its plain name."""
    done = subprocess.run(['genior', 'IDL:omg.org/CosNaming/NamingContextExt:1.0', '127.0.0.1', str(port),
                           'NameService'], capture_output=True, text=True, timeout=60)
    require(done.returncode == 0, done.stderr)
    return done.stdout.strip()


def nameclt(laboratory, _):
    """Each command of nameclt."""
    laboratory.service()
    run = laboratory.nameclt
    x, y = reference(laboratory, 'x'), reference(laboratory, 'y')
    require(run('list') == '', 'a new service has names')
    context = run('bind_new_context', 'a')
    require(run('resolve', 'a') == context, 'the context is another')
    run('bind_new_context', 'a/b.kind')
    run('bind', 'a/b.kind/x', x)
    require(run('resolve', 'a/b.kind/x') == x, 'resolves to another')
    run('bind', 'a/b.kind/x', y, fails='AlreadyBound')
    run('-advanced', 'rebind', 'a/b.kind/x', y)
    require(run('resolve', 'a/b.kind/x') == y, 'was not rebound')
    run('resolve', 'a/nothing', fails='NotFound exception: missing node')
    run('resolve', 'a/b.kind/x/z', fails='NotFound exception: not context')
    require(run('list', 'a') == 'b.kind/', run('list', 'a'))
    require(run('list', 'a/b.kind') == 'x', run('list', 'a/b.kind'))
    run('remove_context', 'a/b.kind', fails='NotEmpty')
    run('unbind', 'a/b.kind/x')
    run('remove_context', 'a/b.kind')
    require(run('list', 'a') == '', run('list', 'a'))
    # omniORB's own ways of naming a context.
    run('bind', 'a/y', y)
    require(run('list', url=f'corbaname::127.0.0.1:{laboratory.port}#a') == 'y', 'corbaname leads elsewhere')
    done = subprocess.run(['nameclt', '-ORBDefaultInitRef', f'corbaloc::127.0.0.1:{laboratory.port}', 'list'],
                          capture_output=True, text=True, timeout=60)
    require(done.stdout == 'a/\n', f'-ORBDefaultInitRef: {done}')
    run('unbind', 'a/y')
    free = run('-advanced', 'new_context')
    run('-advanced', 'bind_context', 'free', free)
    run('-advanced', 'rebind_context', 'free', context)
    require(run('resolve', 'free') == context, 'the context was not rebound')
    run('-advanced', '-ior', free, 'destroy')
    run('-ior', free, 'list', fails='.')
    run('-advanced', 'rebind', 'free', x, fails='NotFound exception: not object')
    for name in ('a.b.c', 'a//b'):
        run('resolve', name, fails='.')
    for number in range(300):
        run('bind', f'a/{number:03}', x)
    require(run('list', 'a').split('\n') == [f'{number:03}' for number in range(300)], run('list', 'a'))


def plain_name(laboratory, _):
    """A request with the object key NameService is served directly, without a LOCATION_FORWARD."""
    laboratory.service()

    def text(value):
        return struct.pack('>I', len(value) + 1) + value + bytes(1 + -(len(value) + 1) % 4)

    key = b'NameService'
    body = struct.pack('>IIB3xI', 0, 7, 1, len(key)) + key + bytes(-len(key) % 4) + text(b'_is_a') + bytes(4)
    body += text(b'IDL:omg.org/CosNaming/NamingContextExt:1.0')
    with socket.create_connection(('127.0.0.1', laboratory.port), timeout=60) as connection:
        connection.sendall(b'GIOP\1\0\0\0' + struct.pack('>I', len(body)) + body)
        reply = b''
        while len(reply) < 25:
            more = connection.recv(100)
            require(more, f'ended after {reply!r}')
            reply += more
    order = '<' if reply[6] & 1 else '>'
    require(reply[:4] == b'GIOP' and reply[7] == 1, f'no reply: {reply!r}')
    contexts, request, status = struct.unpack_from(order + 'III', reply, 12)
    require((contexts, request, status, reply[24]) == (0, 7, 0, 1), f'{contexts} {request} {status}: {reply!r}')


def restart(laboratory, _):
    """After a restart at another port all names exist, with valid references of contexts."""
    service = laboratory.service()
    run = laboratory.nameclt
    x = reference(laboratory, 'x')
    run('bind_new_context', 'a')
    run('bind', 'a/x.k', x)
    before = run('resolve', 'a')
    service.stop()
    require('ending by SIGTERM' in service.log, service.log)
    laboratory.port = free_port()
    service = laboratory.service()
    require(run('resolve', 'a/x.k') == x, 'lost')
    require(run('resolve', 'a') != before, 'the reference of a context has its former address')
    require(run('-ior', run('resolve', 'a'), 'list') == 'x.k', 'the reference of a context leads elsewhere')
    service.stop(signal.SIGINT)
    require('ending by SIGINT' in service.log, service.log)
    # A store in memory starts empty.
    service = laboratory.service(store=':memory:')
    require(run('list') == '', run('list'))
    service.stop()


def readiness(laboratory, _):
    """systemd's protocol, over both kinds of address."""
    for address in (str(laboratory.folder / 'notify'), f'@dimma-naming-test-{os.getpid()}'):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(address.replace('@', '\0', 1) if address[0] == '@' else address)
            manager.settimeout(60)
            service = laboratory.service(environment={**os.environ, 'NOTIFY_SOCKET': address})
            require(manager.recv(100) == b'READY=1', 'not ready')
            laboratory.nameclt('list')
            service.stop()
            require(manager.recv(100) == b'STOPPING=1', 'not stopping')
    service = laboratory.service(environment={**os.environ, 'NOTIFY_SOCKET': '/nobody/is/there'})
    service.await_line('NOTIFY_SOCKET').stop()


def default_store(laboratory, _):
    """The store in which names are kept by default."""
    program = str(laboratory.programs / 'dimma-naming')
    bare = {name: value for name, value in os.environ.items()
            if name not in ('HOME', 'XDG_STATE_HOME', 'STATE_DIRECTORY')}
    folders = {'STATE_DIRECTORY': ('state', 'state/naming.db'), 'XDG_STATE_HOME': ('xdg', 'xdg/dimma/naming.db'),
               'HOME': ('home', 'home/.local/state/dimma/naming.db')}
    for variable, (folder, file) in folders.items():
        environment = {**bare, variable: str(laboratory.folder / folder)}
        service = laboratory.server([program, '--listen', f'127.0.0.1:{laboratory.port}'], environment=environment)
        service.await_line('ready\n').stop()
        require((laboratory.folder / file).exists(), f'{variable}: no {file}')
    laboratory.refused('--listen', '127.0.0.1:0', says='neither STATE_DIRECTORY, XDG_STATE_HOME nor HOME', env=bare)


def refusals(laboratory, _):
    """A service that cannot start prints one line, and has a status."""
    service = laboratory.service()
    other = f'127.0.0.1:{free_port()}'
    laboratory.refused('--store', laboratory.store, '--listen', other, says='it is already open in another process')
    laboratory.refused('--store', laboratory.folder / 'other.db', '--listen', f'127.0.0.1:{laboratory.port}',
                       says=f'{laboratory.port}')
    service.stop()
    nonsense = laboratory.folder / 'nonsense.db'
    nonsense.write_bytes(b'no database at all\n' * 1000)
    laboratory.refused('--store', nonsense, '--listen', other, says='nonsense.db')
    cut = laboratory.folder / 'cut.db'
    octets = laboratory.store.read_bytes()
    cut.write_bytes(octets[:100] + b'\xff' * (len(octets) - 100))
    laboratory.refused('--store', cut, '--listen', other, says='cut.db')
    newer = laboratory.folder / 'newer.db'
    newer.write_bytes(octets)
    with sqlite3.connect(newer) as database:
        database.execute('PRAGMA user_version = 99')
    database.close()
    laboratory.refused('--store', newer, '--listen', other, says='layout 99')
    newer.write_bytes(octets)
    with sqlite3.connect(newer) as database:
        database.execute('UPDATE records SET value = ?, checksum = NULL WHERE key = ?', (b'\x09' + b'x' * 16, b't'))
    database.close()
    laboratory.refused('--store', newer, '--listen', other, says='record of the tree: it has format 9')
    laboratory.refused('--store', laboratory.folder / 'no' / 'folder.db', '--listen', other, says='folder.db')
    for arguments, says in ((['--no-such-option'], 'no-such-option'), (['word'], "'word' is not an option"),
                            (['--list-max', '0'], '--list-max: 1 to 10000'), (['--list-max', 'x'], 'list-max'),
                            (['--durability', 'some'], "'some' is neither"), (['--listen', 'host'], 'has no port'),
                            (['--qos', 'nonsense=1'], 'nonsense'), (['--no-serve'], '--import-omninames')):
        laboratory.refused('--store', ':memory:', *arguments, says=says, status=2)


def odd_records(laboratory, _):
    """A record that the service has not written: the rest is served, and the log names the record."""
    service = laboratory.service()
    run = laboratory.nameclt
    x = reference(laboratory, 'x')
    run('bind', 'bad', x)
    run('bind', 'good', x)
    service.stop()
    with sqlite3.connect(laboratory.store) as database:
        database.execute("UPDATE records SET value = ?, checksum = NULL WHERE key = ?", (b'\x01or\0\0\0\0nonsense', b'b' + bytes(16) + b'bad\0'))
    database.close()
    service = laboratory.service()
    run('resolve', 'bad', fails='.')
    require("the binding 'bad' of kind '' in context root: it is bound to an invalid reference" in service.log,
            service.log)
    require(run('resolve', 'good') == x, 'the good one is gone')
    run('unbind', 'bad')
    run('bind', 'bad', x)
    service.stop()


def removed_store(laboratory, _):
    """The folder of the store is deleted: no further change is acknowledged, and the log has the reason."""
    laboratory.store = laboratory.folder / 'own' / 'names.db'
    laboratory.store.parent.mkdir()
    service = laboratory.service()
    run = laboratory.nameclt
    x = reference(laboratory, 'x')
    run('bind', 'first', x)
    link = laboratory.folder / 'link.db'
    link.symlink_to(laboratory.store)
    laboratory.refused('--store', link, '--listen', f'127.0.0.1:{free_port()}', says='already open')
    shutil.rmtree(laboratory.store.parent)
    run('bind', 'second', x, fails='.')
    require('has been removed or replaced' in service.log, service.log)
    require(run('resolve', 'first') == x, 'what is known is not served')
    service.stop()


def full_disk(laboratory, _):
    """A full disk: no change is made in part, existing names are served, and changes succeed again when there is space."""
    service = laboratory.service('--durability', 'normal')
    run = laboratory.nameclt
    x = reference(laboratory, 'x' * 3000)
    run('bind', 'first', x)
    service.stop()
    limit = laboratory.store.stat().st_size + 200_000

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    service = laboratory.service('--durability', 'normal', preexec_fn=limited)
    bound = []
    refused = None
    for number in range(2000):
        try:
            run('bind', f'n{number}', x)
            bound.append(f'n{number}')
        except Failure as failure:
            refused = f'n{number}'
            require('PERSIST_STORE' in str(failure) or 'Unexpected' in str(failure) or 'exception' in str(failure),
                    str(failure))
            break
    require(refused, 'the disk is never full')
    run('resolve', refused, fails='NotFound')
    for name in ['first', *bound]:
        require(run('resolve', name) == x, f'{name} is lost')
    require('make room' in service.log or 'full' in service.log or 'disk I/O' in service.log, service.log)
    service.stop()
    laboratory.service()
    for name in ['first', *bound]:
        require(run('resolve', name) == x, f'{name} is lost')
    run('bind', refused, x)


def federation(laboratory, _):
    """Contexts of omniNames in dimma-naming, and the reverse."""
    laboratory.service('--federation-timeout', 60_000)  # for a thousand nested calls in a sanitizer's build
    run = laboratory.nameclt
    x = reference(laboratory, 'x')
    folder = laboratory.folder / 'omni'
    folder.mkdir()
    port = free_port()
    omni_url = f'corbaloc::127.0.0.1:{port}/NameService'
    omni = laboratory.server(['omniNames', '-start', port, '-datadir', folder, '-ORBendPointPublish',
                              f'giop:tcp:127.0.0.1:{port}'])
    omni.await_line('Checkpointing completed')

    def omni_run(*arguments, **how):
        return run(*arguments, url=omni_url, **how)

    omni_run('bind_new_context', 'theirs')
    run('-advanced', 'bind_context', 'far', omni_run('resolve', 'theirs'))
    run('bind', 'far/x', x)
    require(omni_run('resolve', 'theirs/x') == x, 'was not bound there')
    require(run('resolve', 'far/x') == x, 'is not resolved there')
    run('bind', 'far/x', x, fails='AlreadyBound')
    run('bind_new_context', 'far/deep')
    run('bind', 'far/deep/y', x)
    require(run('list', 'far') == omni_run('list', 'theirs'), 'lists differ')
    run('resolve', 'far/deep/z', fails='NotFound exception: missing node')
    # The reverse.
    run('bind_new_context', 'ours')
    run('bind', 'ours/z', x)
    omni_run('-advanced', 'bind_context', 'theirs/back', run('resolve', 'ours'))
    require(omni_run('resolve', 'theirs/back/z') == x, 'omniNames does not resolve here')
    require(run('resolve', 'far/back/z') == x, 'not there and back')
    # The service is bound in itself by its address: each step is another call, and the recursion ends.
    run('-advanced', 'bind_context', 'me', root_of(laboratory.port))
    require(run('resolve', 'me/' * 50 + 'ours/z') == x, 'not through itself')
    require(run('resolve', 'me/' * 1000 + 'ours/z') == x, 'not through itself for the longest of names')
    run('resolve', 'me/' * 1020 + 'ours/no/z', fails='NotFound exception: missing node')
    run('resolve', 'me/' * 1024 + 'z', fails='.')
    require(run('resolve', 'me/ours/z') == x, 'not through itself again')
    omni.kill()
    run('resolve', 'far/x', fails='CannotProceed')
    run('bind', 'far/w', x, fails='CannotProceed')
    require(run('resolve', 'ours/z') == x, 'the rest suffers')


def import_omninames(laboratory, _):
    """The data that a real omniNames has written are imported."""
    folder = laboratory.folder / 'omni'
    folder.mkdir()
    port = free_port()
    url = f'corbaloc::127.0.0.1:{port}/NameService'
    omni = laboratory.server(['omniNames', '-start', port, '-datadir', folder, '-nohostname', '-ORBendPointPublish',
                              f'giop:tcp:127.0.0.1:{port}'])
    omni.await_line('Checkpointing completed')

    def there(*arguments):
        return laboratory.nameclt(*arguments, url=url)

    x, y = reference(laboratory, 'x'), reference(laboratory, 'y')
    there('bind_new_context', 'a')
    there('bind_new_context', 'a/b\\.c.k\\/d')
    there('bind', 'a/b\\.c.k\\/d/deep', x)
    there('bind', 'a/gone', x)
    there('unbind', 'a/gone')
    there('bind', 'a/re', x)
    there('-advanced', 'rebind', 'a/re', y)
    there('bind_new_context', 'removed')
    there('remove_context', 'removed')
    odd = ['sp ace', '.onlykind', 'tab\tline\nback\\\\slash', '.']
    for name in odd:
        there('bind', name, x)
    there('-advanced', 'bind_context', 'a/up', there('resolve', 'a'))
    there('-advanced', 'bind_context', 'round', root_of(port))
    names = sorted(there('list').split('\n'))
    omni.process.terminate()
    omni.process.wait(60)
    data = next(path for path in folder.iterdir() if path.suffix in ('.dat', '.log'))

    program = laboratory.programs / 'dimma-naming'

    def imported():
        done = subprocess.run([program, '--store', laboratory.store, '--import-omninames', data, '--no-serve'],
                              capture_output=True, text=True, timeout=60)
        require(done.returncode == 0, done.stderr)
        return done.stderr

    said = imported()
    require('2 contexts made, 10 names bound; 0 existed already, 0 names stay' in said, said)
    said = imported()
    require('0 contexts made, 0 names bound; 12 existed already, 0 names stay' in said, said)
    laboratory.service()
    run = laboratory.nameclt
    require(sorted(run('list').split('\n')) == names, f'{run("list")} is not {names}')
    require(run('resolve', 'a/b\\.c.k\\/d/deep') == x, 'deep')
    require(run('resolve', 'a/re') == y, 'not rebound')
    run('resolve', 'a/gone', fails='NotFound')
    require(run('resolve', 'a/up/up/up/re') == y, 'a cycle was not closed')
    require(run('resolve', 'round/a/re') == y, 'the root was not closed')
    for name in odd:
        require(run('resolve', name) == x, f'{name!r} was not imported')
    laboratory.servers[-1].stop()
    # A change that was made after the import persists.
    service = laboratory.service('--import-omninames', data)
    require('12 existed already' in service.log, service.log)
    run('-advanced', 'rebind', 'a/re', x)
    service.stop()
    service = laboratory.service('--import-omninames', data)
    require("the binding 're' of kind '' in context" in service.log, service.log)
    require('11 existed already, 1 names stay' in service.log, service.log)
    require(run('resolve', 'a/re') == x, 'was changed by the import')
    service.stop()
    for text, says in ((b'port 1\npersistent 1\ncreate 00\nbind IOR:00 a  nobject IOR:00\n', 'line 4'),
                       (b'nonsense\n', 'line 1'), (b'', 'no context'), (b'create zz\n', 'line 1')):
        bad = laboratory.folder / 'bad.dat'
        bad.write_bytes(text)
        laboratory.refused('--store', ':memory:', '--import-omninames', bad, '--no-serve', says=says)
    laboratory.refused('--store', ':memory:', '--import-omninames', laboratory.folder / 'none', '--no-serve',
                       says='No such file')


def kills(laboratory, arguments):
    """SIGKILL at random moments under load: each acknowledged change persists, and no refused change does."""
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 31)
    print(f'seed {seed}', flush=True)
    rng = random.Random(seed)
    service = laboratory.service()
    load = subprocess.Popen([laboratory.programs / 'naming_load', laboratory.url, '4', str(seed)],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        for _ in range(arguments.kills):
            time.sleep(rng.uniform(0, 0.15))
            service.kill()
            service = laboratory.service()
        out, _ = load.communicate('check\n', timeout=300)
    finally:
        load.kill()
        load.wait()
    print(out.strip().split('\n')[-1])
    require(load.returncode == 0, f'seed {seed}: {out}')
    acknowledged = int(out.split(' changes acknowledged')[0].split()[-1])
    require(acknowledged > 10 * arguments.kills, f'seed {seed}: too little was done: {out}')
    service.stop()


SCENARIOS = {name.replace('_', '-'): scenario for name, scenario in globals().items()
             if name in ('nameclt', 'plain_name', 'restart', 'readiness', 'default_store', 'refusals', 'odd_records', 'removed_store', 'full_disk',
                         'federation', 'import_omninames', 'kills')}


if __name__ == '__main__':
    run_one(__doc__, SCENARIOS, Laboratory, {'kills': 60, 'seed': None})
