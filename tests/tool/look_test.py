#!/usr/bin/env python3
"""look_test.py --bin DIR SCENARIO: `dimma ior` and `dimma ping`, and the files that are installed with the command."""

import json
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys

from tool_processes import DONE, MISUSED, ORBS, REFUSED, require, run_one
from terminal import on_terminal  # found by the path that tool_processes adds

ROOT = 'IDL:test.dimma/Everything/Root:1.0'


class Cdr:
    """Encodes an encapsulation."""

    def __init__(self, little=False):
        self.order = '<' if little else '>'
        self.octets = bytes([little])

    def number(self, kind, value):
        self.octets += bytes(-len(self.octets) % struct.calcsize(kind)) + struct.pack(self.order + kind, value)
        return self

    def text(self, value):
        return self.block(value.encode() + b'\0')

    def block(self, value):
        self.number('I', len(value))
        self.octets += value
        return self

    def tagged(self, all_of_them):
        self.number('I', len(all_of_them))
        for tag, data in all_of_them:
            self.number('I', tag).block(data)
        return self


def iiop(host, port, key, components=(), minor=2):
    profile = Cdr().number('B', 1).number('B', minor).text(host).number('H', port).block(key)
    return 0, (profile.tagged(components) if minor else profile).octets


def ior(profiles, type_id='IDL:Thing:1.0', little=False):
    return 'IOR:' + Cdr(little).text(type_id).tagged(profiles).octets.hex()


def csi_mechanisms(host, port):
    tls = Cdr().number('H', 0x66).number('H', 6).number('I', 1).text(host).number('H', port).octets
    gssup = bytes([6, 6, 0x67, 0x81, 2, 1, 1, 1])
    target = bytes([4, 1, 0, 8]) + gssup + bytes([0, 0, 0, 5]) + b'realm'
    return (Cdr().number('B', 1).number('I', 1).number('H', 0x46).number('I', 36).block(tls)
            .number('H', 0x40).number('H', 0x40).block(gssup).block(target)
            .number('H', 0x400).number('H', 0).number('I', 0).number('I', 1).block(gssup).number('I', 15).octets)


COMPONENTS = [
    (0, Cdr().number('I', 0x54414f00).octets),
    (1, Cdr().number('I', 0x00010001).number('I', 1).number('I', 0x05010001).number('I', 0x00010109).number('I', 0).octets),
    (2, Cdr().number('I', 1).number('I', 32).block(b'\1\2').octets),
    (3, Cdr(True).text('backup.example').number('H', 2810).octets),
    (20, Cdr().number('H', 0x67).number('H', 0).number('H', 4711).octets),
    (25, Cdr().text('http://code.example/').octets),
    (33, csi_mechanisms('secure.example', 4712)),
    (39, Cdr().number('B', 1).number('B', 0).text('domain').number('Q', 77).number('I', 3).octets),
    (0x41545401, Cdr().text('giop:tcp:here:1').octets),
    (0x41545402, Cdr().text('apple').text('/tmp/omni-socket').octets),
    (0x64696d01, Cdr().number('B', 1).number('I', 1).text('unix').text('@dimma-x').octets),
    (4711, b'\xde\xad'),
]
WORDS = [
    'ORB type 0x54414f00 (TAO)', 'char: ISO 8859-1, converts UTF-8', 'wchar: UTF-16', 'relative round trip timeout, 2 octets',
    'alternate address backup.example:2810', 'TLS at port 4711; supports no protection, integrity, confidentiality',
    'Java codebase http://code.example/', 'security mechanisms (CSIv2), stateful',
    'mechanism 1, requires integrity, confidentiality, trust in the client', 'TLS at secure.example:4712; supports',
    'user name and password (GSSUP, 2.23.130.1.1.1), for "realm"',
    'identities as anonymous, principal name, certificate chain, distinguished name', 'multicast group 77 of domain "domain"',
    'sent from giop:tcp:here:1', 'Unix socket /tmp/omni-socket on the host apple', 'Unix socket @dimma-x',
    'component 4711, 2 octets: de ad']


