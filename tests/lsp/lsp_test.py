#!/usr/bin/env python3
"""lsp_test.py --bin DIR SCENARIO: tests the language server `dimma-idl --lsp` with the messages of an editor."""

import contextlib
import json
import pathlib
import subprocess
import sys

from lsp_client import WITHIN_S, Client, column, require, same, span
from scenarios import run_one  # found by the path that lsp_client adds

COMMON = '''#pragma prefix "test.dimma"
module Common {
  // What clocks count.
  typedef unsigned long long Ticks;
  exception Stopped { string why; };
  enum Colour { RED, GREEN };
};
'''
CLOCK = '''#include "common.idl"
module Clocks {
  const long LIMIT = 3 + 4;

  /* A clock.
   * It may stop. */
  interface Clock {
    readonly attribute Common::Ticks now;
    void set(in Common::Ticks to, in sequence<long, LIMIT> marks) raises (Common::Stopped);
  };
  struct Reading { Clock from; long value; };  // one of many
};
'''


class Laboratory:
    def __init__(self, programs, folder):
        self.program = pathlib.Path(programs).resolve() / 'dimma-idl'
        self.folder = pathlib.Path(folder).resolve()
        self.clients = contextlib.ExitStack()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.clients.close()

    def start(self, *arguments):
        return self.clients.enter_context(Client(self.program, arguments, self.folder))

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path.as_uri()


def clock(laboratory, **params):
    client = laboratory.start()
    client.initialize(**params)
    common = laboratory.write('common.idl', COMMON)
    uri = laboratory.write('clock.idl', CLOCK)
    client.open(uri, CLOCK)
    same(client.diagnostics(uri), [], 'nothing is wrong')
    return client, uri, common


def life(laboratory):
    client = laboratory.start()
    same(client.refused('textDocument/hover', {})['code'], -32002, 'a request before initialize')
    client.open('file:///early.idl', 'nothing')  # ignored
    capabilities = client.initialize()
    same(capabilities['positionEncoding'], 'utf-16', 'the encoding that every client has')
    same(capabilities['textDocumentSync']['change'], 2, 'incremental changes')
    for provider in ('hoverProvider', 'definitionProvider', 'documentSymbolProvider'):
        same(capabilities[provider], True, provider)
    same(client.refused('initialize', {})['code'], -32600, 'a second initialize')
    same(client.refused('textDocument/rename', {})['code'], -32601, 'a method that is not there')
    client.notify('$/cancelRequest', {'id': 1})
    client.notify('no/such/notification')
    client.ask('shutdown')
    same(client.refused('textDocument/hover', {})['code'], -32600, 'a request after shutdown')
    client.notify('exit')
    same(client.process.wait(WITHIN_S), 0, 'status after shutdown and exit')

    impolite = laboratory.start()
    impolite.initialize()
    impolite.notify('exit')
    same(impolite.process.wait(WITHIN_S), 1, 'status after exit without shutdown')

    gone = laboratory.start()
    gone.initialize()
    gone.process.stdin.close()
    same(gone.process.wait(WITHIN_S), 1, 'status after the end of the input')


def diagnostics(laboratory):
    client = laboratory.start()
    client.initialize(capabilities={'textDocument': {'publishDiagnostics': {'relatedInformation': True}}})
    text = 'module M {\n  typedef long A;\n  typedef short A;\n  typedef nothing B;\n};;\n'
    uri = laboratory.write('wrong.idl', 'module Other { typedef long T; };\n')  # the editor's text counts
    client.open(uri, text, version=7)
    found = client.diagnostics(uri, version=7)
    same([(each['range'], each['severity'], each['message']) for each in found],
         [(span(2, 16, 17), 1, "redefinition of 'A'"), (span(3, 10, 17), 1, "'nothing' is not declared"),
          (span(4, 2, 3), 2, "stray ';'")], 'errors and a warning')
    same(found[0]['relatedInformation'],
         [{'location': {'uri': uri, 'range': span(1, 15, 16)}, 'message': "'A' first declared here"}], 'the note')
    # First text that cannot be preprocessed, then text with fewer and fewer mistakes.
    client.change(uri, {'text': '#include "missing.idl"\n' + text}, version=8)
    same([each['message'] for each in client.diagnostics(uri, 8)], ["cannot find the included file 'missing.idl'"],
         'an include that is not there')
    client.change(uri, {'range': span(0, 0, 22), 'text': ''}, {'range': span(3, 16, 17), 'text': 'C'},
                  {'range': span(4, 10, 17), 'text': 'A'}, {'range': span(5, 2, 3), 'text': ''}, version=9)
    same(client.diagnostics(uri, 9), [], 'nothing is wrong now')
    client.change(uri, {'text': ''}, version=10)
    same([each['range'] for each in client.diagnostics(uri, 10)], [span(0, 0, 0)], 'an error of the file as a whole')
    client.notify('textDocument/didClose', {'textDocument': {'uri': uri}})
    same(client.diagnostics(uri), [], 'a closed file has no diagnostics')
    client.end()


