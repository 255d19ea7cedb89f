#pragma once
// References in replies that send a client elsewhere.

#include "channel/channel.hpp"

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <cstddef>
#include <span>

namespace dimma::channel {

// Reads the reference in a forwarding reply; encodes it anew in native order from alignment 0, as Outcome has it.
// Throws CORBA::MARSHAL if it is malformed.
Octets read_forward(cdr::Decoder& in);
// Writes such a reference into a reply.
void write_forward(cdr::Encoder& out, std::span<const std::byte> reference);

}  // namespace dimma::channel
