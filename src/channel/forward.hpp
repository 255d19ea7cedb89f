#pragma once
// Reads and writes the references in forwarding replies.

#include "channel/channel.hpp"

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <cstddef>
#include <span>

namespace dimma::channel {

// Decodes the reference in a forwarding reply. Returns it encoded in native byte order with alignment from its start,
// as in Outcome::forward_to. Throws CORBA::MARSHAL if the reference is malformed.
Octets read_forward(cdr::Decoder& in);
// Writes a reference in that form into a reply.
void write_forward(cdr::Encoder& out, std::span<const std::byte> reference);

}  // namespace dimma::channel