def includes(laboratory):
    """Faults in an included file are published for that file, whose text may be that of an editor."""
    client, uri, common = clock(laboratory)
    laboratory.write('common.idl', COMMON.replace('unsigned long long', 'unsigned lng'))
    client.notify('textDocument/didSave', {'textDocument': {'uri': common}})
    same([each['range'] for each in client.diagnostics(common)], [span(3, 19, 22)], 'the file on the disk')
    same([each['message'] for each in client.diagnostics(uri)], ["'Common' has nothing called 'Ticks'"] * 2,
         'and its consequences')
    client.open(common, COMMON)
    same(client.diagnostics(common), [], "the editor's text of the included file")
    same(client.diagnostics(uri), [], 'and of the file that includes it')
    client.change(common, {'range': span(4, 12, 19), 'text': 'Ended'})
    same(client.diagnostics(common, 2), [], 'right by itself')
    same([each['message'] for each in client.diagnostics(uri)], ["'Common' has nothing called 'Stopped'"],
         'but not for the other')
    client.end()


def definition(laboratory):
    client, uri, common = clock(laboratory)
    def defined(line, word):
        return client.at('definition', uri, line, column(CLOCK, line, word) + 1)

    same(defined(10, 'Clock '), {'uri': uri, 'range': span(6, 12, 17)}, 'Clock, in this file')
    same(defined(8, 'LIMIT'), {'uri': uri, 'range': span(2, 13, 18)}, 'LIMIT, in a bound')
    same(defined(7, 'Ticks'), {'uri': common, 'range': span(3, 29, 34)}, 'Ticks, in another file')
    same(defined(7, 'Common'), {'uri': common, 'range': span(1, 7, 13)}, 'its module')
    same(defined(8, 'Stopped'), {'uri': common, 'range': span(4, 12, 19)}, 'the exception')
    same(defined(6, 'Clock'), {'uri': uri, 'range': span(6, 12, 17)}, 'the definition itself')
    same(client.at('definition', uri, 0, 12), {'uri': common, 'range': span(0, 0, 0)}, 'the included file')
    same(client.at('definition', uri, 3, 0), None, 'nothing')
    # While the text cannot be preprocessed, the previous analysis is used.
    client.change(uri, {'range': {'start': {'line': 12, 'character': 0}, 'end': {'line': 12, 'character': 0}},
                        'text': '#include "missing.idl"\n'})
    same(client.at('definition', uri, 10, 20), {'uri': uri, 'range': span(6, 12, 17)}, 'Clock again')
    client.end()


def hover(laboratory):
    client, uri, _ = clock(laboratory, capabilities={
        'textDocument': {'hover': {'contentFormat': ['markdown', 'plaintext']}}})
    same(client.at('hover', uri, 10, 20)['contents'],
         {'kind': 'markdown', 'value': '```idl\ninterface Clocks::Clock\n```\n\n`IDL:Clocks/Clock:1.0`\n\n'
                                       'A clock.\nIt may stop.'}, 'an interface')
    shown = client.at('hover', uri, 7, 33)
    same(shown['contents']['value'], '```idl\ntypedef unsigned long long Common::Ticks;\n```\n\n'
                                     '`IDL:test.dimma/Common/Ticks:1.0`\n\nWhat clocks count.', 'a typedef')
    same(shown['range'], span(7, 31, 36), 'its name')
    for line, character, text in ((2, 14, 'const long Clocks::LIMIT = 7;'),
                                  (8, 10, 'void set(in Common::Ticks to, in sequence<long, 7> marks) '
                                          'raises (Common::Stopped);'),
                                  (10, 12, 'struct Clocks::Reading {\n  Clocks::Clock from;\n  long value;\n};'),
                                  (10, 40, 'long value;')):
        value = client.at('hover', uri, line, character)['contents']['value']
        same(value.split('\n```\n')[0], '```idl\n' + text, f'at {line}:{character}')
    require('one of many' in client.at('hover', uri, 10, 12)['contents']['value'], 'a comment behind')
    same(client.at('hover', uri, 4, 6), None, 'a comment has no declaration')
    plain = laboratory.start()
    plain.initialize()
    plain.open(uri, CLOCK)
    same(plain.at('hover', uri, 10, 20)['contents'],
         {'kind': 'plaintext', 'value': 'interface Clocks::Clock\n\nIDL:Clocks/Clock:1.0\n\nA clock.\nIt may stop.'},
         'a client without markdown')
    client.end()


