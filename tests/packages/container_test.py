"""Checks packaging/container with a build tree and without a container: container_test.py --build DIR --source DIR.

The files that it copies exist and are sent to the builder, its packages are those whose libraries the programs are linked
with, and its user, volume, port and health check are consistent. scripts/test-container executes its steps.
"""

import argparse
import pathlib
import re
import subprocess
import sys

from dockerfile import Unknown, stages_of
from packages_test import expect, output_of

# The packages of the C and C++ runtime, which every Debian has.
ESSENTIAL = {'libc6', 'libgcc-s1', 'libstdc++6'}


def sent(source):
    """The paths that .dockerignore includes; it excludes everything else."""
    lines = (source / 'packaging' / 'container' / 'Dockerfile.dockerignore').read_text().splitlines()
    lines = [line for line in lines if line and not line.startswith('#')]
    expect(lines[0] == '*' and all(line.startswith('!') for line in lines[1:]), f'Dockerfile.dockerignore has {lines}')
    return [line[1:] for line in lines[1:]]


def check_copied(stages, source):
    names = [stage.name for stage in stages]
    used = set()
    for stage in stages:
        for step in stage.steps:
            if step.name != 'COPY' or step.from_stage:
                expect(not step.from_stage or step.from_stage in names, f'there is no stage {step.from_stage}')
                continue
            for word in step.words[:-1]:
                expect((source / word).exists(), f'the Dockerfile copies {word}, which is not in the source tree')
                expect(word in sent(source), f'Dockerfile.dockerignore keeps {word} from the builder')
                used.add(word)
    expect(used == set(sent(source)), f'Dockerfile.dockerignore sends {sorted(set(sent(source)) - used)}, which nothing copies')


def packages_of(programs):
    """The Debian packages of the libraries that the programs are linked with."""
    libraries = set()
    for program in programs:
        libraries.update(re.findall(r'=> (/\S+)', output_of('ldd', program)))
    found = set()
    for library in libraries:
        # In Debian 12 some are registered below /lib, and some below /usr/lib.
        forms = {library, library.removeprefix('/usr'), str(pathlib.Path(library).resolve())}
        told = subprocess.run(['dpkg-query', '--search', *sorted(forms)], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        expect(told, f'no package has {library}')
        found.add(told.split(':')[0])
    return found - ESSENTIAL


def check_packages(image, build):
    installed = next(step.words[0] for step in image.steps if step.name == 'RUN' and 'apt-get install' in step.words[0])
    listed = set(re.findall(r'\s(lib[\w.+-]+)', installed.split('apt-get install')[1].split('&&')[0]))
    needed = packages_of([build / 'bin' / name for name in ('dimma', 'dimma-naming')])
    expect(listed == needed, f'the image installs {sorted(listed - needed)} for nothing, and lacks {sorted(needed - listed)}')


def check_image(image, build):
    user = re.fullmatch(r'(\d+):\1', image.user)
    expect(user and user[1] != '0', f'the user {image.user} is no number, or root')
    steps = ' '.join(word for step in image.steps for word in step.words)
    expect(f'--uid {user[1]} ' in steps, f'no user with the number {user[1]} is made')
    expect(image.volumes == [image.environment['STATE_DIRECTORY']], 'the names are not in the volume')
    expect(f'install -d -o dimma-naming -g dimma-naming -m 700 {image.volumes[0]}' in steps, 'the volume is not the user\'s')
    helped = ' '.join(output_of(build / 'bin' / 'dimma-naming', '--help').split())
    expect(all(f'port {port}' in helped for port in image.ports) and len(image.ports) == 1,
           f'{image.ports} is not where dimma-naming listens by default')
    expect(image.health[-1] == f'corbaloc::127.0.0.1:{image.ports[0]}/NameService', f'the health check asks {image.health[-1]}')
    # The health check is a command that exists. Nothing listens at the address given here.
    asked = subprocess.run([build / 'bin' / image.health[0], *image.health[1:-1], 'corbaloc::127.0.0.1:1/NameService'],
                           text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    expect(asked.returncode == 1 and '1 sent, 0 answered' in asked.stdout, f'the health check of a dead service ends with {asked.returncode}: {asked.stdout}')
    expect(image.entry_point == ['dimma-naming'], f'the container starts {image.entry_point}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ('build', 'source'):
        parser.add_argument(f'--{name}', type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    try:
        stages = stages_of((arguments.source / 'packaging' / 'container' / 'Dockerfile').read_text())
    except Unknown as unknown:
        sys.exit(f'FAILED: tests/packages/dockerfile.py does not know: {unknown}')
    expect(len(stages) == 2, f'there are {len(stages)} stages')
    check_copied(stages, arguments.source)
    check_packages(stages[-1], arguments.build)
    check_image(stages[-1], arguments.build)
    print('the Dockerfile fits the tree')


if __name__ == '__main__':
    main()
