#include <dimma/cdr/decoder.hpp>
#include <dimma/cdr/values.hpp>
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

std::size_t Decoder::to_next_chunk(std::size_t alignment, std::size_t octets) {
  std::size_t padding = padding_to(alignment);
  if (remaining() >= padding + octets) return padding;
  // What no primitive may be split over is left in the chunk as padding at most.
  if (values_ == nullptr || remaining() > padding || !values_->enter_next_chunk(*this)) underflow(padding + octets);
  padding = padding_to(alignment);
  if (remaining() < padding + octets) underflow(padding + octets);
  return padding;
}

void Decoder::check_length(std::uint32_t length, std::size_t element_octets_min) const {
  if (values_ == nullptr) length_exceeds(length);
  const std::size_t whole = values_->octets_left(*this);
  const std::size_t left = whole < spoken_for_ ? 0 : whole - spoken_for_;
  if (length > left / (element_octets_min == 0 ? 1 : element_octets_min)) length_exceeds(length);
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