def completion(laboratory):
    client, uri, _ = clock(laboratory)

    def words(text, line=10):
        """The completions that are offered at the end of `text` in the body of Reading."""
        changed = CLOCK.replace('struct Reading { ', 'struct Reading { ' + text)
        client.change(uri, {'text': changed})
        return {each['label']: each for each in client.at('completion', uri, line, len('  struct Reading { ' + text))}

    found = words('')
    for name in ('Common', 'Clocks', 'Clock', 'LIMIT', 'Reading', 'sequence', 'unsigned', 'int32'):
        require(name in found, f'{name} is visible: {sorted(found)}')
    same(found['Clock']['detail'], 'interface Clocks::Clock', 'its detail')
    require('Ticks' not in found and 'now' not in found and 'set' not in found, sorted(found))
    same(sorted(words('Common::')), ['Colour', 'GREEN', 'RED', 'Stopped', 'Ticks'], 'behind a scope')
    same(sorted(words('Common::Ti')), ['Colour', 'GREEN', 'RED', 'Stopped', 'Ticks'], 'the client filters')
    same(sorted(words('::')), ['CORBA', 'Clocks', 'Common'] if 'CORBA' in words('::') else ['Clocks', 'Common'],
         'the global scope')
    same(words('Common::Nothing::'), {}, 'a scope that is not there')
    same(words('// Common::'), {}, 'in a comment')
    require('key' in words('@') and 'Clock' not in words('@'), 'annotations')
    same(words('Reading::'), {}, 'a struct of no types')
    client.end()


def symbols(laboratory):
    client, uri, _ = clock(laboratory)
    found = client.ask('textDocument/documentSymbol', {'textDocument': {'uri': uri}})

    def outline(all_of_them):
        return [(each['name'], each['kind'], outline(each['children'])) for each in all_of_them]
    same(json.loads(json.dumps(outline(found))),
         [['Clocks', 2, [['LIMIT', 14, []], ['Clock', 11, [['now', 7, []], ['set', 6, []]]],
                         ['Reading', 23, [['from', 8, []], ['value', 8, []]]]]]], 'the outline, without what is included')
    same(found[0]['selectionRange'], span(1, 7, 13), "a module's name")
    same(found[0]['range'], {'start': {'line': 1, 'character': 7}, 'end': {'line': 11, 'character': 0}}, 'and its extent')
    client.end()


def formatting(laboratory):
    client, uri, _ = clock(laboratory)
    asked = {'textDocument': {'uri': uri}, 'options': {'tabSize': 2, 'insertSpaces': True}}
    same(client.ask('textDocument/formatting', asked), [], 'what is laid out already')
    client.change(uri, {'text': 'module  M{\ntypedef long A;\n};'})
    edits = client.ask('textDocument/formatting', asked)
    same([each['newText'] for each in edits], ['module M {\n  typedef long A;\n};\n'], 'the text anew')
    client.change(uri, {'range': edits[0]['range'], 'text': edits[0]['newText']}, version=3)
    same(client.ask('textDocument/formatting', asked), [], 'the edit replaces all of the text')
    client.end()


