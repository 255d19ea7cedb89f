#include "octets.hpp"

#include "classic/streams/over.hpp"

namespace {

std::endian order_of(ByteOrder order) { return order == ByteOrder::big ? std::endian::big : std::endian::little; }

}  // namespace

Octets encoded(const std::function<void(dimma::classic::Output&)>& write, ByteOrder order, std::size_t before) {
  dimma::cdr::Buffer buffer(16);
  dimma::cdr::Encoder encoder(buffer, order_of(order));
  for (std::size_t i = 0; i < before; ++i) encoder.put(std::uint8_t{0xff});
  {
    dimma::classic::Output out(encoder);
    write(out);
  }
  Octets octets;
  for (const std::byte each : encoder.octets()) octets.push_back(std::to_integer<unsigned char>(each));
  return octets;
}

Decoded decoded(const Octets& octets, const std::function<void(dimma::classic::Input&)>& read, ByteOrder order,
                std::size_t before) {
  dimma::cdr::Decoder decoder(std::as_bytes(std::span(octets)), order_of(order), ::CORBA::COMPLETED_MAYBE);
  decoder.skip(before);
  try {
    dimma::classic::Input in(decoder);
    read(in);
  } catch (const ::CORBA::MARSHAL&) {
    return Decoded::marshal;
  }
  return decoder.remaining() == 0 ? Decoded::whole : Decoded::with_octets_left;
}

bool is_refused(const std::function<void(dimma::classic::Output&)>& write) {
  try {
    encoded(write, ByteOrder::little, 0);
  } catch (const ::CORBA::BAD_PARAM&) {
    return true;
  }
  return false;
}
