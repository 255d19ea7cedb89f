"""hello.py SOURCE: requires that the files of examples/Hello are those of the page docs/start/hello.md."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'docs'))
import markdown  # noqa: E402


def main(source):
    blocks = {found[1]: block.text for block in markdown.read((source / 'docs/start/hello.md').read_text()).blocks
              if (found := re.search(r'title="([^"]+)"', block.info))}
    other = [name for name, text in blocks.items() if (source / 'examples/Hello' / name).read_text().split() != text.split()]
    for name in other:
        print(f'examples/Hello/{name} and docs/start/hello.md are different programs')
    return 1 if other or not blocks else 0


if __name__ == '__main__':
    sys.exit(main(pathlib.Path(sys.argv[1])))
