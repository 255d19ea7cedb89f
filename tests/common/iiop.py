"""References and GIOP messages, as octets."""

import struct

from servers import require


class Decoder:
    """The part of CDR that references use."""

    def __init__(self, octets):
        self.octets = octets
        self.order = 'little' if octets[0] else 'big'
        self.at = 1

    def number(self, size):
        self.at = -(-self.at // size) * size
        self.at += size
        return int.from_bytes(self.octets[self.at - size:self.at], self.order)

    def sequence(self):
        size = self.number(4)
        self.at += size
        return self.octets[self.at - size:self.at]


def iiop_address(reference):
    """Host, port and object key of the first profile."""
    ior = Decoder(bytes.fromhex(reference.removeprefix('IOR:')))
    ior.sequence()  # the interface
    require(ior.number(4) > 0 and ior.number(4) == 0, 'a reference without an IIOP profile')
    profile = Decoder(ior.sequence())
    profile.at += 2  # the version
    host = profile.sequence().rstrip(b'\0').decode()
    return host, profile.number(2), profile.sequence()


REQUEST, FRAGMENT = 0, 7


def message(kind, body, more=False):
    """A GIOP 1.2 message. With `more`, its flag says that a fragment follows."""
    return b'GIOP\1\2' + bytes([1 | more << 1, kind]) + struct.pack('<I', len(body)) + body


def request(key, operation, number=1, arguments=b'', more=False):
    """A request for the object; the arguments begin at a multiple of 8."""
    name = (operation if isinstance(operation, bytes) else operation.encode()) + b'\0'
    body = struct.pack('<IB3xH2xI', number, 3, 0, len(key)) + key
    body += bytes(-len(body) % 4) + struct.pack('<I', len(name)) + name
    body += bytes(-len(body) % 4) + struct.pack('<I', 0)
    # The alignment counts from the message's header, which has 12 octets.
    return message(REQUEST, body + bytes(-(len(body) + 12) % 8) + arguments, more)
