"""A consumer's report agrees with what a relay in between did to the datagrams, and so does the dissector's output."""

import argparse
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time

import wire

HERE = os.path.dirname(os.path.abspath(__file__))
MESSAGES = 120  # so few that each socket in between has room for all of them


class Process:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.first = self.process.stdout.readline().strip()
        assert self.first, command

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def port_in(reference):
    """The position of the port in the octets of the reference, and the port."""
    octets = bytes.fromhex(reference[len("IOR:"):])
    at = octets.index(b"127.0.0.1\0") + len(b"127.0.0.1\0")
    order = "<" if octets[0] else ">"
    return octets, at, order, struct.unpack_from(order + "H", octets, at)[0]


def with_port(reference, port):
    octets, at, order, _ = port_in(reference)
    return "IOR:" + (octets[:at] + struct.pack(order + "H", port) + octets[at + 2:]).hex()


def one_run(peer, seed, capture):
    consumer = Process(peer, "consumer", "--dimma-qos", "protocol=flow", "-ORBListenEndpoints", "iiop://127.0.0.1:0")
    relay = Process(sys.executable, "-B", HERE + "/relay.py", "--seed", str(seed), "--to", str(port_in(consumer.first)[3]),
                    "--capture", capture)
    producer = Process(peer, "producer", with_port(consumer.first, int(relay.first)), str(MESSAGES), "rate=400000")
    try:
        end = time.monotonic() + 60
        while True:
            numbers = dict(zip(wire.NUMBERS, map(int, producer.tell("account").split())))
            if numbers["received"] == numbers["delivered"] + numbers["unsettled"] or time.monotonic() > end:
                break
        told = json.loads(relay.tell("account"))
        said = {name: numbers[name] for name in told["report"]}
        assert said == told["report"], f"seed {seed}: the consumer says {said}, the relay did {told}"
        assert consumer.tell("count") == str(said["delivered"]), seed
    finally:
        producer.end()
        relay.end()
        consumer.end()
    return told["did"]


def dissected(lua, capture, fields):
    command = ["tshark", "-r", capture, "-X", "lua_script:" + lua, "-T", "fields", "-E", "separator=;"]
    for field in fields:
        command += ["-e", field]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert "Lua" not in done.stderr.replace("Running as user", ""), done.stderr
    return [line.split(";") for line in done.stdout.splitlines()]


def packets_of(capture):
    with open(capture, "rb") as file:
        octets = file.read()
    at = 24
    while at < len(octets):
        length = struct.unpack_from("<I", octets, at + 8)[0]
        yield octets[at + 16 + 28:at + 16 + length]
        at += 16 + length


def check_real(lua, capture):
    fields = ["kind", "flow", "sequence", "operation_name", "report.expected", "report.delivered"]
    rows = dissected(lua, capture, ["dimma_flow." + field for field in fields])
    packets = [wire.Packet(datagram) for datagram in packets_of(capture)]
    assert len(rows) == len(packets) > MESSAGES / 2
    for row, packet in zip(rows, packets):
        assert int(row[0]) == packet.kind and int(row[1], 16) == packet.flow and int(row[2]) == packet.sequence, row
        assert row[3] == ("note" if packet.has_identity else ""), row
        if packet.kind == wire.REPORT:
            assert int(row[4]) == packet.numbers["expected"] and int(row[5]) == packet.numbers["delivered"], row
    assert {packet.kind for packet in packets} >= {wire.DATA, wire.ASK, wire.REPORT}


def check_made_up(lua, folder):
    """Both byte orders, fragments, and octets of other protocols: the dissector reports them as such, without an error."""
    capture = folder + "/made-up.pcap"
    made = wire.Capture(capture)
    good, bad, other = [], [], []
    for flags in (0, wire.LITTLE):
        both = flags | wire.IDENTITY
        good.append(wire.header(wire.DATA, both, 3, 7, 9, 5, 4, 4) + wire.identity(both, b"key", "frame") + b"body")
        good.append(wire.header(wire.DATA, flags, 3, 7, 9, 5, 10, 4, 2) + b"zz")
        good.append(wire.header(wire.DATA, flags, 0, 7, 1))
        good.append(wire.header(wire.ASK, flags, 0, 7, 11) + bytes(112))
        bad.append(wire.header(wire.DATA, flags, 3, 7, 9, 5, 10, 4, 3) + b"zz")
        bad.append(wire.header(wire.DATA, flags, 3, 7, 9, 5, 10, 0) + b"zz")
        bad.append(wire.header(wire.DATA, flags, 3, 7, 9, 5, 4, 4) + b"too long")
        bad.append(wire.header(wire.DATA, both, 3, 7, 9, 5, 4, 4) + b"\xff\xff\xff\xff")
        bad.append(wire.header(wire.DATA, both, 3, 7, 9, 5, 4, 4) + b"\0")
        bad.append(wire.header(wire.DATA, flags, 3, 7, 9, 5, 0xffffffff, 1, 0) + b"b")
        bad.append(wire.header(wire.REPORT, flags, 0, 7, 11) + bytes(50))
        bad.append(wire.header(wire.END, both, 0, 7, 11) + bytes(112))
        other.append(wire.header(wire.DATA, flags, 3, 7, 9)[:39])
        other.append(b"DF\2" + wire.header(wire.DATA, flags, 3, 7, 9)[3:])
    for datagram in good + bad + other:
        made.add(4000, 4001, datagram)
    chance = random.Random(7)
    for _ in range(300):
        datagram = bytearray(chance.choice(good + bad))
        for _ in range(chance.randint(1, 4)):
            datagram[chance.randrange(3, len(datagram))] = chance.randrange(256)
        made.add(4000, 4001, bytes(datagram[:chance.randint(0, len(datagram))]))
    made.close()
    whole = subprocess.run(["tshark", "-r", capture, "-X", "lua_script:" + lua, "-V"], capture_output=True, text=True,
                           check=True, timeout=120)
    assert "dimma flow protocol" in whole.stdout and "Lua Error" not in whole.stdout, whole.stdout[-2000:]
    rows = dissected(lua, capture, ["dimma_flow.kind", "dimma_flow.malformed", "dimma_flow.sequence", "dimma_flow.fragments",
                                    "dimma_flow.operation_name", "dimma_flow.body"])
    for row in rows[:len(good)]:
        assert row[0] and not row[1], row
    for row in rows[len(good):len(good) + len(bad)]:
        assert row[0] and row[1], row
    for row in rows[len(good) + len(bad):len(good) + len(bad) + len(other)]:
        assert not row[0], row
    for i in (0, 4):
        assert rows[i][2:] == ["9", "1", "frame", b"body".hex()], rows[i]
        assert rows[i + 1][2:] == ["9", "3", "", b"zz".hex()], rows[i + 1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--peer", required=True)
    parser.add_argument("--lua", required=True)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        capture = folder + "/relay.pcap"
        total = {}
        for seed in range(1, 7):
            for name, count in one_run(asked.peer, seed, capture).items():
                total[name] = total.get(name, 0) + count
        assert all(total.values()), total
        check_real(asked.lua, capture)
        check_made_up(asked.lua, folder)
    print("in all", total)


if __name__ == "__main__":
    main()
