"""The trial of mistakes: each mistake, the expected parts of its message, and the grade."""

import dataclasses
import re

GRADES = {
    'A': 'says what is wrong, where, and what to do',
    'B': 'says what is wrong and where',
}
MISTAKES = []


@dataclasses.dataclass(frozen=True)
class Mistake:
    group: str
    name: str
    what: str
    where: str
    remedy: str  # empty: the message does not say it
    make: object  # a function that makes the mistake in a laboratory and returns the output

    @property
    def grade(self):
        return 'A' if self.remedy else 'B'

    def faults(self, printed):
        """Lists the parts that are missing in the output."""
        wanted = {'what is wrong': self.what, 'where': self.where, 'what to do': self.remedy}
        return [f'{kind}, {words!r}' for kind, words in wanted.items() if words not in printed]


def mistake(group, name, what, where, remedy=''):
    """A decorator that registers the function which makes a mistake."""
    def keep(make):
        MISTAKES.append(Mistake(group, name, what, where, remedy, make))
        return make
    return keep


def of_group(group):
    return [each for each in MISTAKES if each.group == group]


CHANGING = [
    (re.compile(r'0x[0-9a-f]{9,}'), '0x...'),
    (re.compile(r'@dimma-[0-9a-f]+'), '@dimma-...'),
    (re.compile(r'pid=\d+'), 'pid=...'),
    (re.compile(r'uid=\d+'), 'uid=...'),
    (re.compile(r'(127\.0\.0\.1|\*):\d{4,5}\b(?<!:99999)(?<!:2809)'), r'\1:...'),
    (re.compile(r'IOR:[0-9a-f]{20,}'), 'IOR:...'),
    (re.compile(r' \(\d{3,} characters\)'), ' (... characters)'),
    (re.compile(r'[ \t]+$', re.M), ''),
]


def lasting(printed, folder):
    """The output without the parts that differ in each run."""
    text = printed.replace(f'{folder}/', '').replace(str(folder), '.')
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return text.strip('\n')


def entry(each, printed):
    """Returns the part of the page about a mistake."""
    lines = '\n'.join(f'    {line}'.rstrip() for line in printed.split('\n'))
    return f'**{each.name}** ({each.grade})\n\n{lines}\n'


def section(page, group):
    """The entries of a group on the page."""
    found = re.search(rf'^<!-- group {group} -->\n(.*?)^<!-- end -->$', page, re.M | re.S)
    return found[1].strip('\n') if found else None


def with_section(page, group, entries):
    return re.sub(rf'^<!-- group {group} -->\n.*?^<!-- end -->$', lambda _: f'<!-- group {group} -->\n\n{entries}\n\n<!-- end -->',
                  page, flags=re.M | re.S)
