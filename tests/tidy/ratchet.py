"""Numbers of the tree that may only go towards a goal, kept in a file with a line "key number" each.

A key without a line has the goal's number at most. More than its line says is a finding, and so is less, so that what has
been reached stays.
"""

import argparse
import pathlib


def read_limits(path):
    """The numbers of the file by key. A key may have spaces."""
    lines = (line for line in path.read_text().splitlines() if line and not line.startswith('#'))
    return {key: int(number) for key, number in (line.rsplit(maxsplit=1) for line in lines)}


def lower(path, counts, goal_of):
    """Writes the numbers that are not at their goal yet. The comments at the head of the file stay."""
    head = [line for line in path.read_text().splitlines() if line.startswith('#')]
    lines = [f'{key} {count}' for key, count in sorted(counts.items()) if count > goal_of(key)]
    path.write_text('\n'.join(head + lines) + '\n')


def compare(counts, limits, goal_of):
    """The keys that have more than they may, and those that have less than their line says."""
    more = [key for key in sorted(counts) if counts[key] > max(limits.get(key, 0), goal_of(key))]
    less = [key for key in sorted(limits) if max(counts.get(key, 0), goal_of(key)) < limits[key]]
    return more, less


def main(description, rule, count, goal_of):
    """The command ROOT --limits FILE [--lower]. count(root) has the numbers by key, and the places of a key by key."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('root', type=pathlib.Path)
    parser.add_argument('--limits', type=pathlib.Path, required=True)
    parser.add_argument('--lower', action='store_true')
    arguments = parser.parse_args()
    counts, places = count(arguments.root)
    limits = read_limits(arguments.limits)
    more, less = compare(counts, limits, goal_of)
    for key in more:
        print(*places.get(key, ()), f'{key}: {counts[key]}, at most {max(limits.get(key, 0), goal_of(key))} [{rule}]', sep='\n')
    if arguments.lower and not more:
        lower(arguments.limits, counts, goal_of)
        less = []
    for key in less:
        print(f'{key}: {counts.get(key, 0)}, fewer than {limits[key]}: run with --lower [{rule}]')
    return 1 if more or less else 0
