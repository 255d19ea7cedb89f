"""Runs the classic client of CosNaming at dimma-naming, at omniNames, and at a classic servant."""

import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(TESTS / 'common'), str(TESTS / 'naming')]

from scenarios import run_one  # noqa: E402
from servers import WITHIN_S, free_port, require  # noqa: E402
from service_processes import Laboratory  # noqa: E402


def check(laboratory, url, tests='*'):
    done = subprocess.run([str(laboratory.programs / 'classic_naming_client'), f'--gtest_filter={tests}', url],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=WITHIN_S, check=False)
    require(done.returncode == 0 and '[  PASSED  ]' in done.stdout, done.stdout)


def dimma_naming(laboratory):
    laboratory.service()
    check(laboratory, laboratory.url)


def omninames(laboratory):
    folder = laboratory.folder / 'omni'
    folder.mkdir()
    port = free_port()
    server = laboratory.server(['omniNames', '-start', port, '-datadir', folder, '-ORBendPoint',
                                f'giop:tcp:127.0.0.1:{port}'])
    server.await_line('Checkpointing completed')
    check(laboratory, f'corbaloc::127.0.0.1:{port}/NameService')


def servant(laboratory):
    server = laboratory.server([laboratory.programs / 'classic_naming_server'])
    server.await_line('\n')
    check(laboratory, server.log.strip(), 'Context.*')
    server.stop()


if __name__ == '__main__':
    run_one(__doc__, {'dimma-naming': dimma_naming, 'omninames': omninames, 'servant': servant}, Laboratory)
