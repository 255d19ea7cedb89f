"""Numbers of the tree that may only change towards a goal, kept in a file with a line "key number" each.

A key without a line has at most the goal's number. A number above that of the line is a finding, and so is one below it, so
that progress is kept.
"""

import argparse
import pathlib


def read_limits(path):
    """The numbers of the file by key. A key may have spaces."""
    lines = (line for line in path.read_text().splitlines() if line and not line.startswith('#'))
    return {key: int(number) for key, number in (line.rsplit(maxsplit=1) for line in lines)}


def lower(path, counts, goal_of):
    """Writes the numbers that have not reached their goal. The comments at the head of the file are kept."""
    head = [line for line in path.read_text().splitlines() if line.startswith('#')]
    lines = [f'{key} {count}' for key, count in sorted(counts.items()) if count > goal_of(key)]
    path.write_text('\n'.join(head + lines) + '\n')


def compare(counts, limits, goal_of):
    """The keys with more than their limit, and those with less than the number in their line."""
    more = [key for key in sorted(counts) if counts[key] > max(limits.get(key, 0), goal_of(key))]
    less = [key for key in sorted(limits) if max(counts.get(key, 0), goal_of(key)) < limits[key]]
    return more, less


def main(description, rule, count, goal_of):
    """The command ROOT --limits FILE [--lower]. count(root) returns the numbers by key, and the places by key."""
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
