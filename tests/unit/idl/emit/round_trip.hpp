// A value through its codec and back.
#pragma once

#include <dimma/generated/cdr/codec.hpp>

#include <stdexcept>

namespace round_trip {

template <class T>
std::size_t encoded_size(const T& value) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  dimma::cdr::write(out, value);
  return out.size();
}

// Throws std::logic_error when octets are left over.
template <class T>
T through_cdr(const T& value, std::endian order = std::endian::native) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer, order);
  dimma::cdr::write(out, value);
  dimma::cdr::Decoder in(out.octets(), order);
  T copy = dimma::cdr::read<T>(in);
  if (in.remaining() != 0) throw std::logic_error("not all octets were read");
  return copy;
}

}  // namespace round_trip
