#include "classic/compat/cdr_octets.hpp"
#include "classic/streams/over.hpp"

#include <bit>
#include <cstring>
#include <span>

namespace classic = dimma::classic;

cdrEncapsulationStream::cdrEncapsulationStream(classic::CORBA::ULong initial_octets, classic::CORBA::Boolean)
    : cdrStream(new Octets(initial_octets)) {
  marshalBoolean(omni::myByteOrder);
  unmarshalBoolean();
}

cdrEncapsulationStream::cdrEncapsulationStream(const classic::CORBA::Octet* octets, classic::CORBA::ULong size,
                                               classic::CORBA::Boolean)
    : cdrStream(new Octets(std::as_bytes(std::span(octets, size)))) {
  octets_->order(unmarshalBoolean() ? std::endian::little : std::endian::big);
}

void cdrEncapsulationStream::setOctetSeq(classic::UnboundedSequence<classic::CORBA::Octet>& octets) const {
  classic::CORBA::Octet* buffer = nullptr;
  classic::CORBA::ULong maximum = 0;
  classic::CORBA::ULong length = 0;
  getOctetStream(buffer, maximum, length);
  octets.replace(maximum, length, buffer, true);
}

void cdrEncapsulationStream::getOctetStream(classic::CORBA::Octet*& octets, classic::CORBA::ULong& maximum,
                                            classic::CORBA::ULong& length) const {
  const std::span<const std::byte> all = octets_->all();
  const auto count = static_cast<classic::CORBA::ULong>(all.size());
  octets = classic::UnboundedSequence<classic::CORBA::Octet>::allocbuf(count);
  if (octets == nullptr) {
    classic::raise<classic::CORBA::NO_MEMORY>(0, classic::CORBA::COMPLETED_NO, "no memory for the octets of a stream");
  }
  std::memcpy(octets, all.data(), count);
  maximum = length = count;
}
