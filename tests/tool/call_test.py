#!/usr/bin/env python3
"""call_test.py --bin DIR SCENARIO: `dimma call` with servers of dimma and omniORB."""

import json
import subprocess
import sys

from tool_processes import DONE, INTEROP, MISUSED, ORBS, REFUSED, require, run_one, until

EVERYTHING = 'IDL:test.dimma/Everything/'


def check_calls(laboratory):
    for orb in ORBS:
        with laboratory.server(orb) as root:
            def call(reference, operation, *arguments, **options):
                return laboratory.call(reference, 'everything', operation, *arguments, **options)
            attributes = call(root, '_get_the_attributes')
            require(attributes.startswith('IOR:'), attributes)
            for name, value in [('title', 'caf\u00e9'), ('origin', {'x': 1, 'y': -2}), ('paint', 'green'),
                                ('numbers', [1, -2, 3]), ('left', -5), ('numbers', [])]:
                require(call(attributes, '_set_' + name, value) is None, f'{orb} {name}')
                require(call(attributes, '_get_' + name) == value, f'{orb} {name}')
            notes = call(root, 'get_notes')
            require(call(notes, 'note', 'from a shell') is None, orb)
            until(f'{orb} has the oneway', lambda: call(notes, 'take') == ['text from a shell'])
            maker = call(root, 'get_maker')
            require(call(maker, 'make', 'nil') is None, orb)
            bottom = call(maker, 'make', 'bottom')
            require(call(bottom, 'who') == 'bottom' or call(bottom, 'who'), orb)
            exchanged = call(maker, 'exchange', bottom, None)
            require(sorted(exchanged) == ['result', 'second', 'third'], exchanged)
            require(exchanged['result'] is None and exchanged['third'] is None, exchanged)
            require(call(maker, 'same', bottom, exchanged['second']) is True, orb)
            octets = call(call(root, 'get_big'), 'reverse', [1, 2, 250])
            require(octets == '+gIB', octets)  # base64 of 250, 2, 1
            require(call(call(root, 'get_big'), 'reverse', octets) == 'AQL6', orb)
            words = call(call(root, 'get_interface'), 'operator', 3, True)
            require(set(words) == {'result', 'delete', 'string'}, words)
            constants = call(root, 'get_constants')
            require(constants['of_long_long'] == '-9223372036854775807' and constants['of_double'] == 0.00175, constants)
            # References from standard input and by a file's URL, and an interface that only the command line gives.
            standard = laboratory.run('call', '-', 'get_turns', '--idl', INTEROP / 'everything.idl', input=root.read_text())
            require(standard.returncode == DONE and standard.stdout.startswith('"IOR:'), standard)
            require(call(f'file://{root}', '_get_the_attributes', options=('--interface', 'Everything::Root')), orb)
            lines = laboratory.tool('call', attributes, '_get_left', '--idl', INTEROP / 'everything.idl', '--repeat', 3,
                                    '--interval', '10ms', '--deadline', '20s').splitlines()
            require(lines == ['-5'] * 3, lines)
            bound = laboratory.tool('call', attributes, '_get_left', '--idl', INTEROP / 'everything.idl', '--qos',
                                    'processing=nullTask,messages=1', '--deadline', '20s')
            require(bound == '-5\n', bound)
            require(laboratory.json('call', root, '_is_a', json.dumps(EVERYTHING + 'Root:1.0')) is True, orb)
            require(laboratory.json('call', root, '_non_existent') is False, orb)


