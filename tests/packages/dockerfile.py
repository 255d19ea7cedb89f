"""Parses a Dockerfile: the part of the language that packaging/container uses; anything else is an error."""

import dataclasses
import json
import re
import shlex


class Unknown(Exception):
    """An instruction, or a form of one, that is not supported."""


@dataclasses.dataclass
class Step:
    """RUN, COPY or WORKDIR, in order. `words` are the sources and the target of COPY, or the one text of the others."""
    name: str
    words: list
    from_stage: str = ''


@dataclasses.dataclass
class Stage:
    base: str
    name: str
    steps: list = dataclasses.field(default_factory=list)
    environment: dict = dataclasses.field(default_factory=dict)
    user: str = ''
    volumes: list = dataclasses.field(default_factory=list)
    ports: list = dataclasses.field(default_factory=list)
    health: list = dataclasses.field(default_factory=list)
    entry_point: list = dataclasses.field(default_factory=list)
    command: list = dataclasses.field(default_factory=list)


def instructions(text):
    """Yields each instruction as (name, rest), without comments and with continued lines joined."""
    lines = [line for line in text.splitlines() if not re.match(r'\s*#', line)]
    for line in re.sub(r'\\\n\s*', '', '\n'.join(lines)).splitlines():
        if line.strip():
            name, _, rest = line.strip().partition(' ')
            yield name, rest.strip()


def program(rest):
    """The form that starts a program without a shell: a list in JSON."""
    if not rest.startswith('['):
        raise Unknown(f'a command that is no list: {rest}')
    return json.loads(rest)


def add(stage, name, rest):
    words = shlex.split(rest)
    if name in ('RUN', 'WORKDIR'):
        stage.steps.append(Step(name, [rest]))
    elif name == 'COPY':
        options = [word for word in words if word.startswith('--')]
        from_stage = [option.removeprefix('--from=') for option in options]
        if len(options) > 1 or (options and not options[0].startswith('--from=')):
            raise Unknown(f'COPY {rest}')
        stage.steps.append(Step(name, words[len(options):], ''.join(from_stage)))
    elif name == 'ENV':
        stage.environment.update(word.split('=', 1) for word in words)
    elif name == 'USER':
        stage.user = rest
    elif name == 'VOLUME':
        stage.volumes += words
    elif name == 'EXPOSE':
        stage.ports += [int(word) for word in words]
    elif name == 'HEALTHCHECK':
        stage.health = program(rest[rest.index('CMD ') + len('CMD '):])
    elif name == 'ENTRYPOINT':
        stage.entry_point = program(rest)
    elif name == 'CMD':
        stage.command = program(rest)
    else:
        raise Unknown(f'{name} {rest}')


def stages_of(text):
    """The stages, of which the last is the image."""
    stages = []
    for name, rest in instructions(text):
        if name == 'FROM':
            found = re.fullmatch(r'(\S+)(?: AS (\S+))?', rest)
            if not found:
                raise Unknown(f'FROM {rest}')
            stages.append(Stage(found[1], found[2] or ''))
        elif not stages:
            raise Unknown(f'{name} before FROM')
        else:
            add(stages[-1], name, rest)
    return stages
