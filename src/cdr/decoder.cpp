#include <dimma/cdr/decoder.hpp>
#include <dimma/cdr/values.hpp>
#include <dimma/minor.hpp>

#include <string>

namespace dimma::cdr {

namespace {

constexpr const char* zero_missing = "a string without its terminating zero";
constexpr const char* zero_within = "a string with a zero character in it";

// " at offset 12 of 40": where in the octets that the decoder was given.
std::string place(const Decoder& in) {
  return " at offset " + std::to_string(in.offset()) + " of " + std::to_string(in.offset() + in.left());
}

}  // namespace

std::string_view Decoder::get_any_string_view(std::uint32_t length) {
  if (length == 0) return {};
  require(length);
  const auto* const text = reinterpret_cast<const char*>(cursor_);
  const void* const zero = std::memchr(text, 0, length);
  if (zero != text + (length - 1)) [[unlikely]] {
    malformed(zero == nullptr ? zero_missing : zero_within);
  }
  cursor_ += length;
  return {text, length - std::size_t{1}};
}

void Decoder::get_string(std::string& text) {
  constexpr std::size_t taken = 16;  // characters and zero of a short one
  if (remaining() >= 3 + sizeof(std::uint32_t) + taken && text_form_.narrow == NarrowForm::latin1) [[likely]] {
    const std::byte* const at = cursor_ + padding_to(sizeof(std::uint32_t));
    const std::size_t length = detail::load<std::uint32_t>(at, swap_);
    const auto* const characters = reinterpret_cast<const char*>(at + sizeof(std::uint32_t));
    const bool has_no_block = text.capacity() < taken;  // so that there is nothing to destroy
    if (has_no_block && length - 1 < taken && detail::first_zero_is_at(characters, length - 1)) [[likely]] {
      // Of a length that the compiler knows, so that it makes two moves of it and no call.
      std::construct_at(&text, characters, taken - 1);
      text.erase(length - 1);
      cursor_ = at + sizeof(std::uint32_t) + length;
      return;
    }
  }
  get_any_string(text);
}

void Decoder::get_any_string(std::string& text) {
  if (is_arriving()) {
    Decoder ahead = *this;
    const auto length = ahead.get<std::uint32_t>();
    if (length > ahead.remaining()) {
      *this = ahead;
      get_arriving_string(text, length);
      return convert_if_foreign(text);
    }
  }
  const std::string_view view = get_string_view();
  text.assign(view.data(), view.size());
  convert_if_foreign(text);
}

// Each character is taken as soon as it is there.
void Decoder::get_arriving_string(std::string& text, std::uint32_t length) {
  if (length > left()) underflow(length);
  text.clear();
  text.reserve(length);
  for (std::size_t rest = length; rest != 0;) {
    require(1);
    const std::size_t some = std::min(rest, remaining());
    const auto* const characters = reinterpret_cast<const char*>(cursor_);
    const bool is_end = some == rest;
    const void* const zero = std::memchr(characters, 0, some);
    if (zero != nullptr && !(is_end && zero == characters + (some - 1))) malformed(zero_within);
    if (is_end && zero == nullptr) malformed(zero_missing);
    text.append(characters, is_end ? some - 1 : some);
    cursor_ += some;
    rest -= some;
  }
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

std::size_t Decoder::await(std::size_t octets) {
  if (arrival_ != nullptr && octets > remaining() && octets <= left()) end_ = arrival_->await(cursor_ + octets);
  return remaining();
}

void Decoder::await_all() {
  await(left());
  arrival_ = nullptr;
}

std::size_t Decoder::reach(std::size_t alignment, std::size_t octets) {
  std::size_t padding = padding_to(alignment);
  await(padding + octets);
  if (remaining() >= padding + octets) return padding;
  // What no primitive may be split over is left in the chunk as padding at most.
  if (values_ == nullptr || remaining() > padding || !values_->enter_next_chunk(*this)) underflow(padding + octets);
  padding = padding_to(alignment);
  if (remaining() < padding + octets) underflow(padding + octets);
  return padding;
}

void Decoder::check_length(std::uint32_t length, std::size_t element_octets_min) const {
  const std::size_t whole = values_ == nullptr ? left() : values_->octets_left(*this);
  const std::size_t free = whole < spoken_for_ ? 0 : whole - spoken_for_;
  if (length > free / (element_octets_min == 0 ? 1 : element_octets_min)) length_exceeds(length);
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
