#!/usr/bin/env python3
"""stream_calls.py --program transport_test: however a TCP connection was made, an octet over it is one send and one
receive, and nothing else: its descriptor blocks and no epoll watches it."""

import argparse
import collections
import re
import subprocess
import sys
import tempfile

CONNECTIONS = 4
EXCHANGES = 500  # an octet each way, as in the test
CALLS = "sendto,sendmsg,recvfrom,recvmsg,read,write,poll,ppoll,epoll_wait,epoll_pwait,fcntl,ioctl"
OTHERS_MAX = 400  # for making the connections, and of the test program; a fifth of a call per exchange


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    arguments = parser.parse_args()
    with tempfile.NamedTemporaryFile(prefix="dimma-stream-calls-") as log:
        subprocess.run(["strace", "-f", "-e", f"trace={CALLS}", "-o", log.name, arguments.program,
                        "--gtest_filter=TcpStreamCalls.*"], check=True, stdout=subprocess.DEVNULL, timeout=100)
        text = open(log.name, encoding="utf-8", errors="replace").read()
    counted = collections.Counter(re.findall(r"^\d+ +(\w+)\(", text, re.MULTILINE))
    each = CONNECTIONS * EXCHANGES * 2
    others = sum(count for call, count in counted.items() if call not in ("sendto", "recvfrom"))
    print(f"{each} octets: {dict(counted)}")
    wrong = [f"{call}: {counted[call]}" for call in ("sendto", "recvfrom") if counted[call] != each]
    if others > OTHERS_MAX:
        wrong.append(f"{others} other calls")
    print("\n".join(wrong) or "one call each")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
