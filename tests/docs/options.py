"""Compares the manual's page of options with the output of --dimma-help, both ways, and tries each example of the page:
options.py --setup SETUP.json --work FOLDER ROOT."""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

PAGE = 'docs/reference/options.md'
PROGRAM = '''#include <dimma/orb.hpp>
#include <iostream>
int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 1) {
    std::cerr << argv[1] << " is not taken\\n";
    return 2;
  }
  orb->resolve_initial_references("RootPOA");
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\\n';
  return 1;
}
'''
FILES = '''set -e
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=ca -keyout ca.key -out ca.pem
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=server -keyout server.key -out only.pem
cat only.pem server.key > server.pem
echo secret > passphrase
openssl pkey -in server.key -aes256 -passout file:passphrase -out locked.key
touch index
printf '[ca]\\ndefault_ca=a\\n[a]\\ndatabase=index\\ndefault_md=sha256\\ndefault_crl_days=2\\n' > ca.cnf
openssl ca -config ca.cnf -gencrl -keyfile ca.key -cert ca.pem -out crl.pem
echo 'allow *' > access
echo 0123456789abcdef0123456789abcdef > token
chmod 600 token
echo 'idle = 60s' > plant.conf
'''


def options_of_help(text):
    """Name -> (section, argument, default), from the table of the ORB's options that --dimma-help prints."""
    options = {}
    section = None
    for line in text.splitlines():
        if re.fullmatch(r'[A-Z].*:', line):
            section = line[:-1]
        elif line.startswith('  -'):
            name, argument, default = re.fullmatch(r'  (-\S+)(?: (?!\()(\S+))?(?: \(default: (.+)\))?', line).groups(default='')
            options[name] = section, argument, default
    return options


def options_of_page(text):
    """Name -> (line, section, the row's cells)."""
    rows = {}
    section = None
    for number, line in enumerate(text.split('\n'), 1):
        section = line[len('## '):] if line.startswith('## ') else section
        cells = [cell.strip() for cell in line.strip()[1:-1].split('|')]
        one = r'`(?:-ORB\w+|--dimma-[\w-]+)`'
        if line.startswith('| `-') and re.fullmatch(f'{one}(?:, {one})*', cells[0]):
            for name in cells[0].replace('`', '').split(', '):
                if name in rows:
                    raise ValueError(f'{PAGE}:{number}: {name} has a second row')
                rows[name] = (number, section, cells)
    return rows


def words_of(argument):
    """The values that are literal words: on, off."""
    return {word for word in argument.split('|') if re.fullmatch(r'[a-z]+|[\d.]+|UTF-8|ISO-8859-1', word)}


def compare(table, rows, header):
    """header: the options that the comment of orb.hpp names."""
    faults = [f'{PAGE}: {name} of --dimma-help has no row' for name in table if name not in rows]
    for name, (line, section, cells) in rows.items():
        if len(cells) != 5:
            faults.append(f'{PAGE}:{line}: {len(cells)} columns and not 5')
            continue
        if not any(re.fullmatch(r'`[^`]*' + re.escape(each) + r'\b[^`]*`', cells[4])
                   for each in cells[0].replace('`', '').split(', ')):
            faults.append(f'{PAGE}:{line}: no example with {name}')
        if name not in table:
            faults.append(f'{PAGE}:{line}: the ORB has no option {name}')
            continue
        of_help, argument, default = table[name]
        if section != of_help:
            faults.append(f'{PAGE}:{line}: {name} is in "{section}", and in "{of_help}" of --dimma-help')
        if cells[2].replace('`', '') != default:
            faults.append(f'{PAGE}:{line}: the default of {name} is "{cells[2]}", and "{default}" in --dimma-help')
        missing = sorted(word for word in words_of(argument) if f'`{word}`' not in cells[1])
        if missing:
            faults.append(f'{PAGE}:{line}: {name} lacks the values {missing} that --dimma-help has')
    for name in table:
        if name.startswith('--') and name not in header:
            faults.append(f'include/dimma/orb.hpp does not name {name}')
    return faults


def make_program(setup, work):
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    (work / 'try.cpp').write_text(PROGRAM)
    libraries = [word for name in ('tls', 'inspect', 'trace', 'dimma') for word in setup['libraries'][name]]
    subprocess.run([setup['compiler'], '-std=c++20', '-O0', '-pthread', *(f'-I{folder}' for folder in setup['includes']), 'try.cpp',
                    *libraries, '-o', 'try'], cwd=work, check=True, timeout=120)


def try_examples(rows, work):
    subprocess.run(['bash', '-c', FILES], cwd=work, check=True, timeout=60, stderr=subprocess.DEVNULL)
    environment = {name: value for name, value in os.environ.items() if not name.startswith('DIMMA_')}
    environment['DIMMA_ENDPOINT'] = 'iiop://127.0.0.1'
    faults = []
    for line, _, cells in rows.values():
        example = cells[4].strip('`')
        done = subprocess.run(['./try', *shlex.split(example)], cwd=work, env=environment, capture_output=True, text=True, timeout=60)
        if done.returncode or done.stderr:
            faults.append(f'{PAGE}:{line}: {example}\nends with status {done.returncode}: {done.stderr}')
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('root', type=pathlib.Path)
    parser.add_argument('--setup', type=pathlib.Path, required=True)
    parser.add_argument('--work', type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    rows = options_of_page((arguments.root / PAGE).read_text())
    header = set(re.findall(r'--dimma-[\w-]+', (arguments.root / 'include/dimma/orb.hpp').read_text()))
    make_program(json.loads(arguments.setup.read_text()), arguments.work)
    text = subprocess.run(['./try', '--dimma-help'], cwd=arguments.work, check=True, text=True, stdout=subprocess.PIPE, timeout=60).stdout
    faults = compare(options_of_help(text), rows, header) or try_examples(rows, arguments.work)
    print('\n'.join(faults + [f'{len(rows)} options, {len(faults)} faults']))
    return 1 if faults or not rows else 0


if __name__ == '__main__':
    sys.exit(main())