def check_exceptions(laboratory):
    for orb in ORBS:
        with laboratory.server(orb) as root:
            errors = laboratory.call(root, 'everything', 'get_errors')

            def raised(operation, *arguments):
                return laboratory.call(errors, 'everything', operation, *arguments, status=REFUSED)
            require(raised('raise_empty') == {'exception': EVERYTHING + 'Empty:1.0', 'members': {}}, orb)
            rich = raised('raise_rich', 7, 'kept')
            require(rich['exception'] == EVERYTHING + 'Rich:1.0' and rich['members']['code'] == 7, rich)
            require(set(rich['members']['place']) == {'x', 'y'} and 'kept' in rich['members']['texts'], rich)
            require(raised('raise_undeclared')['exception'] == 'IDL:omg.org/CORBA/UNKNOWN:1.0', orb)
            system = raised('raise_system', 'NO_PERMISSION', 5, 1)
            require(system['exception'] == 'IDL:omg.org/CORBA/NO_PERMISSION:1.0' and system['minor'] == 5, system)
            require(system['completed'] == 'COMPLETED_NO' and 'NO_PERMISSION' in system['text'], system)
    gone = laboratory.call('corbaloc::127.0.0.1:1/Gone', 'everything', 'raise_empty', status=REFUSED)
    require(gone['exception'] == 'IDL:omg.org/CORBA/TRANSIENT:1.0' and 'refused' in gone['text'], gone)


def point(x, y):
    return {'x': x, 'y': y}


TREE = {'discriminator': 2, 'member': [{'discriminator': 1, 'member': 'leaf'}, {'discriminator': 2, 'member': []}]}
WIDE = {'first': 1, 'letter': '\u20ac', 'text': 'wide \u20ac', 'tag': '12345678', 'many': ['a', ''], 'row': ['a', 'b', 'c'],
        'narrow': 'n\u00fc', 'last': 2}


def check_types(laboratory):
    for orb in ORBS:
        with laboratory.server(orb, 'types') as echo:
            def call(operation, *arguments):
                return laboratory.call(echo, 'types', operation, *arguments)

            def echoed(operation, value, other=None):
                other = value if other is None else other
                back = call(operation, value, other)
                require(set(back) == {'result', 'b', 'c'}, back)
                require({json.dumps(each) for each in back.values()} <= {json.dumps(value), json.dumps(other)},
                        f'{orb} {operation}: {back} of {value}')
            for choice in [{'discriminator': 4, 'member': point(1, 2)}, {'discriminator': -3, 'member': 'text'},
                           {'discriminator': 6, 'member': 'AQID'}, {'discriminator': 5}, {'discriminator': 9, 'member': 'spades'},
                           {'discriminator': 10, 'member': 'NaN'}, {'discriminator': 10, 'member': 1e300},
                           {'discriminator': 10, 'member': '-Infinity'}, {'discriminator': 8, 'member': False}]:
                echoed('echo_Choice', choice)
            echoed('echo_Tree', TREE, {'discriminator': 1, 'member': ''})
            echoed('echo_Wide', WIDE)
            for value in ANYS:
                back = call('echo_any', value, None)
                require(back['result'] == value or back['c'] == value or back['b'] == value, f'{orb}: {back} of {value}')
                require({'type': 'null', 'value': None} in back.values(), f'{orb}: {back}')
            require(call('type_of', {'type': 'Types::Tree', 'value': TREE}) == 'IDL:test.dimma/Types/Tree:1.0', orb)
            require(call('twice', 'ab', 'c'), orb)


