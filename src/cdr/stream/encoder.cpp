#include "cdr/text/text_conversion.hpp"

#include <dimma/exception.hpp>
#include <dimma/generated/bounded.hpp>
#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/generated/cdr/large_memory.hpp>
#include <dimma/generated/cdr/valued_enum.hpp>
#include <dimma/generated/cdr/values.hpp>
#include <dimma/generated/native.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace dimma::cdr {

namespace {

constexpr std::align_val_t block_alignment{16};

std::byte* allocate(std::size_t capacity) {
  void* const block = ::operator new(capacity + Buffer::slack, block_alignment, std::nothrow);
  if (block == nullptr) {
    throw CORBA::NO_MEMORY(minor::no_memory_buffer, CORBA::COMPLETED_NO,
                           "no memory for a message buffer of " + std::to_string(capacity) + " octets");
  }
  return static_cast<std::byte*>(block);
}

void release(std::byte* block) noexcept { ::operator delete(block, block_alignment); }

}  // namespace

Buffer::Buffer(std::size_t capacity, std::size_t limit)
    : data_(allocate(std::min(capacity, limit))), capacity_(std::min(capacity, limit)), limit_(limit) {}

struct Buffer::Outlying {
  std::vector<ExternalBlock> blocks;
};

Buffer::~Buffer() {
  release(data_);
  delete external_;
}

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      capacity_(std::exchange(other.capacity_, 0)),
      limit_(other.limit_),
      elsewhere_(other.elsewhere_),
      external_(std::exchange(other.external_, nullptr)),
      gathers_(other.gathers_),
      drain_(other.drain_),
      drain_octets_(other.drain_octets_),
      loans_(other.loans_),
      gives_loans_(other.gives_loans_),
      has_places_(other.has_places_),
      has_copies_(other.has_copies_) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(capacity_, other.capacity_);
  std::swap(limit_, other.limit_);
  std::swap(elsewhere_, other.elsewhere_);
  std::swap(external_, other.external_);
  std::swap(gathers_, other.gathers_);
  std::swap(drain_, other.drain_);
  std::swap(drain_octets_, other.drain_octets_);
  std::swap(loans_, other.loans_);
  std::swap(gives_loans_, other.gives_loans_);
  std::swap(has_places_, other.has_places_);
  std::swap(has_copies_, other.has_copies_);
  return *this;
}

std::span<const ExternalBlock> Buffer::external_blocks() const noexcept { return external_->blocks; }

void Buffer::clear_external_blocks_of() noexcept { external_->blocks.clear(); }

void Buffer::gather() {
  if (external_ == nullptr) external_ = new Outlying;
  gathers_ = true;
}

void Buffer::send_in_place(const ExternalBlock& block) {
  external_->blocks.push_back(block);
  elsewhere_ += block.octets - block.stand_ins();
}

void Buffer::grow(std::size_t capacity, std::size_t keep) {
  if (capacity <= capacity_) return;
  if (capacity > limit_) {
    throw CORBA::MARSHAL(minor::marshal_buffer_limit, CORBA::COMPLETED_NO,
                         "a message of " + std::to_string(capacity) + " octets or more is above the limit of " +
                             std::to_string(limit_) + " octets (--dimma-max-message)");
  }
  std::byte* const larger = allocate(capacity);
  expect_to_fill(larger, capacity);
  if (keep != 0) std::memcpy(larger, data_, std::min(keep, capacity_));
  release(data_);
  data_ = larger;
  capacity_ = capacity;
}

void Encoder::grow(std::size_t octets) {
  const std::size_t used = size();
  const std::size_t origin = static_cast<std::size_t>(origin_ - buffer_->data());
  const std::size_t limit = buffer_->limit();
  const std::size_t wanted = octets > limit || used > limit - octets ? limit + 1 : used + octets;
  const std::size_t doubled = std::min(buffer_->capacity() * 2, limit);
  buffer_->grow(std::max(wanted, doubled), used);
  cursor_ = buffer_->data() + used;
  origin_ = buffer_->data() + origin;
  end_ = buffer_->data() + buffer_->capacity();
}

// Returns false within an encapsulation or a chunked value, whose length is filled in later, and if later octets may
// refer to values by their position in the buffer.
bool Encoder::may_go_apart() const noexcept {
  const bool is_referred_to = values_ != nullptr && values_->has_any();
  return origin_ == buffer_->data() && !is_referred_to;
}

void Encoder::drain() {
  if (may_go_apart()) buffer_->drain()->drain(*this);
}

void Encoder::take_drained(std::span<const std::byte> but) noexcept {
  drained_ = message_octets() - but.size();
  buffer_->clear_external_blocks();
  cursor_ = buffer_->data() + stale();
  if (!but.empty()) std::memcpy(cursor_, but.data(), but.size());
  cursor_ += but.size();
}

