#include <dimma/cdr/decoder.hpp>
#include <dimma/minor.hpp>

#include <string>

namespace dimma::cdr {

namespace {

// " at offset 12 of 40": where in the octets that the decoder was given.
std::string place(const Decoder& in) {
  return " at offset " + std::to_string(in.offset()) + " of " + std::to_string(in.offset() + in.remaining());
}

}  // namespace

std::string_view Decoder::get_any_string_view(std::uint32_t length) {
  if (length == 0) return {};
  require(length);
  const auto* const text = reinterpret_cast<const char*>(cursor_);
  const void* const zero = std::memchr(text, 0, length);
  if (zero != text + (length - 1)) [[unlikely]] {
    malformed(zero == nullptr ? "a string without its terminating zero" : "a string with a zero character in it");
  }
  cursor_ += length;
  return {text, length - std::size_t{1}};
}

Decoder Decoder::get_encapsulation() {
  const auto length = get<std::uint32_t>();
  require(length);
  if (length == 0) malformed("an encapsulation without its byte-order octet");
  const auto order = static_cast<std::uint8_t>(*cursor_);
  if (order > 1) malformed("an encapsulation with a byte-order octet that is neither 0 nor 1");
  Decoder inner(get_octets(length), order == 1 ? std::endian::little : std::endian::big, completed_);
  inner.skip(1);
  inner.depth_ = depth_;
  inner.context_ = context_;
  inner.text_form_ = text_form_;
  return inner;
}

void Decoder::malformed(const char* what) const {
  throw CORBA::MARSHAL(minor::marshal_malformed, completed_, what + place(*this));
}

void Decoder::underflow(std::size_t octets) const {
  throw CORBA::MARSHAL(minor::marshal_ends_early, completed_,
                       "octets end too early: " + std::to_string(octets) + " more needed" + place(*this));
}

void Decoder::underflow(std::size_t count, std::size_t element_octets) const {
  throw CORBA::MARSHAL(minor::marshal_ends_early, completed_,
                       "octets end too early: " + std::to_string(count) + " elements of " +
                           std::to_string(element_octets) + " octets needed" + place(*this));
}

void Decoder::length_exceeds(std::uint32_t length) const {
  throw CORBA::MARSHAL(
      minor::marshal_length, completed_,
      "a sequence that claims " + std::to_string(length) + " elements, more than what is left can hold" + place(*this));
}

}  // namespace dimma::cdr
