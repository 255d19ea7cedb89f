#!/usr/bin/env python3
"""completion_test.py --bin DIR SCENARIO: the completion of dimma's commands in bash, fish and zsh."""

import os
import pathlib
import re
import select
import subprocess
import sys
import time

from tool_processes import WITHIN_S, require, run_one
from terminal import terminal_process  # found by the path that tool_processes adds

COMPLETION = pathlib.Path(__file__).resolve().parents[2] / 'packaging' / 'completion'
PROGRAMS = ('dimma', 'dimma-idl', 'dimma-naming')  # dimma-bench is checked in each shell by completion_bench

BASH = r'''
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
_dimma
printf '%s\n' "${COMPREPLY[@]}"
'''
FISH = r'''
source $argv[1]
complete -C "$argv[2]"
'''
# Replaces zsh's _describe and _files, to which the completion's functions pass all candidates.
ZSH = r'''
_describe() { print -rl -- "${(@P)@[-1]}" }
_files() { print -rl -- *(N) }
file=$1; shift
words=("$@"); CURRENT=$#
source "$file"
'''


class Shell:
    """Completes the last of some words."""

    def __init__(self, laboratory, name):
        self.laboratory = laboratory
        self.name = name
        self.file = COMPLETION / f'dimma.{name}'

    def environment(self):
        home = self.laboratory.folder / 'home'
        home.mkdir(exist_ok=True)
        return {**os.environ, 'PATH': f'{self.laboratory.programs}:{os.environ["PATH"]}', 'HOME': str(home), 'LC_ALL': 'C.UTF-8'}

    def command(self, words):
        if self.name == 'bash':
            return ['bash', '-c', BASH, 'complete', self.file, *words]
        if self.name == 'fish':
            return ['fish', '--no-config', '-c', FISH, self.file, ' '.join(words)]
        return ['zsh', '-f', '-c', ZSH, 'complete', self.file, *words]

    def complete(self, *words):
        """The words that complete the last one, with their descriptions."""
        done = subprocess.run(self.command(words), capture_output=True, text=True, timeout=WITHIN_S, cwd=self.laboratory.folder,
                              env=self.environment())
        require(done.returncode == 0 and done.stderr == '', f'{self.name} {words}: {done}')
        separator = {'bash': '\n', 'fish': '\t', 'zsh': ':'}[self.name]
        found = dict(line.partition(separator)[::2] for line in done.stdout.splitlines() if line)
        return {word: text for word, text in found.items() if word.startswith(words[-1])}  # zsh's _describe selects later


def help_of(laboratory, *words):
    return subprocess.run([laboratory.programs / words[0], *words[1:], '--help'], capture_output=True, text=True, timeout=WITHIN_S, check=True).stdout


def listed(text):
    """The commands of a help text."""
    blocks = re.findall(r'^(?:commands|experiments[^\n]*):\n(.*?)(?:\n\n|\Z)', text, re.DOTALL | re.MULTILINE)
    return [line.split()[0] for block in blocks for line in block.splitlines()]


def options(text, prefix):
    """The options of a help text, which are in the column before the descriptions."""
    heads = [line[2:].split('  ')[0] for line in text.splitlines() if line.startswith('  -')]
    return {re.sub(r'\[=.*|,$', '', word) for head in heads for word in head.split() if word.startswith(prefix)}


def check_commands(shell, *words):
    """Requires that the commands and options that may follow these words are completed, recursively for each command."""
    text = help_of(shell.laboratory, *words)
    commands = listed(text)
    if commands:
        found = shell.complete(*words, '')
        require(sorted(found) == sorted(commands), f'{shell.name} {words}: {sorted(found)} of {commands}')
        if shell.name != 'bash':
            require(all(found.values()), f'{shell.name}: a command without a description: {found}')
        first = commands[0]
        require(first in shell.complete(*words, first[:2]), f'{shell.name}: {words} {first[:2]}')
    told = set(shell.complete(*words, '--'))
    require(told == options(text, '--'), f'{shell.name} {words}: {sorted(told ^ options(text, "--"))}')
    for command in commands if words[0] == 'dimma' else ():
        check_commands(shell, *words, command)


