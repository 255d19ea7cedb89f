"""Checks docs/start/linking.md: linking.py ROOT. The page has to list each component of the CMake package and each pkg-config
file, and a page whose programs are linked with one of them (`<!-- link: NAME -->`) has to say so, with a link to that page."""

import pathlib
import re
import sys

PAGE = 'docs/start/linking.md'


def faults(root):
    package = (root / 'cmake/dimmaConfig.cmake.in').read_text()
    components = re.search(r'set\(dimma_components ([^)]*)\)', package)[1].split()
    table = (root / PAGE).read_text()
    for component in components:
        if f'`{component}`, `dimma::{component}`' not in table:
            yield f'{PAGE} lacks the component {component}'
    modules = [path.name.removesuffix('.pc.in') for path in (root / 'cmake').glob('*.pc.in')]
    for module in modules:
        if f'`{module}`' not in table:
            yield f'{PAGE} lacks the pkg-config module {module}'
    for path in sorted((root / 'docs').rglob('*.md')):
        text = path.read_text()
        shown = re.sub(r'<!--.*?-->', '', text, flags=re.DOTALL)
        for name in set(re.findall(r'<!-- link: (\w+) -->', text)):
            if f'dimma::{name}' not in shown or 'linking.md' not in shown:
                yield f'{path.relative_to(root)} links dimma::{name}, and does not say so beside a link to {PAGE}'


def main():
    found = list(faults(pathlib.Path(sys.argv[1])))
    print('\n'.join(found) or 'what to link: 0 faults')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