def check_show(laboratory):
    for little in (False, True):
        text = ior([iiop('::1', 2809, b'Key\xff', COMPONENTS)], little=little)
        shown = laboratory.tool('ior', 'show', text)
        for words in ['IDL:Thing:1.0', 'IIOP 1.2 at [::1]:2809', 'object key "Key\\xff", 4 octets: 4b6579ff', *WORDS]:
            require(words in shown, f'{words!r} is not in\n{shown}')
        told = laboratory.json('ior', 'show', text, '--json')
        profile = told['profiles'][0]
        require(told['type_id'] == 'IDL:Thing:1.0' and profile['host'] == '::1' and profile['port'] == 2809, told)
        require([each['tag'] for each in profile['components']] == [tag for tag, _ in COMPONENTS], profile)
        require(profile['components'][0]['orb'] == 'TAO' and profile['components'][-1]['octets'] == 'dead', profile)
        require(profile['components'][6]['mechanisms'][0]['layers'][0]['addresses'][0]['port'] == 4712, profile)
        require('damage' not in json.dumps(told), told)
    others = [iiop('old.example', 1, b'k', minor=0), iiop('mid.example', 2, b'k', minor=1), (1, Cdr().tagged(COMPONENTS[:1]).octets),
              (3, Cdr().number('B', 1).number('B', 0).text('239.1.2.3').number('H', 99).tagged([]).octets),
              (0x54414f02, b'\1\2'), (815, b'\3')]
    shown = laboratory.tool('ior', 'show', '-', input=ior(others) + '\n')
    for words in ['IIOP 1.0 at old.example:1', 'IIOP 1.1 at mid.example:2', 'components for all profiles',
                  'multicast to 239.1.2.3:99', "TAO's SHMIOP", 'profile 0x0000032f, 1 octet: 03']:
        require(words in shown, f'{words!r} is not in\n{shown}')
    jacorb = (0, Cdr().number('I', 0x4a414300).octets)
    omni = (0, Cdr().number('I', 0x41545400).octets)
    keys = [(b'StandardNS/NameServer-POA/_root', [jacorb], 'JacORB: server StandardNS, POA NameServer-POA, object id "_root"'),
            (b'\xfe12345678\0\0\0\0\1', [omni], 'omniORB, transient: run 3132333435363738, POA RootPOA, object id 1'),
            (b'\xffmine\xffinner\0name', [omni], 'omniORB, persistent: POA mine/inner, object id "name"'),
            (b'DIM\1P\0\5mine/name', [], 'dimma, persistent: POA mine/, object id "name"'),
            (b'\x14\1\x0f\0NUP\0\0\0\4Mineident', [], 'TAO, persistent, ids of the program: POA Mine, object id "ident"'),
            (b'NameService', [], 'a plain name, as a corbaloc has it')]
    for key, components, words in keys:
        shown = laboratory.tool('ior', 'show', ior([iiop('h', 1, key, components)]))
        require(words in shown, f'{words!r} is not in\n{shown}')
    shown = laboratory.tool('ior', 'show', 'corbaloc:iiop:1.2@a.example:1,:b.example:2/Name')
    require('a.example:1' in shown and 'b.example:2' in shown, shown)
    require('nil' in laboratory.tool('ior', 'show', ior([], '')), 'nil')
    for orb in ORBS:
        with laboratory.server(orb) as root:
            shown = laboratory.tool('ior', 'show', root)
            require(ROOT in shown and ('omniORB' if orb == 'omni' else orb) + ', transient' in shown, shown)


def check_damaged(laboratory):
    whole = ior([iiop('host.example', 2809, b'Key', COMPONENTS)])
    for digits in list(range(0, 120, 7)) + list(range(120, len(whole) - 4, 61)):
        done = laboratory.run('ior', 'show', whole[:4 + digits])
        require(done.returncode == REFUSED and 'damaged: ' in done.stdout and done.stderr == '', f'{digits}: {done}')
    shown = laboratory.tool('ior', 'show', whole[:-20], status=REFUSED)
    require('IIOP 1.2 at host.example:2809' in shown and 'octets are announced, but only' in shown, shown)
    shown = laboratory.tool('ior', 'show', whole[:40] + 'x' + whole[41:], status=REFUSED)
    require("character 41 of the text, 'x', is not a hexadecimal digit" in shown, shown)
    shown = laboratory.tool('ior', 'show', 'IOR:02', status=REFUSED)
    require('the byte order is 2, not 0 or 1, at octet 0' in shown, shown)
    broken = ior([iiop('h', 1, b'k', [(0, b'\0\0'), (1, b''), (20, b'\0\0\1'), (33, csi_mechanisms('h', 1)[:-9])])])
    told = laboratory.json('ior', 'show', broken, '--json', status=REFUSED)
    require(all('damage' in each and 'at octet' in each['damage'][0] for each in told['profiles'][0]['components']), told)
    told = laboratory.json('ior', 'show', ior([iiop('h\x1b[31m', 1, b'k')]), '--json')
    require(told['profiles'][0]['host'] == 'h\\x1b[31m', told)
    laboratory.fails('ior', 'show', 'nonsense', says='is neither a reference')
    laboratory.fails('ior', 'show', 'corbaloc:', says='the reference: ')
    laboratory.fails('ior', 'show', '-', input='', says='standard input contains no reference')
    laboratory.fails('ior', 'show', 'file:///nowhere', says='/nowhere: ')


