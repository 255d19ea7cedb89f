"""A relay between a producer and its consumer: drops, delays, repeats and reorders datagrams according to a seed.

Prints its port. For each line on standard input, it writes to standard output, as JSON, what it did and so what the consumer
has to report. Questions and answers pass unchanged, after all datagrams that were held back.
"""

import argparse
import json
import random
import select
import socket
import sys
import time

import wire


class Model:
    """The report of a consumer on messages of one packet each that reach it in this order."""

    def __init__(self):
        self.first = self.next = self.furthest = None
        self.arrived = set()
        self.duplicates = self.reordered = self.unsettled = 0
        self.settled = False

    def data(self, packet):
        number = packet.sequence
        if self.first is None:
            self.first, self.next, self.furthest = number, number, number
        self.next = max(self.next, number + 1)
        self.first = min(self.first, number)
        self.settled = self.settled or packet.has_identity
        if number in self.arrived:
            self.duplicates += 1
            return
        self.arrived.add(number)
        self.reordered += number < self.furthest
        self.furthest = max(self.furthest, number)
        self.unsettled += not self.settled

    def told(self, number):
        if self.first is not None:
            self.next = max(self.next, number)

    def report(self):
        expected = 0 if self.first is None else self.next - self.first
        received = len(self.arrived)
        return {"expected": expected, "received": received, "lost": expected - received, "incomplete": 0, "assembling": 0,
                "duplicates": self.duplicates, "reordered": self.reordered, "late": 0, "unsettled": self.unsettled,
                "delivered": received - self.unsettled, "dropped": 0, "refused": 0}


class Relay:
    def __init__(self, seed, target, capture):
        self.chance = random.Random(seed)
        self.target = target
        self.capture = capture
        self.near = self.socket()
        self.far = self.socket()
        self.producer = None
        self.held = []  # [the number of later datagrams that it waits for, datagram]
        self.model = Model()
        self.did = {"dropped": 0, "delayed": 0, "repeated": 0, "held": 0}

    @staticmethod
    def socket():
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.bind(("127.0.0.1", 0))
        return made

    def forward(self, datagram):
        packet = wire.Packet(datagram)
        if packet.kind == wire.DATA:
            self.model.data(packet)
        else:
            self.model.told(packet.sequence)
        self.note(self.far, self.target, datagram)
        self.far.sendto(datagram, ("127.0.0.1", self.target))

    def note(self, source, destination, datagram):
        if self.capture:
            self.capture.add(source.getsockname()[1], destination, datagram)

    def let_go(self, everything):
        for one in self.held:
            one[0] -= 1
        due = [one for one in self.held if everything or one[0] <= 0]
        self.held = [one for one in self.held if one not in due]
        for _, datagram in due:
            self.forward(datagram)

    def from_producer(self, datagram):
        if wire.Packet(datagram).kind != wire.DATA:
            self.let_go(True)
            self.forward(datagram)
            return
        fate = self.chance.random()
        if fate < 0.15:
            self.did["dropped"] += 1
        elif fate < 0.30:
            self.did["held"] += 1
            self.held.append([self.chance.randint(1, 12), datagram])
        else:
            if fate < 0.35:
                self.did["delayed"] += 1
                time.sleep(self.chance.random() / 500)
            self.forward(datagram)
            if fate > 0.85:
                self.did["repeated"] += 1
                if self.chance.random() < 0.5:
                    self.forward(datagram)
                else:
                    self.held.append([self.chance.randint(1, 12), datagram])
        self.let_go(False)

    def run(self):
        print(self.near.getsockname()[1], flush=True)
        while True:
            for ready in select.select([self.near, self.far, sys.stdin], [], [])[0]:
                if ready is sys.stdin:
                    if not sys.stdin.readline():
                        return
                    print(json.dumps({"did": self.did, "report": self.model.report()}), flush=True)
                elif ready is self.near:
                    datagram, self.producer = self.near.recvfrom(65_536)
                    self.from_producer(datagram)
                else:
                    datagram = self.far.recv(65_536)
                    self.note(self.near, self.producer[1], datagram)
                    self.near.sendto(datagram, self.producer)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--to", type=int, required=True)
    parser.add_argument("--capture")
    asked = parser.parse_args()
    capture = wire.Capture(asked.capture) if asked.capture else None
    Relay(asked.seed, asked.to, capture).run()
    if capture:
        capture.close()


if __name__ == "__main__":
    main()
