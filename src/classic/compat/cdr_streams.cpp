#include <omniORB4/cdrStream.h>

#include "classic/compat/cdr_octets.hpp"
#include "classic/streams/over.hpp"

#include <bit>
#include <cstring>
#include <span>
#include <utility>

namespace classic = dimma::classic;
namespace cdr = dimma::cdr;

cdrStream::~cdrStream() { delete octets_; }

void cdrStream::_write(WriteValue write, const void* value) {
  octets_->write([&](cdr::Encoder& encoder) {
    classic::Output out(encoder);
    write(out, value);
  });
}

void cdrStream::_read(ReadValue read, void* value) {
  octets_->read([&](cdr::Decoder& decoder) {
    classic::Input in(decoder);
    read(in, value);
  });
}

void cdrStream::put_octet_array(const classic::CORBA::Octet* octets, int size, omni::alignment_t alignment) {
  octets_->write([&](cdr::Encoder& encoder) {
    encoder.align(alignment);
    encoder.put_octets(octets, static_cast<std::size_t>(size));
  });
}

void cdrStream::get_octet_array(classic::CORBA::Octet* octets, int size, omni::alignment_t alignment) {
  octets_->read([&](cdr::Decoder& decoder) {
    decoder.align(alignment);
    const std::span<const std::byte> taken = decoder.get_octets(static_cast<std::size_t>(size));
    std::memcpy(octets, taken.data(), taken.size());
  });
}

void cdrStream::marshalOctet(classic::CORBA::Octet value) { value >>= *this; }
classic::CORBA::Octet cdrStream::unmarshalOctet() {
  classic::CORBA::Octet value = 0;
  value <<= *this;
  return value;
}

void cdrStream::marshalBoolean(classic::CORBA::Boolean value) { value >>= *this; }
classic::CORBA::Boolean cdrStream::unmarshalBoolean() {
  classic::CORBA::Boolean value = false;
  value <<= *this;
  return value;
}

void cdrStream::marshalString(const char* text, int bound) {
  octets_->write([&](cdr::Encoder& encoder) {
    classic::Output(encoder).put_string(text, static_cast<classic::CORBA::ULong>(bound));
  });
}

char* cdrStream::unmarshalString(int bound) {
  char* text = nullptr;
  octets_->read([&](cdr::Decoder& decoder) {
    text = classic::Input(decoder).get_string(static_cast<classic::CORBA::ULong>(bound));
  });
  return text;
}

cdrMemoryStream::cdrMemoryStream(classic::CORBA::ULong initial_octets, classic::CORBA::Boolean)
    : cdrStream(new Octets(initial_octets)) {}

cdrMemoryStream::cdrMemoryStream(void* octets, std::size_t size)
    : cdrStream(new Octets(std::span(static_cast<const std::byte*>(octets), size))) {}

cdrMemoryStream::cdrMemoryStream(const cdrMemoryStream& other, classic::CORBA::Boolean) : cdrStream(nullptr) {
  *this = other;
}

cdrMemoryStream& cdrMemoryStream::operator=(const cdrMemoryStream& other) {
  if (this == &other) return *this;
  const std::span<const std::byte> copied = other.octets_->all();
  Octets* const copy = new Octets(copied.size());
  delete std::exchange(octets_, copy);
  copy->write([&](cdr::Encoder& encoder) { encoder.put_octets(copied); });
  copy->order(other.octets_->order());
  return *this;
}

void cdrMemoryStream::setByteSwapFlag(classic::CORBA::Boolean little_endian) {
  octets_->order(little_endian ? std::endian::little : std::endian::big);
}

void* cdrMemoryStream::bufPtr() const { return const_cast<std::byte*>(octets_->all().data()); }

classic::CORBA::ULong cdrMemoryStream::bufSize() const {
  return static_cast<classic::CORBA::ULong>(octets_->all().size());
}

classic::CORBA::Boolean cdrMemoryStream::readOnly() const { return octets_->is_read_only(); }
void cdrMemoryStream::rewindInputPtr() { octets_->rewind_input(); }
void cdrMemoryStream::rewindPtrs() { octets_->discard(); }
