"""Calls each server from each client: peers_test.py --servers SERVER... --clients CLIENT...

A server prints the reference of its object and serves until a client calls shut(). A client gets the reference as its
last argument, and succeeds if all of its calls do.
"""

import argparse
import subprocess
import unittest

TIME_MAX = 600  # seconds; ends a program that hangs


def run(server, client):
    with subprocess.Popen([server], stdout=subprocess.PIPE, text=True) as process:
        try:
            reference = process.stdout.readline().strip()
            result = subprocess.run([client, reference], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                    timeout=TIME_MAX, check=False)
            if result.returncode != 0:
                return result.stdout
            status = process.wait(TIME_MAX)
            return '' if status == 0 else f'the server ended with status {status}'
        finally:
            process.kill()


class Peers(unittest.TestCase):
    def test_all_pairs(self):
        for server in ARGUMENTS.servers:
            for client in ARGUMENTS.clients:
                with self.subTest(server=server, client=client):
                    self.assertEqual(run(server, client), '')


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--servers', nargs='+', required=True)
    parser.add_argument('--clients', nargs='+', required=True)
    ARGUMENTS = parser.parse_args()
    unittest.main(argv=['peers_test.py'])
