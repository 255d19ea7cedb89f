#!/usr/bin/env python3
"""options_test.py --bin DIR SCENARIO: the options of the ORB, tested with the programs dimma and dimma-naming."""

import datetime
import json
import os
import re
import socket
import subprocess
import sys

from tool_processes import DONE, MISUSED, REFUSED, WITHIN_S, require, run_one

UNREACHABLE = 3
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith('DIMMA_')}


def check_help(laboratory):
    """The help is printed to standard output with any other options, before anything is opened."""
    text = laboratory.tool('--dimma-help', env=CLEAN)
    for words in ('\n  --dimma-idle TIME (default: 180s)\n      a server closes', '\nTLS:\n', '\n  -ORBInitRef NAME=URL\n'):
        require(words in text, f'{words!r} is not in\n{text}')
    require(laboratory.tool('naming', 'list', '--dimma-help', '--dimma-idle', 'wrong', env=CLEAN) == text, 'with wrong options')
    require(laboratory.tool('--dimma-help', env={**CLEAN, 'DIMMA_IDLE': 'wrong'}) == text, 'with a wrong variable')
    laboratory.fails('--dimma-help=all', says='--dimma-help: this option takes no value', env=CLEAN)
    state = laboratory.folder / 'state'
    done = subprocess.run([laboratory.programs / 'dimma-naming', '--dimma-help'], capture_output=True, text=True, timeout=WITHIN_S,
                          env={**CLEAN, 'STATE_DIRECTORY': str(state)})
    require((done.returncode, done.stdout, done.stderr) == (DONE, text, ''), done)
    require(not state.exists(), 'dimma-naming has opened its store')
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(laboratory.command('--dimma-help'), stdout=writer, stderr=subprocess.PIPE, text=True, timeout=WITHIN_S, env=CLEAN)
    os.close(writer)
    require((done.returncode, done.stderr) == (REFUSED, ''), f'without a reader: {done}')


def check_config(laboratory):
    """Programs with an ORB read a configuration file; variables and options override it."""
    file = laboratory.folder / 'some.conf'
    file.write_text('ORBInitRef = NameService=corbaloc::127.0.0.1:1/NameService\nconnect-timeout = 5s\n')
    set_by_file = {**CLEAN, 'DIMMA_CONFIG': str(file)}
    for options, environment in (((), set_by_file), (('--dimma-config', file), CLEAN), ((f'--dimma-config={file}',), CLEAN)):
        laboratory.fails('naming', 'list', *options, says='127.0.0.1:1', status=UNREACHABLE, env=environment)
    laboratory.fails('naming', 'list', '-ORBInitRef', 'NameService=corbaloc::127.0.0.1:2/NameService', says='127.0.0.1:2',
                     status=UNREACHABLE, env=set_by_file)
    file.write_text('code-set = ISO-8859-1\nidle = 5x\nidel = 5s\n')
    laboratory.fails('--version', '--help', env=set_by_file,
                     says=f"{file}:2:8: idle: '5x' is not a time")
    laboratory.fails('naming', 'list', '--dimma-config', laboratory.folder / 'none', env=CLEAN,
                     says=f'--dimma-config: {laboratory.folder / "none"}: cannot be read: No such file or directory')
    done = subprocess.run([laboratory.programs / 'dimma-naming', '--store', ':memory:', '--dimma-config', file], capture_output=True,
                          text=True, timeout=WITHIN_S, env=CLEAN)
    require(done.returncode == MISUSED and f'{file}:2:8: idle' in done.stderr, done)