def check_shell(laboratory, name):
    shell = Shell(laboratory, name)
    require(subprocess.run([name, '-n', shell.file], capture_output=True, timeout=WITHIN_S).returncode == 0, f'{name} -n {shell.file}')
    for program in PROGRAMS:
        check_commands(shell, program)
    require({'-GC', '-Werror', '-I'} <= set(shell.complete('dimma-idl', '-')), f'{name}: {shell.complete("dimma-idl", "-")}')
    require('--json' in shell.complete('dimma', 'ior', 'show', 'x.ior', '--j'), f'{name}: an option behind an argument')
    for words in (['dimma'], ['dimma', 'naming', 'list'], ['dimma-naming']):
        found = shell.complete(*words, '--dimma-endp')
        require(list(found) == ['--dimma-endpoint'], f'{name} {words}: {found}')
        require('-ORBInitRef' in shell.complete(*words, '-ORBInit'), f'{name} {words}: -ORBInitRef')
    if name != 'bash':
        require(shell.complete('dimma-idl', '--depf')['--depfile'] == 'write the files read as a make rule', shell.complete('dimma-idl', '--depf'))
        require(shell.complete('dimma-naming', '--dur')['--durability'].endswith('a crash of the process'), shell.complete('dimma-naming', '--dur'))
    (laboratory.folder / 'some.ior').write_text('')
    for words in (['dimma', 'ior', 'show'], ['dimma-idl'], ['dimma', 'nothing']):
        require(list(shell.complete(*words, 'so')) == ['some.ior'], f'{name} {words}: {shell.complete(*words, "so")}')
    require(shell.complete('dimma', 'nothing', '--dimma-nothing') == {}, f'{name}: an option that there is not')


def check_bash(laboratory):
    check_shell(laboratory, 'bash')


def check_bench(laboratory):
    for name in ('bash', 'fish', 'zsh'):
        check_commands(Shell(laboratory, name), 'dimma-bench')


def check_fish(laboratory):
    check_shell(laboratory, 'fish')


def check_zsh(laboratory):
    check_shell(laboratory, 'zsh')
    on_zsh(laboratory, 'dimma nam\tli\t', r'dimma naming[ \x08]+list ')
    on_zsh(laboratory, 'dimma-naming --\t', 'in milliseconds, of a call')


def on_zsh(laboratory, keys, wanted):
    """Requires that an interactive zsh shows the wanted text when these keys are pressed."""
    shell = Shell(laboratory, 'zsh')
    functions = laboratory.folder / 'functions'
    functions.mkdir(exist_ok=True)
    (functions / '_dimma').write_text(shell.file.read_text())
    start = f"fpath=({functions} $fpath); autoload -Uz compinit; compinit -u -D; print ready=$((1 + 1))\n"
    with terminal_process(['zsh', '-f', '-i'], columns=200, lines=60, **shell.environment()) as terminal:
        os.write(terminal, start.encode())
        shown_until(terminal, 'ready=2')
        os.write(terminal, keys.encode())
        shown_until(terminal, wanted)


def shown_until(terminal, wanted):
    end = time.monotonic() + WITHIN_S
    shown = ''
    while not re.search(wanted, shown):
        require(select.select([terminal], [], [], max(0, end - time.monotonic()))[0], f'not within {WITHIN_S} s: {wanted!r} in {shown!r}')
        shown += re.sub('\x1b[^A-Za-z]*[A-Za-z]', '', os.read(terminal, 4096).decode(errors='replace')).replace('\r', '')


SCENARIOS = {'completion_bash': check_bash, 'completion_bench': check_bench, 'completion_fish': check_fish,
             'completion_zsh': check_zsh}

if __name__ == '__main__':
    sys.exit(run_one(__doc__, SCENARIOS))