ANYS = [
    {'type': 'long', 'value': 5}, {'type': 'boolean', 'value': True}, {'type': 'octet', 'value': 255},
    {'type': 'char', 'value': '~'}, {'type': 'wchar', 'value': '\u20ac'},
    {'type': 'short', 'value': -32768}, {'type': 'unsigned short', 'value': 65535},
    {'type': 'unsigned long', 'value': 4294967295}, {'type': 'long long', 'value': -9007199254740992},
    {'type': 'unsigned long long', 'value': '18446744073709551615'},
    {'type': 'float', 'value': 0.1}, {'type': 'double', 'value': 0.1}, {'type': 'double', 'value': 5e-324},
    {'type': 'fixed<5, 2>', 'value': '-12.50'}, {'type': 'string', 'value': 'text'}, {'type': 'string<5>', 'value': '12345'},
    {'type': 'wstring<5>', 'value': '\u20ac'}, {'type': 'sequence<long, 3>', 'value': [1, 2, 3]},
    {'type': 'long[2][3]', 'value': [[1, 2, 3], [4, 5, 6]]}, {'type': 'sequence<octet>', 'value': 'AQID'},
    {'type': 'octet[3]', 'value': 'AQID'}, {'type': 'IDL:test.dimma/Types/Point:1.0', 'value': point(3, 4)},
    {'type': 'IDL:test.dimma/Types/Suit:1.0', 'value': 'hearts'}, {'type': 'IDL:test.dimma/Types/Tree:1.0', 'value': TREE},
    {'type': 'any', 'value': {'type': 'string', 'value': 'within'}}, {'type': 'TypeCode', 'value': 'sequence<string<3>>'},
    {'type': 'Object', 'value': None}]


def check_valuetypes(laboratory):
    for orb in ORBS:
        with laboratory.server(orb, 'valuetypes') as store:
            def call(operation, *arguments, **options):
                return laboratory.call(store, 'valuetypes', operation, *arguments, **options)
            nodes = [{'number': 1, 'next': {'number': 2, 'next': None}}, None]
            back = call('echo_nodes', nodes, nodes)
            require(back == {'result': nodes, 'b': nodes, 'c': nodes}, f'{orb}: {back}')
            back = call('echo_shape', {'colour': 'red'}, None)
            require(sorted(map(str, back.values())) == ['None', "{'colour': 'red'}", "{'colour': 'red'}"] or len(back) == 3, back)
            added = call('add', {'value': 3}, {'value': 4})
            require(added['result'] == {'value': 7} and isinstance(added['words']['value'], list), added)
            refused = call('refuse', nodes[0], status=REFUSED)
            require(refused['exception'].endswith('/Refused:1.0') and refused['members']['why'] == nodes[0], refused)
            lamp = call('its_lamp')
            require(call('described', lamp), lamp)
            described = call('echo_describables', [lamp, None], None)
            require(described['result'][0].startswith('IOR:') and described['result'][1] is None, described)