// Only the position modulo 8 affects the encoding of the octets that follow.
void Encoder::count(std::size_t octets) {
  constexpr std::size_t alignment = 8;
  const std::size_t rest = octets % alignment;
  drained_ += octets - rest;  // a multiple of 8, which leaves stale() unchanged
  std::memset(append(rest), 0, rest);
}

std::size_t octets_of_message(function_ref<void(Encoder&)> write, std::endian order, const Buffer* as) {
  class Counting final : public Drain {
   public:
    void drain(Encoder& out) override { out.take_drained(); }
  };
  constexpr std::size_t octets_kept = std::size_t{64} << 10;
  Buffer buffer(octets_kept);
  buffer.gather();
  if (as != nullptr) buffer.loans(as->loans(), as->gives_loans());
  Counting counting;
  buffer.drain(&counting, octets_kept);
  Encoder out(buffer, order);
  out.counts_ = true;
  write(out);
  return out.message_octets();
}

bool Encoder::send_in_place(const void* data, std::size_t octets, std::size_t alignment) {
  if (!may_go_apart()) return false;
  align(alignment);
  const std::size_t limit = buffer_->limit();
  if (octets > limit - std::min(limit, message_octets())) buffer_->grow(limit + 1, size());  // always throws
  const ExternalBlock block{size(), data, octets};
  buffer_->send_in_place(block);
  const std::size_t stand_ins = block.stand_ins();
  std::memset(append(stand_ins), 0, stand_ins);
  return true;
}

void Encoder::put_long_string(const std::string& text) {
  const bool is_left = text.size() >= ExternalBlock::octets_min && buffer_->gathers() && send_string_in_place(text);
  if (!is_left) put_any_string(text);
}

void Encoder::put_long_string_behind(std::size_t behind, const std::string& text) {
  filled_to(behind);
  put_long_string(text);
}

bool Encoder::send_string_in_place(const std::string& text) {
  if (!may_go_apart() || text.size() >= 0xffff'ffffU || text_form_.narrow != NarrowForm::latin1) return false;
  check_no_zero(text);
  put(static_cast<std::uint32_t>(text.size() + 1));
  return send_in_place(text.c_str(), text.size() + 1, 1);
}

void Encoder::put_identifier(std::string_view text) {
  if (text.size() >= 0xffff'ffffU) length_too_large(text.size());
  const auto length = static_cast<std::uint32_t>(text.size());
  need(3 + sizeof length + text.size() + 1);
  put(length + 1);
  if (length != 0) {
    check_no_zero(text);
    std::memcpy(cursor_, text.data(), length);
  }
  cursor_[length] = std::byte{0};
  cursor_ += length + std::size_t{1};
}

void Encoder::put_any_string(std::string_view text) {
  if (text_form_.narrow == NarrowForm::latin1) return put_identifier(text);
  put_identifier(to_transmission(text, text_form_.narrow));
}

void Encoder::embedded_zero(std::string_view text) {
  throw CORBA::BAD_PARAM(
      minor::bad_param_embedded_zero, CORBA::COMPLETED_NO,
      "an IDL string cannot contain a null character, found at index " + std::to_string(text.find('\0')));
}

void Encoder::length_too_large(std::size_t length) {
  throw CORBA::MARSHAL(minor::marshal_length_too_large, CORBA::COMPLETED_NO,
                       "a sequence or string of " + std::to_string(length) +
                           " elements is too long for CDR, whose lengths have 32 bits");
}

Encoder::Encapsulation Encoder::open_encapsulation() {
  put(std::uint32_t{0});
  const Encapsulation opened{size() - sizeof(std::uint32_t), static_cast<std::size_t>(origin_ - buffer_->data())};
  origin_ = cursor_;
  put(order() == std::endian::little);
  return opened;
}

void Encoder::close_encapsulation(Encapsulation opened) noexcept {
  const std::size_t first = opened.length_at + sizeof(std::uint32_t);
  patch(opened.length_at, static_cast<std::uint32_t>(size() - first));
  origin_ = buffer_->data() + opened.outer_origin;
}

void bound_exceeded(std::size_t size, std::uint32_t bound) {
  throw CORBA::BAD_PARAM(
      minor::bad_param_bound, CORBA::COMPLETED_NO,
      "a value of " + std::to_string(size) + " elements exceeds its IDL bound of " + std::to_string(bound));
}

void refuse_native() {
  throw CORBA::MARSHAL(minor::marshal_local_object, CORBA::COMPLETED_NO, "a value of a native type cannot be sent");
}

void external_member_missing() {
  throw CORBA::BAD_PARAM(minor::bad_param_external, CORBA::COMPLETED_NO, "an @external member is null");
}

void not_an_enumerator(std::uint64_t value) {
  throw CORBA::MARSHAL(minor::marshal_malformed, CORBA::COMPLETED_NO,
                       "no enumerator has the value " + std::to_string(value));
}

}  // namespace dimma::cdr
