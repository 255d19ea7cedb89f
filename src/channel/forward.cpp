#include "channel/forward.hpp"

#include <cstdint>

namespace dimma::channel {

namespace {

// Copies an IOP::IOR from one CDR stream to another.
void copy_reference(cdr::Decoder& in, cdr::Encoder& out) {
  constexpr std::size_t profile_octets_min = 8;
  out.put_identifier(in.get_string_view());
  const std::uint32_t count = in.get_length(profile_octets_min);
  out.put(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    out.put(in.get<std::uint32_t>());
    const std::uint32_t length = in.get_length(1);
    out.put(length);
    out.put_octets(in.get_octets(length));
  }
}

}  // namespace

Octets read_forward(cdr::Decoder& in) {
  cdr::Buffer buffer(256);
  cdr::Encoder out(buffer);
  copy_reference(in, out);
  return {out.octets().begin(), out.octets().end()};
}

void write_forward(cdr::Encoder& out, std::span<const std::byte> reference) {
  cdr::Decoder in(reference);
  copy_reference(in, out);
}

}  // namespace dimma::channel
