"""older_standard COMPILER INCLUDE: a program that is compiled for C++17 gets one error of dimma's, with any public header
of the IDL-to-C++11 mapping.

The test follows the headers' includes, which is quicker than a compilation for each, and compiles one header.
"""

import pathlib
import re
import subprocess
import sys

CHECK = 'dimma/generated/cxx20.hpp'
FORWARDERS = 'dimma/taox11/'  # each only includes one header of dimma
CLASSIC = 'dimma/classic/'  # these headers are C++11


def included(text):
    return re.findall(r'^#include <(dimma/[^>]+)>', text, re.MULTILINE)


def reaches_check(header, texts):
    """True if the header includes the check, which is then before its own code, as includes come first in a header."""
    seen = set()
    waiting = [header]
    while waiting:
        each = waiting.pop()
        if each == CHECK:
            return True
        if each not in seen:
            seen.add(each)
            waiting += included(texts[each])
    return False


def main():
    compiler, include = sys.argv[1], pathlib.Path(sys.argv[2])
    paths = {str(path.relative_to(include)): path for path in include.rglob('*.hpp')}
    texts = {name: path.read_text() for name, path in paths.items() if not name.startswith((FORWARDERS, CLASSIC))}
    faults = [f'{name} does not include <{CHECK}>, directly or through another' for name in texts
              if not reaches_check(name, texts)]
    compiled = subprocess.run([compiler, '-std=c++17', f'-I{include}', '-fsyntax-only', '-xc++', '-'], text=True,
                              input='#include <dimma/corba.hpp>\n', stderr=subprocess.PIPE, check=False)
    errors = [line for line in compiled.stderr.splitlines() if 'error: ' in line]
    if len(errors) != 2 or 'dimma needs C++20' not in errors[0]:
        faults.append(f'compiled for C++17 <dimma/corba.hpp> gives {compiled.stderr}')
    print('\n'.join(faults) or f'{len(texts)} headers, 0 faults')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
