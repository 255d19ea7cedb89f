#pragma once
// Encodes values of both mappings, and decodes them by the classic one.

#include "classic/streams/over.hpp"

#include <dimma/classic/generated/codec.hpp>
#include <dimma/generated/cdr/codec.hpp>

#include <cstddef>
#include <vector>

namespace dimma::classic::test {

// A message's form: its byte order, text form, and the number of octets before the value.
struct Form {
  std::endian order = std::endian::native;
  cdr::TextForm text = {};
  std::size_t octets_before = 0;
};

// All offsets from a multiple of 8, in both byte orders.
inline std::vector<Form> all_forms(cdr::TextForm text = {}) {
  std::vector<Form> forms;
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (std::size_t before = 0; before < 8; ++before) forms.push_back({order, text, before});
  }
  return forms;
}

// Returns the octets of the message that `write(Encoder&)` ends. The buffer is so small that it has to grow.
template <class Write>
std::vector<std::byte> message(const Form& form, const Write& write) {
  cdr::Buffer buffer(16);
  cdr::Encoder out(buffer, form.order);
  out.text_form(form.text);
  for (std::size_t i = 0; i < form.octets_before; ++i) out.put(std::uint8_t{0xff});
  write(out);
  return {out.octets().begin(), out.octets().end()};
}

template <class T>
std::vector<std::byte> encoded(const T& value, const Form& form = {}) {
  return message(form, [&](cdr::Encoder& encoder) {
    Output out(encoder);
    codec<T>::write(out, value);
  });
}

template <class T>
std::vector<std::byte> modern_encoded(const T& value, const Form& form = {}) {
  return message(form, [&](cdr::Encoder& encoder) { cdr::write(encoder, value); });
}

inline cdr::Decoder decoder_of(const std::vector<std::byte>& octets, const Form& form = {}) {
  cdr::Decoder in(octets, form.order, ::CORBA::COMPLETED_MAYBE);
  in.text_form(form.text);
  in.skip(form.octets_before);
  return in;
}

// Decodes a value; returns the number of octets after it.
template <class T>
std::size_t decode(const std::vector<std::byte>& octets, T& value, const Form& form = {}) {
  cdr::Decoder decoder = decoder_of(octets, form);
  {
    Input in(decoder);
    codec<T>::read(in, value);
  }
  return decoder.remaining();
}

}  // namespace dimma::classic::test