def check_check(laboratory):
    for orb in ORBS:
        with laboratory.server(orb) as root:
            lines = laboratory.tool('ior', 'check', root).splitlines()
            require(lines[-1].startswith('answers'), lines)
            told = laboratory.json('ior', 'check', root, '--json')
            require(all(each['outcome'] == 'answers' for each in told['addresses']), told)
            kinds = {each['address'].split(':')[0] for each in told['addresses']}
            require(orb != 'dimma' or {'shm', 'unix'} <= kinds, kinds)
    with laboratory.server('dimma', 'types', '--dimma-publish', 'localhost') as root:
        shown = laboratory.tool('ior', 'check', root)
        require('warning: only its own host reaches it' in shown, shown)
        require('local only' in shown, shown)
    told = laboratory.json('ior', 'check', 'corbaloc::127.0.0.1:1/Gone', '--json', status=REFUSED)
    require(told['addresses'][0]['outcome'] == 'is not reached' and 'refused' in told['addresses'][0]['words'], told)
    for host, words in [('172.17.0.9', "Docker's own network"), ('169.254.1.1', 'same link'), ('0123456789ab', "a container's id"),
                        ('0.0.0.0', 'means all addresses')]:
        told = laboratory.json('ior', 'check', f'corbaloc::{host}:1/Gone', '--json', '--patience', '50ms', status=REFUSED)
        require(words in told['addresses'][0]['warning'], f'{host}: {told}')
    laboratory.fails('ior', 'check', ior([], ''), says='nil')


def check_tls(laboratory):
    import tls
    made = tls.certificates(laboratory.folder)
    for orb in ORBS:
        with laboratory.server(orb, 'everything', *tls.options_of(orb, made)) as root:
            told = laboratory.json('ior', 'check', root, '--json', '--dimma-tls-authorities', made / 'ca.pem',
                                   '--dimma-tls-certificate', made / 'wide.pem')
            secured = [each for each in told['addresses'] if each['address'].startswith('tls:')]
            require(secured and all(each['outcome'] == 'answers' for each in secured), f'{orb}: {told}')
            told = json.loads(laboratory.run('ior', 'check', root, '--json').stdout)
            secured = [each for each in told['addresses'] if each['address'].startswith('tls:')]
            require(secured and all(each['outcome'] != 'answers' and each['words'] for each in secured), f'{orb}: {told}')


def check_ping(laboratory):
    for orb in ORBS:
        with laboratory.server(orb) as root:
            lines = laboratory.tool('ping', root, '--count', 3, '--interval', '1ms').splitlines()
            require(len(lines) == 4 and lines[-1].startswith('3 sent, 3 answered, 0 % lost; min/median/max '), lines)
            require('shm:' in lines[0] if orb == 'dimma' else 'tcp:' in lines[0], lines)
            done = [json.loads(line) for line in
                    laboratory.tool('ping', root, '--count', 2, '--interval', '1ms', '--json').splitlines()]
            require([each['outcome'] for each in done[:-1]] == ['answers'] * 2 and done[-1]['exist'] == 2, done)
            require(done[-1]['min_ms'] <= done[-1]['median_ms'] <= done[-1]['max_ms'], done)
            text = laboratory.tool('ping', root, '--count', 1, '--json')
            require(re.search(r'"took_ms":[0-9]+\.[0-9]{1,3},', text) and 'E' not in re.sub('"[^"]*"', '', text), text)
            with subprocess.Popen(laboratory.command('ping', root, '--count', 0, '--interval', '10ms'), text=True,
                                  stdout=subprocess.PIPE) as endless:
                require('answers' in endless.stdout.readline(), orb)
                endless.send_signal(signal.SIGINT)
                require('sent, ' in endless.stdout.read(), orb)
                require(endless.wait(60) == DONE, orb)
    with laboratory.server('dimma', 'types') as root:
        gone = root.read_text().strip()
        address = laboratory.json('ior', 'show', gone, '--json')['profiles'][0]
        lines = laboratory.tool('ping', f'corbaloc::{address["host"]}:{address["port"]}/Nothing', '--count', 1, status=REFUSED)
        require('does not exist' in lines, lines)
    lost = laboratory.tool('ping', 'corbaloc::127.0.0.1:1/Gone', '--count', 2, '--interval', '1ms', status=REFUSED).splitlines()
    require('no answer' in lost[0] and 'refused' in lost[0] and '100 % lost' in lost[-1], lost)
    with socket.create_server(('127.0.0.1', 0)) as silent:
        late = laboratory.tool('ping', f'corbaloc::127.0.0.1:{silent.getsockname()[1]}/X', '--count', 1, '--deadline', '100ms',
                               status=REFUSED)
        require('TIMEOUT' in late or 'no answer' in late, late)
    laboratory.fails('ping', says='REF is missing')
    laboratory.fails('ping', gone, '--interval', '5', says='--interval')


