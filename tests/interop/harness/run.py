#!/usr/bin/env python3
"""run.py --bin DIR SCENARIO...: runs scenarios with the programs of DIR. run.py --list names them all."""

import argparse
import os
import pathlib
import sys
import tempfile
import time

from processes import Failure
from scenarios import all_scenarios


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, help="where the programs are")
    parser.add_argument("--list", action="store_true", help="print the names of all scenarios")
    parser.add_argument("scenario", nargs="*")
    arguments = parser.parse_args()
    scenarios = all_scenarios()
    if arguments.list:
        print("\n".join(scenarios))
        return 0
    unknown = [name for name in arguments.scenario if name not in scenarios]
    if unknown or not arguments.scenario or arguments.bin is None:
        parser.error(f"no such scenario: {unknown}" if unknown else "--bin and a scenario are needed")
    failed = 0
    for name in arguments.scenario:
        begin = time.monotonic()
        # These use single-octet characters beyond US-ASCII, in omniORB's native code set, ISO 8859-1.
        has_latin1 = name.split(".")[0] in ("everything", "types", "tls", "asynchronous", "awaitable")
        os.environ["DIMMA_CODE_SET"] = "ISO-8859-1" if has_latin1 else "UTF-8"
        with tempfile.TemporaryDirectory(prefix="dimma-interop-") as folder:
            try:
                scenarios[name](arguments.bin, pathlib.Path(folder))
                print(f"passed {name} ({time.monotonic() - begin:.1f} s)")
            except Failure as failure:
                failed += 1
                print(f"FAILED {name}: {failure}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