def check_misuse(laboratory):
    with laboratory.server('dimma') as root:
        call, fails = laboratory.call, laboratory.call_fails
        attributes = call(root, 'everything', '_get_the_attributes')
        structs = call(root, 'everything', 'get_struct_turns')
        for operation, argument, says in [
                ('_set_paint', 'gren', 'argument 1: expected an enumerator'), ('_set_paint', 3, '(red, green, blue), not 3'),
                ('_set_origin', {'x': 1, 'y': 'q'}, 'argument 1 .y: expected a whole number'),
                ('_set_origin', {'x': 1}, 'argument 1: the member y is missing'),
                ('_set_origin', {'x': 1, 'y': 2, 'z': 3}, 'argument 1: there is no member z; there are x, y'),
                ('_set_origin', [1, 2], 'argument 1: expected an object'),
                ('_set_numbers', [1, 2 ** 31], 'argument 1 [1]: expected a whole number from -2147483648'),
                ('_set_numbers', [1.5], 'argument 1 [0]: expected a whole number'),
                ('_set_left', None, 'argument 1: expected a whole number'), ('_set_title', 5, 'argument 1: expected a text'),
                ('_set_title', 'a\0b', 'U+0000')]:
            fails(attributes, 'everything', operation, argument, says=says)
        tree = {'value': 1, 'children': [{'value': 2, 'children': [{'value': 3, 'children': [{'value': 'x', 'children': []}]}]}]}
        fails(structs, 'everything', 'turn_Tree', 1, tree, tree,
              says='argument 2 .children[0].children[0].children[0].value: expected a whole number')
        fails(structs, 'everything', 'turn_FiveLongs', 1, [1, 2], [1, 2, 3, 4, 5], says='argument 2: expected 5 elements, not 2')
        deep = {'value': 1, 'children': []}
        for _ in range(150):
            deep = {'value': 1, 'children': [deep]}
        fails(structs, 'everything', 'turn_Tree', 1, deep, deep, says='argument 2')
        fails(root, 'everything', 'get_turns', 1, says='takes 0 arguments')
        fails(structs, 'everything', 'turn_Point', 1, says='takes 3 arguments (long seed')
        fails(root, 'everything', 'nothing', says='the interface Everything::Root has no operation nothing; it has ')
        idl = INTEROP / 'everything.idl'
        for words, says in [(['call'], 'REF is missing'), (['call', root], 'OPERATION is missing'),
                            (['call', root, 'get_turns'], '--idl FILE or --repository'),
                            (['call', root, 'get_turns', '--idl', '/nowhere.idl'], "cannot find file '/nowhere.idl'"),
                            (['call', attributes, '_set_left', '{', '--idl', idl], 'argument 1: not JSON, at '),
                            (['call', attributes, '_set_left', 'text', '--idl', idl], 'argument 1: not JSON, at octet 1'),
                            (['call', attributes, '_set_left', '1 2', '--idl', idl], 'argument 1: not JSON'),
                            (['call', root, 'get_turns', '--idl', idl, '--qos', 'nonsense=1'], '--qos: '),
                            (['call', root, 'get_turns', '--idl', idl, '--interface', 'No'], 'has no interface No; it has'),
                            (['call', root, 'get_turns', '--idl', idl, '--repository'], 'exclude each other'),
                            (['call', root, 'get_turns', '--idl', idl, '--repeat', '0'], '--repeat'),
                            (['call', 'IOR:00', 'get_turns', '--idl', idl], 'the reference: '),
                            (['call', '/nowhere', 'get_turns', '--idl', idl], 'is neither a reference')]:
            laboratory.fails(*words, says=says)
        broken = laboratory.folder / 'broken.idl'
        broken.write_text('interface A { void f(in Unknown x); };\n')
        laboratory.fails('call', root, 'f', '--idl', broken, says='Unknown')
        laboratory.fails('call', root, 'get_turns', '--repository', says='names no interface repository', status=REFUSED)
        # Macros by -D, and include folders by -I.
        (laboratory.folder / 'inner.idl').write_text('#ifdef WANTED\ninterface Root { Object get_turns(); };\n#endif\n')
        outer = laboratory.folder / 'outer' / 'outer.idl'
        outer.parent.mkdir()
        outer.write_text('#include <inner.idl>\n')
        found = laboratory.json('call', root, 'get_turns', '--idl', outer, '-I', laboratory.folder, '-D', 'WANTED')
        require(found.startswith('IOR:'), found)
        laboratory.fails('call', root, 'get_turns', '--idl', outer, '-I', laboratory.folder, says='no interface of')
        # Text, which is UTF-8 by default.
        for code_set in ([], ['--dimma-code-set=ISO-8859-1']):
            laboratory.tool('call', attributes, '_set_title', json.dumps('\u00fc'), '--idl', idl, *code_set)
            require(laboratory.json('call', attributes, '_get_title', '--idl', idl, *code_set) == '\u00fc', code_set)
        laboratory.fails('call', attributes, '_set_title', json.dumps('\u20ac'), '--idl', idl, '--dimma-code-set=ISO-8859-1',
                         says='--dimma-code-set')
    done = subprocess.run(laboratory.command('call', '--help'), capture_output=True, text=True, timeout=60)
    require(done.returncode == DONE and done.stdout.startswith('usage: dimma call'), done)
    require(MISUSED == 2, 'as it is documented')


SCENARIOS = {name[len('check_'):]: function for name, function in globals().items() if name.startswith('check_')}


if __name__ == '__main__':
    sys.exit(run_one(__doc__, SCENARIOS))