def encodings(laboratory):
    """Columns beyond ASCII: U+1F552 has two units of UTF-16 and four octets, U+00E9 one and two."""
    before = '  /* \N{CLOCK FACE THREE OCLOCK} \u00e9 */ typedef long A; typedef '
    text = f'module M {{\n{before}B C;\n}};\n'
    for offered, encoding, column_of_b in ((None, 'utf-16', len(before.encode('utf-16-le')) // 2),
                                           (['utf-16', 'utf-8'], 'utf-8', len(before.encode()))):
        client = laboratory.start()
        general = {'general': {'positionEncodings': offered}} if offered else {}
        same(client.initialize(capabilities=general)['positionEncoding'], encoding, 'what is agreed on')
        uri = 'untitled:Untitled-1'
        client.open(uri, text)
        same([each['range'] for each in client.diagnostics(uri)], [span(1, column_of_b, column_of_b + 1)], encoding)
        client.change(uri, {'range': span(1, column_of_b, column_of_b + 1), 'text': 'A'})
        same(client.diagnostics(uri, 2), [], f'a change at such a column, {encoding}')
        same(client.at('definition', uri, 1, column_of_b)['range'], span(1, column_of_b - len('A; typedef '), column_of_b - len('; typedef ')), 'a definition there')
        client.end()


def settings(laboratory):
    """Folders and macros, from the command line and from the client."""
    laboratory.write('one/one.idl', 'typedef long One;\n')
    laboratory.write('two/two.idl', 'typedef long Two;\n')
    text = '#include <one.idl>\n#include <two.idl>\n#if defined(ASKED) && defined(TOLD)\ntypedef One a;\ntypedef Two b;\n#endif\n'
    uri = laboratory.write('deep/main.idl', text)
    client = laboratory.start('-I', 'one', '-D', 'TOLD')
    client.initialize(rootUri=laboratory.folder.as_uri(),
                      initializationOptions={'includeDirectories': ['two'], 'define': ['ASKED=1']})
    client.open(uri, text)
    same(client.diagnostics(uri), [], 'both are found')
    same(client.at('definition', uri, 4, 9)['uri'], (laboratory.folder / 'two/two.idl').as_uri(), "the client's folder")
    same(client.at('definition', uri, 3, 9)['uri'], (laboratory.folder / 'one/one.idl').as_uri(), "the command line's")
    client.notify('workspace/didChangeConfiguration', {'settings': {'dimma-idl': {'includeDirectories': []}}})
    same([each['message'] for each in client.diagnostics(uri)], ["cannot find the included file 'two.idl'"], 'changed')
    client.end()
    refused = subprocess.run([laboratory.program, '--lsp', 'file.idl'], capture_output=True, text=True, timeout=WITHIN_S,
                             stdin=subprocess.DEVNULL, check=False)
    same(refused.returncode, 2, 'a file and --lsp')
    require('--lsp takes no input file' in refused.stderr, refused.stderr)


def misuse(laboratory):
    client = laboratory.start()
    client.send(b'{"jsonrpc": "2.0", "id": 1,')
    same(client.reply(None)['error']['code'], -32700, 'no JSON')
    client.send(b'\xff\xfe')
    same(client.reply(None)['error']['code'], -32700, 'no text')
    client.send(b'[' * 10_000)
    same(client.reply(None)['error']['code'], -32700, 'too deep')
    for broken, code in ((b'[]', -32600), (b'3', -32600), (b'{"id": {}, "method": "a"}', -32600), (b'{}', -32600)):
        client.send(broken)
        same(client.reply(None)['error']['code'], code, broken.decode())
    for octets in (b'GET / HTTP/1.1\r\nHost: here\r\n\r\n', b'Content-Length: many\r\n\r\n', b'Content-Type: x\r\n\r\n',
                   b'Content-Length: -1\r\n\r\n', b'x' * 10_000 + b'\n', b'Content-Length: 99999999999999999999\r\n\r\n'):
        client.send_octets(octets)
        same(client.reply(None)['error']['code'], -32700, octets[:40].decode())
        client.send(b'{}')  # valid JSON, but not a request
        same(client.reply(None)['error']['code'], -32600, 'after ' + octets[:40].decode())
    # A message above the size limit is skipped, and the next one is read.
    length = (64 << 20) + 1
    client.send_octets(b'Content-Length: %d\r\n\r\n' % length + b' ' * length)
    require('is ignored' in client.reply(None)['error']['message'], 'a message that is too long')
    client.initialize()
    for method, params in (('textDocument/hover', {}), ('textDocument/hover', {'textDocument': {'uri': 3}}),
                           ('textDocument/definition', {'textDocument': {'uri': 'file:///x'}, 'position': {}}),
                           ('textDocument/completion', [])):
        same(client.refused(method, params)['code'], -32602, f'{method} {params}')
    client.notify('textDocument/didOpen', {'textDocument': {'uri': 'file:///x.idl'}})
    require("'text'" in client.notification('window/logMessage')['message'], 'what a notification lacks')
    uri = 'file:///no/such/folder/x.idl'
    client.open(uri, 'typedef long A;\n')
    same(client.diagnostics(uri), [], 'a file that is not there')
    for position in ({'line': -1, 'character': 0}, {'line': 'a', 'character': 0}, {'line': 1 << 40, 'character': 0}):
        same(client.refused('textDocument/hover', {'textDocument': {'uri': uri}, 'position': position})['code'], -32602,
             f'{position}')
    same(client.at('hover', uri, 2_000_000_000, 2_000_000_000), None, 'beyond the text')
    client.change(uri, {'range': {'start': {'line': 9, 'character': 9}, 'end': {'line': 0, 'character': 0}}, 'text': '\0'})
    require('NUL' in client.diagnostics(uri, 2)[0]['message'], 'a range that ends before it begins, and a NUL')
    client.end()


SCENARIOS = {each.__name__: each for each in (life, diagnostics, includes, definition, hover, completion, symbols, formatting,
                                              encodings, settings, misuse)}

if __name__ == '__main__':
    sys.exit(run_one(__doc__, SCENARIOS, Laboratory))
