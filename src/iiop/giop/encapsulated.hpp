#pragma once
// Components whose octets are an encapsulation (CORBA 3.3 part 2, 9.3.3).

#include "channel/channel.hpp"

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/minor.hpp>

#include <bit>
#include <string>

namespace dimma::iiop {

template <class Write>
channel::Tagged encapsulated(std::uint32_t tag, Write write) {
  cdr::Buffer buffer(64);
  cdr::Encoder out(buffer);
  out.put(std::endian::native == std::endian::little);
  write(out);
  return {tag, {out.octets().begin(), out.octets().end()}};
}

// Decodes a component. Throws CORBA::INV_OBJREF if it is malformed; the text names the component by `what`.
template <class Read>
auto decoded(const channel::Tagged& component, const char* what, Read read) {
  try {
    cdr::Decoder order(component.data, std::endian::big);
    const bool little = order.get_boolean();
    cdr::Decoder in(component.data, little ? std::endian::little : std::endian::big);
    in.skip(1);
    return read(in);
  } catch (const CORBA::MARSHAL& malformed) {
    throw CORBA::INV_OBJREF(minor::inv_objref_profile, CORBA::COMPLETED_NO,
                            std::string("malformed ") + what + ": " + malformed._detail());
  }
}

}  // namespace dimma::iiop
