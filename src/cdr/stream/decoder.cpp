#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/parts.hpp>
#include <dimma/generated/cdr/values.hpp>
#include <dimma/minor.hpp>

#include <string>

namespace dimma::cdr {

namespace {

constexpr const char* zero_missing = "a string without a terminating null";
constexpr const char* zero_within = "a string that contains a null character";

// Returns, for example, " at offset 12 of 40": the position within the octets passed to the decoder.
std::string place(const Decoder& in) {
  return " at offset " + std::to_string(in.offset()) + " of " + std::to_string(in.offset() + in.left());
}

}  // namespace

std::string_view Decoder::get_any_string_view(std::uint32_t length) {
  if (length == 0) return {};
  require(length);
  const auto* const text = reinterpret_cast<const char*>(cursor_);
  const void* const zero = std::memchr(text, 0, length);
  if (zero != text + (length - 1)) {
    malformed(zero == nullptr ? zero_missing : zero_within);
  }
  cursor_ += length;
  return {text, length - std::size_t{1}};
}

void Decoder::get_string(std::string& text) {
  if (remaining() >= short_string_octets_max && text_form_.narrow == NarrowForm::latin1) {
    const std::byte* const at = cursor_ + padding_to(sizeof(std::uint32_t));
    if (const std::size_t octets = detail::take_short_text(at, text, swap_)) {
      cursor_ = at + octets;
      return;
    }
  }
  get_any_string(text);
}

void Decoder::get_any_string(std::string& text) {
  if (comes_in_pieces()) {
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

// Copies each piece of the text as soon as it arrives.
void Decoder::get_arriving_string(std::string& text, std::uint32_t length) {
  if (length > left()) underflow(length);
  text.clear();
  reserve_to_fill(text, length);
  while (text.size() < length) {
    const std::size_t before = text.size();
    text.resize(std::min<std::size_t>(length, before + room_at_once));
    receive(reinterpret_cast<std::byte*>(text.data() + before), text.size() - before, 1);
    const std::size_t zero = text.find('\0', before);
    if (zero < length - std::size_t{1}) malformed(zero_within);
  }
  if (text.back() != '\0') malformed(zero_missing);
  text.pop_back();
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

void Decoder::receive(std::byte* to, std::size_t octets, std::size_t element_octets) {
  if (octets > left()) underflow(octets);
  if (parts_ != nullptr) return receive_parts(to, octets, element_octets);
  end_ = arrival_->await(end_);  // a copy of this decoder may have read further
  const std::size_t there = std::min(octets, remaining());
  const std::size_t rest = octets - there;
  std::memcpy(to, cursor_, there);
  cursor_ += there;
  if (rest >= arrival_->block_octets_min()) {
    const std::byte* const end = cursor_ + rest;
    cursor_ = end_ = arrival_->receive(to + there, rest);
    if (cursor_ != end) underflow(static_cast<std::size_t>(end - cursor_));
  } else if (rest != 0) {
    std::memcpy(to + there, get_octets(rest).data(), rest);
  }
}

void Decoder::receive_parts(std::byte* to, std::size_t octets, std::size_t element_octets) {
  while (octets != 0) {
    std::size_t padding = padding_to(element_octets);
    if (remaining() < padding + element_octets) padding = reach(element_octets, element_octets);
    cursor_ += padding;
    const std::size_t some = std::min(octets, remaining() / element_octets * element_octets);
    std::memcpy(to, cursor_, some);
    cursor_ += some;
    to += some;
    octets -= some;
  }
}

void Decoder::await_all() {
  if (parts_ != nullptr && end_ != parts_) malformed("a chunked value in a fragmented message of GIOP 1.1");
  await(left());
  arrival_ = nullptr;
  parts_ = nullptr;
}

void Decoder::in_parts(std::size_t octets) noexcept {
  parts_ = begin_ + octets;
  enter_part_with(cursor_);
}

void Decoder::enter_part_with(const std::byte* octet) noexcept {
  const PartEnds::Part part = PartEnds(parts_).with(static_cast<std::size_t>(octet - begin_));
  end_ = begin_ + part.end;
  if (part.begin != 0) {
    origin_ = reinterpret_cast<std::uintptr_t>(begin_ + part.begin) - PartEnds::first_position;
  }
}

// Only sequences of octets may continue in the next part. If the end of a part is too short for an aligned value, it is
// padding.
std::size_t Decoder::reach_part(std::size_t alignment, std::size_t octets) {
  std::size_t padding = padding_to(alignment);
  while (remaining() < padding + octets) {
    if (alignment > 1) cursor_ = end_;
    const std::size_t octets_until_known = alignment > 1 ? 1 : octets;
    if (octets_until_known > left()) underflow(padding + octets);
    enter_part_with(cursor_ + octets_until_known - 1);
    padding = padding_to(alignment);
  }
  return padding;
}

std::size_t Decoder::reach(std::size_t alignment, std::size_t octets) {
  if (parts_ != nullptr) return reach_part(alignment, octets);
  std::size_t padding = padding_to(alignment);
  await(padding + octets);
  if (remaining() >= padding + octets) return padding;
  // A primitive value may not be split between two chunks. If the end of a chunk is too short for the value, it is
  // padding.
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
                       "unexpected end of data: " + std::to_string(octets) + " more octets needed" + place(*this));
}

void Decoder::underflow(std::size_t count, std::size_t element_octets) const {
  throw CORBA::MARSHAL(minor::marshal_ends_early, completed_,
                       "unexpected end of data: " + std::to_string(count) + " elements of " +
                           std::to_string(element_octets) + " octets needed" + place(*this));
}

void Decoder::length_exceeds(std::uint32_t length) const {
  throw CORBA::MARSHAL(minor::marshal_length, completed_,
                       "the sequence length " + std::to_string(length) + " exceeds the remaining data" + place(*this));
}

}  // namespace dimma::cdr
