"""Numbers of the tree that may only go towards a goal, kept in a file with a line "key number" each.

A key without a line has the goal's number at most. More than its line says is a finding, and so is less, so that what has
been reached stays.
"""


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
