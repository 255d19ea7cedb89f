#!/usr/bin/env python3
"""neovim_test.py --bin DIR --nvim PROGRAM: an editor with its own client opens IDL with `dimma-idl --lsp`."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from lsp_client import require, same

HERE = pathlib.Path(__file__).resolve().parent
COMMON = '''module Common {
  // What clocks count.
  typedef unsigned long long Ticks;
};
'''
CLOCK = '''#include "common.idl"
module Clocks {
  typedef Common::Tocks Time;
};
'''


def asked(program, nvim, folder):
    """The results that neovim_test.lua writes."""
    (folder / 'more').mkdir()
    (folder / 'more/common.idl').write_text(COMMON)
    (folder / 'clock.idl').write_text(CLOCK)
    result = folder / 'result.json'
    environment = {**os.environ, 'DIMMA_IDL': str(program), 'LSP_FOLDER': str(folder), 'LSP_RESULT': str(result),
                   'HOME': str(folder), 'XDG_STATE_HOME': str(folder), 'XDG_CACHE_HOME': str(folder)}
    run = subprocess.run([nvim, '--headless', '--clean', '-n', '-c', f'luafile {HERE}/neovim_test.lua'], env=environment,
                         timeout=120, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    require(result.exists(), f'Neovim wrote nothing: {run.stdout}{run.stderr}')
    return json.loads(result.read_text())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    parser.add_argument('--nvim', required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        found = asked(pathlib.Path(arguments.bin).resolve() / 'dimma-idl', arguments.nvim, folder)
    require('problem' not in found, found)
    same(found['diagnostics'], [{'line': 2, 'column': 18, 'severity': 1,
                                 'message': "'Common' has nothing called 'Tocks'"}], 'diagnostics')
    same(found['hover']['contents']['value'], '```idl\ntypedef unsigned long long Common::Ticks;\n```\n\n'
                                              '`IDL:Common/Ticks:1.0`\n\nWhat clocks count.', 'hover')
    common = (folder / 'more/common.idl').as_uri()
    same((found['definition']['uri'], found['definition']['range']['start']), (common, {'line': 2, 'character': 29}),
         'definition')
    same(found['completion'], ['Ticks'], 'completion')
    same(found['cursor'], [3, 29], 'the cursor after going to the definition')


if __name__ == '__main__':
    sys.exit(main())