def check_config_check(laboratory):
    """`dimma config check` reports the same faults of the file as an ORB, independently of the environment."""
    file = laboratory.folder / 'some.conf'
    file.write_text('# nothing\n')
    wrong = {**CLEAN, 'DIMMA_CONFIG': '/none', 'DIMMA_IDLE': 'wrong'}
    require(laboratory.tool('config', 'check', file, env=wrong) == f'{file}: there are no options\n', 'an empty one')
    file.write_text('endpoint = iiop://:1\nendpoint = iiop://:2\nidle = 60s # a minute\nORBid = plant\n')
    lines = [f'--dimma-endpoint iiop://:1  ({file}:1)', f'--dimma-endpoint iiop://:2  ({file}:2)', f'--dimma-idle 60s  ({file}:3)',
             f'-ORBid plant  ({file}:4)']
    require(laboratory.tool('config', 'check', file, env=CLEAN).splitlines() == lines, laboratory.tool('config', 'check', file))
    told = laboratory.json('config', 'check', file, '--json', env=CLEAN)
    require(told['is_right'] and told['errors'] == [] and len(told['options']) == 4, told)
    require(told['options'][2] == {'option': '--dimma-idle', 'value': '60s', 'from': f'{file}:3'}, told)
    file.write_bytes(b'idle = 5x\nendpoint = iiop://:1\nidel = 5s\n\nlog = caf\xc3\xa9\n')
    done = laboratory.run('config', 'check', file, env=CLEAN)
    starts = [f"dimma: {file}:1:8: idle: '5x' is not a time in whole", f"dimma: {file}:3:1: 'idel' is not an option of the ORB; did you mean idle?",
              f'dimma: {file}:5:7: log: ']
    said = done.stderr.splitlines()
    require((done.returncode, done.stdout, len(said)) == (REFUSED, '', 3), done)
    require(all(line.startswith(start) for line, start in zip(said, starts)), done)
    told = laboratory.json('config', 'check', file, '--json', status=REFUSED, env=CLEAN)
    require(not told['is_right'] and [(each['line'], each['column']) for each in told['errors']] == [(1, 8), (3, 1), (5, 7)], told)
    require(told['options'] == [{'option': '--dimma-endpoint', 'value': 'iiop://:1', 'from': f'{file}:2'}], told)
    os.mkfifo(laboratory.folder / 'fifo')
    laboratory.fails('config', 'check', laboratory.folder / 'fifo', says='fifo: is not a regular file', status=REFUSED, env=CLEAN)
    laboratory.fails('config', 'check', '/none', says="/none: cannot be read: No such file or directory", status=REFUSED, env=CLEAN)
    laboratory.fails('config', 'check', says='FILE is missing', env=CLEAN)
    laboratory.fails('config', 'check', file, '--dimma-idle', '5s', says='--dimma-idle', env=CLEAN)


def check_log(laboratory):
    """Two servers log to one file, and each line is JSON whatever octets a peer sends."""
    file = laboratory.folder / 'server.log'
    file.write_text('before\n')
    options = ('--dimma-log-file', file, '--dimma-log-format', 'json', '--dimma-log', 'debug')
    with laboratory.server('dimma', 'everything', *options) as one, laboratory.server('dimma', 'types', *options) as other:
        for reference in (one, other):
            laboratory.tool('ping', reference, '--count', 5, '--interval', '1ms', env=CLEAN)
        profile = laboratory.json('ior', 'show', one, '--json', env=CLEAN)['profiles'][0]
        for octets in (b'GET /"\\\xff\xc3\x28\x00\x1b[31m HTTP/1.1\r\n\r\n', b'\xff' * 64):
            with socket.create_connection((profile['host'], profile['port']), WITHIN_S) as peer:
                peer.sendall(octets)
                while peer.recv(4096):
                    pass
    before, *lines = file.read_bytes().decode('utf-8').splitlines()
    records = [json.loads(line) for line in lines]
    require(before == 'before' and len({each['pid'] for each in records}) == 2, lines)
    events = {each['event'] for each in records}
    require({'endpoint_opened', 'connection_accepted', 'request_served', 'protocol_mismatch', 'message_malformed'} <= events, events)
    for each, line in zip(records, lines):
        require(len(line.encode()) < 4096 and {'time', 'level', 'room', 'event', 'pid', 'text'} <= set(each), line)
        require(re.fullmatch(r'20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z', each['time']), line)
        age = datetime.datetime.now(datetime.timezone.utc) - datetime.datetime.fromisoformat(each['time'].replace('Z', '+00:00'))
        require(abs(age) < datetime.timedelta(hours=1), line)
    spoken = [each for each in records if each['event'] == 'protocol_mismatch']
    require(spoken[0]['peer'].startswith('tcp:') and 'HTTP' in spoken[0]['text'] and spoken[0]['level'] == 'warning', spoken)
    served = [each for each in records if each['event'] == 'request_served']
    require(all(each['operation'] and each['level'] == 'debug' and each['room'] == 'poa' for each in served), served)
    laboratory.fails('naming', 'list', '--dimma-log-file', laboratory.folder / 'none' / 'log', env=CLEAN,
                     says=f"--dimma-log-file: '{laboratory.folder / 'none' / 'log'}' cannot be opened: No such file or directory")
    os.mkfifo(laboratory.folder / 'fifo')
    laboratory.fails('naming', 'list', '--dimma-log-file', laboratory.folder / 'fifo', env=CLEAN, says="cannot be opened")
    laboratory.fails('naming', 'list', '--dimma-log-format', 'xml', env=CLEAN, says="--dimma-log-format: 'xml' is neither text nor json")
    words = ('ior', 'show', one, '-ORBDebugLevel', '1')
    require(json.loads(laboratory.run(*words, '--dimma-log-format', 'json', env=CLEAN).stderr)['event'] == 'option_passed_over', 'on stderr')
    lost = laboratory.run(*words, '--dimma-log-file', '/dev/full', env=CLEAN)
    require((lost.returncode, lost.stderr) == (DONE, ''), lost)


SCENARIOS = {name[len('check_'):]: function for name, function in globals().items() if name.startswith('check_')}


if __name__ == '__main__':
    sys.exit(run_one(__doc__, SCENARIOS))
