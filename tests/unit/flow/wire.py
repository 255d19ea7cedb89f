"""The packets of the flow protocol, written from docs/reference/flow-protocol.md without use of the library."""

import struct

DATA, ASK, REPORT, END = 1, 2, 3, 4
LITTLE, IDENTITY, WANTED = 1, 2, 4
NUMBERS = ["expected", "received", "lost", "incomplete", "assembling", "duplicates", "reordered", "late", "unsettled",
           "delivered", "dropped", "refused", "octets", "jitter"]


def header(kind, flags, operation, flow, sequence, timestamp=0, message=0, each=0, fragment=0):
    order = "<" if flags & LITTLE else ">"
    return b"DF" + bytes([1, kind, flags, 0]) + struct.pack(order + "HQQQIHH", operation, flow, sequence, timestamp,
                                                            message, each, fragment)


def identity(flags, key, name):
    octets = struct.pack(("<" if flags & LITTLE else ">") + "HH", len(key), len(name)) + key + name.encode()
    return octets + bytes(-len(octets) % 8)


class Packet:
    def __init__(self, datagram):
        assert datagram[:3] == b"DF\1", datagram
        self.kind, self.flags = datagram[3], datagram[4]
        self.order = "<" if self.flags & LITTLE else ">"
        (self.operation, self.flow, self.sequence, self.timestamp, self.message, self.each,
         self.fragment) = struct.unpack_from(self.order + "HQQQIHH", datagram, 6)
        self.has_identity = bool(self.flags & IDENTITY)
        if self.kind == REPORT:
            self.numbers = dict(zip(NUMBERS, struct.unpack_from(self.order + "14Q", datagram, 40)))


class Capture:
    """A capture file of UDP datagrams over IPv4."""

    def __init__(self, path):
        self.file = open(path, "wb")
        self.file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65_535, 101))

    def add(self, source, destination, datagram):
        length = 28 + len(datagram)
        loopback = bytes([127, 0, 0, 1])
        octets = (struct.pack(">BBHHHBBH", 0x45, 0, length, 0, 0, 64, 17, 0) + loopback + loopback +
                  struct.pack(">HHHH", source, destination, 8 + len(datagram), 0) + datagram)
        self.file.write(struct.pack("<IIII", 0, 0, length, length) + octets)

    def close(self):
        self.file.close()
