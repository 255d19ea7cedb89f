#include "kinds.hpp"
#include "octets.hpp"

#include <cstring>
#include <span>
#include <stdexcept>

namespace {

template <class T>
Octets sent(const Octets& octets, std::endian order, std::size_t before) {
  dimma::cdr::Decoder in(std::as_bytes(std::span(octets)), order, CORBA::COMPLETED_MAYBE);
  in.skip(before);
  T value{};
  dimma::cdr::read(in, value);
  dimma::cdr::Buffer buffer(16);
  dimma::cdr::Encoder out(buffer, order);
  for (std::size_t i = 0; i < before; ++i) out.put(std::uint8_t{0xff});
  dimma::cdr::write(out, value);
  Octets result;
  for (const std::byte each : out.octets()) result.push_back(std::to_integer<unsigned char>(each));
  return result;
}

struct Entry {
  const char* name;
  Octets (*send)(const Octets& octets, std::endian order, std::size_t before);
};

constexpr Entry entries[] = {
    {"Answer", &sent<ModernKinds::Answer>}, {"Bad", &sent<ModernKinds::Bad>},
    {"Choice", &sent<ModernKinds::Choice>}, {"Items", &sent<ModernKinds::Items>},
    {"Names", &sent<ModernKinds::Names>},   {"Node", &sent<ModernKinds::Node>},
    {"Parts", &sent<ModernKinds::Parts>},   {"Points", &sent<ModernKinds::Points>},
    {"Rows", &sent<ModernKinds::RowList>},  {"Tree", &sent<ModernKinds::Tree>},
};

}  // namespace

Octets sent_by_modern(const char* name, const Octets& octets, ByteOrder order, std::size_t before) {
  for (const Entry& each : entries) {
    if (std::strcmp(each.name, name) != 0) continue;
    return each.send(octets, order == ByteOrder::big ? std::endian::big : std::endian::little, before);
  }
  throw std::logic_error("no entry for this type");
}
