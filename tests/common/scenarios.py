"""The main program of a script with scenarios: --bin FOLDER NAME runs one of them with the programs of the folder."""

import argparse
import sys
import tempfile

from servers import Failure


def run_one(description, scenarios, laboratory, numbers=None):
    """Calls the scenario with the context of `laboratory(programs, folder)`. With `numbers`, the defaults of options that
    take a number, the scenario gets the parsed arguments too."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('--bin', required=True)
    for name, default in (numbers or {}).items():
        parser.add_argument(f'--{name}', type=int, default=default)
    parser.add_argument('scenario', choices=scenarios)
    arguments = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder, laboratory(arguments.bin, folder) as made:
            scenarios[arguments.scenario](made, *((arguments,) if numbers else ()))
    except Failure as failure:
        sys.exit(f'{arguments.scenario}: {failure}')