def check_colours(laboratory):
    """Diagnostics have colours only on a terminal."""
    wrong = laboratory.command('nmaing')
    plain = "dimma: there is no command 'nmaing'; did you mean 'naming'? 'dimma --help' lists them\n"
    require(laboratory.run('nmaing').stderr == plain, laboratory.run('nmaing'))
    printed, status = on_terminal(wrong)
    require((printed, status) == ('\x1b[1;31mdimma:\x1b[0m' + plain[len('dimma:'):], MISUSED), (printed, status))
    require(on_terminal(wrong, NO_COLOR='')[0] == printed, 'an empty NO_COLOR counts')
    for environment in ({'NO_COLOR': '1'}, {'TERM': 'dumb'}, {'TERM': ''}):
        require(on_terminal(wrong, **environment)[0] == plain, environment)

    unit = laboratory.folder / 'unit.idl'
    unit.write_text('#pragma nothing\nstruct Struct_A { lung x; };\n')
    compiler = [laboratory.programs / 'dimma-idl', '--syntax-only', '-Wunknown-pragmas', unit]
    plain = subprocess.run(compiler, capture_output=True, text=True, timeout=60).stderr
    require(f"{unit}:2:" in plain and ' error: ' in plain and ' warning: ' in plain and '\x1b' not in plain, plain)
    printed, status = on_terminal(compiler)
    require(status == 1 and re.sub('\x1b\\[[0-9;]*m', '', printed) == plain, f'{printed!r} beside {plain!r}')
    for part in (f'\x1b[1m{unit}:2:19:\x1b[0m \x1b[1;31merror:\x1b[0m ', '{ \x1b[1;31mlung\x1b[0m x;', '\x1b[1;31m^~~~\x1b[0m',
                 '\x1b[1;35mwarning:\x1b[0m '):
        require(part in printed, f'{printed!r} without {part!r}')
    for options, environment in ((['--color', 'never'], {}), ([], {'NO_COLOR': '1'}), ([], {'TERM': 'dumb'})):
        require(on_terminal(compiler + options, **environment)[0] == plain, (options, environment))
    always = subprocess.run(compiler + ['--color=always'], capture_output=True, text=True, timeout=60).stderr
    require(always == printed, f'{always!r} beside {printed!r}')
    usage = subprocess.run(compiler + ['--color=red'], capture_output=True, text=True, timeout=60)
    require(usage.returncode == 2 and '--color takes auto, always or never' in usage.stderr, usage)


def check_installed(laboratory):
    """Requires that the manual page lists all commands and options."""
    packaging = pathlib.Path(__file__).resolve().parents[2] / 'packaging'

    def options(*words):
        return {word for line in laboratory.tool(*words, '--help').splitlines() for word in line.replace(',', ' ').split()[:4]
                if line.startswith('  -') and word.startswith('--')}
    help_text = laboratory.tool('--help')
    commands = [line.split()[0] for line in help_text.split('\ncommands:\n')[1].split('\n\n')[0].splitlines()]
    for page in [packaging / 'man' / 'dimma.1']:
        done = subprocess.run(['man', '--warnings', '-l', page], capture_output=True, text=True, timeout=60,
                              env={'PATH': '/usr/bin:/bin', 'LC_ALL': 'C.UTF-8', 'MANWIDTH': '100'})
        require(done.returncode == 0 and done.stderr == '', f'{page}: {done.stderr}')
        for command in commands:
            require(f'dimma {command}' in done.stdout, f'{page} without {command}')
        for words in (['call'], ['config', 'check'], ['ping'], ['ior', 'check']):
            missing = {option for option in options(*words) if option not in done.stdout}
            require(not missing, f'{page} without {missing} of {words}')


SCENARIOS = {name[len('check_'):]: function for name, function in globals().items() if name.startswith('check_')}


if __name__ == '__main__':
    sys.exit(run_one(__doc__, SCENARIOS))
