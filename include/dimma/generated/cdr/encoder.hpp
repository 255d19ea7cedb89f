#pragma once
/// Encodes values in Common Data Representation (CORBA 3.3 part 2, 9.3).

#include <dimma/generated/cdr/drain.hpp>
#include <dimma/generated/cdr/primitive.hpp>
#include <dimma/generated/cdr/short_text.hpp>
#include <dimma/generated/cdr/text.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace dimma {
class LoanArena;
}

namespace dimma::cdr {

class WritingValues;

/// A long block of a message that is sent from its own memory, rather than copied into the message's Buffer.
struct ExternalBlock {
  /// Shorter blocks are copied, since that costs less than sending a separate piece.
  static constexpr std::size_t octets_min = std::size_t{128} << 10;

  std::size_t at;  // position in the message, counted in octets of the buffer
  const void* data;
  std::size_t octets;
  /// Returns the number of octets that follow in the buffer and are not sent; they keep the alignment after the block.
  std::size_t stand_ins() const noexcept { return octets & 7U; }
};

/// The octets of a message being encoded: one contiguous block, owned by a channel and reused for later messages. Never
/// shrinks. Not thread-safe. A moved-from buffer may only be destroyed or assigned to.
class Buffer {
 public:
  /// Allocates `capacity` octets. The buffer never grows beyond `limit` octets.
  explicit Buffer(std::size_t capacity = 1024, std::size_t limit = default_limit);
  ~Buffer();
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;

  std::byte* data() noexcept { return data_; }
  const std::byte* data() const noexcept { return data_; }
  std::size_t capacity() const noexcept { return capacity_; }
  std::size_t limit() const noexcept { return limit_; }

  /// Grows to at least `capacity` octets, keeping the contents of the first `keep`. The block may move. Throws
  /// CORBA::MARSHAL if that exceeds the limit, CORBA::NO_MEMORY if memory is exhausted.
  void grow(std::size_t capacity, std::size_t keep);

  /// Enables sending long blocks from their own memory, for a sender that takes a message in pieces. Such blocks are
  /// recorded until clear_external_blocks().
  void gather();
  void gather_no_more() noexcept { gathers_ = false; }
  bool gathers() const noexcept { return gathers_; }
  /// Return the blocks of the message that are not in the buffer, in order, and their total size in octets.
  std::span<const ExternalBlock> outlying() const noexcept {
    return elsewhere_ == 0 ? std::span<const ExternalBlock>() : external_blocks();
  }
  std::size_t elsewhere() const noexcept { return elsewhere_; }
  void send_in_place(const ExternalBlock& block);
  /// Called before the next message.
  void clear_external_blocks() noexcept {
    if (elsewhere_ == 0) [[likely]]
      return;
    clear_external_blocks_of();
    elsewhere_ = 0;
  }

  /// Sets the drain, which takes messages in parts; nullptr, the default, means no drain. Must outlive the writing.
  void drain(Drain* by, std::size_t octets_max = Drain::octets_at_once) noexcept {
    drain_ = by;
    drain_octets_ = by == nullptr ? ~std::size_t{0} : octets_max;
  }
  Drain* drain() const noexcept { return drain_; }
  /// Returns the number of octets in the buffer at which the drain is called.
  std::size_t drain_octets() const noexcept { return drain_octets_; }

  /// Sets the memory in which loaned sequences can stay when they are sent, since the receiver shares it; nullptr, the
  /// default, means none. `gives`: see GivingLoans (loaned_codec.hpp). Must outlive the writing.
  void loans(dimma::LoanArena* in, bool gives) noexcept {
    loans_ = in;
    gives_loans_ = gives;
  }
  dimma::LoanArena* loans() const noexcept { return loans_; }
  bool gives_loans() const noexcept { return gives_loans_; }
  /// has_places(): a loaned sequence has been written as its place, without elements. has_copies(): one has been
  /// copied although the message can have places. forget_loans() resets both, and sets loans() to nullptr.
  bool has_places() const noexcept { return has_places_; }
  bool has_copies() const noexcept { return has_copies_; }
  void note_place() noexcept { has_places_ = true; }
  void note_copy() noexcept { has_copies_ = true; }
  void forget_loans() noexcept {
    loans_ = nullptr;
    gives_loans_ = has_places_ = has_copies_ = false;
  }

  static constexpr std::size_t default_limit = std::size_t{1} << 30;
  /// Octets after `capacity` that may be overwritten as well, so that padding can be stored as one word.
  static constexpr std::size_t slack = 8;

 private:
  struct Outlying;  // an incomplete type, to avoid including <vector>

  std::span<const ExternalBlock> external_blocks() const noexcept;
  void clear_external_blocks_of() noexcept;

  std::byte* data_;  // aligned to `alignment`
  std::size_t capacity_;
  std::size_t limit_;
  std::size_t elsewhere_ = 0;
  Outlying* external_ = nullptr;  // owned; made by the first gather()
  bool gathers_ = false;
  Drain* drain_ = nullptr;
  std::size_t drain_octets_ = ~std::size_t{0};
  dimma::LoanArena* loans_ = nullptr;
  bool gives_loans_ = false;
  bool has_places_ = false;
  bool has_copies_ = false;
};

/// Writes consecutive values into a Buffer, each at its natural alignment, counted from the buffer's start (or from the
/// start of the innermost open encapsulation). Padding is zero. Grows the buffer as needed. Not thread-safe. Every
/// function may throw the exceptions of Buffer::grow. Octets after `size()` are undefined.
class Encoder {
 public:
  explicit Encoder(Buffer& buffer, std::endian order = std::endian::native) noexcept
      : buffer_(&buffer), swap_(order != std::endian::native) {
    reset();
  }

  /// Discards the written octets and starts again at the buffer's first octet.
  void reset() noexcept {
    cursor_ = origin_ = buffer_->data();
    end_ = buffer_->data() + buffer_->capacity();
    drained_ = 0;
  }

  /// Returns the number of octets written so far, from the buffer's first octet.
  std::size_t size() const noexcept { return static_cast<std::size_t>(cursor_ - buffer_->data()); }
  /// Discards all octets after the first `size`.
  void truncate(std::size_t size) noexcept { cursor_ = buffer_->data() + size; }
  std::endian order() const noexcept {
    return swap_ == (std::endian::native == std::endian::little) ? std::endian::big : std::endian::little;
  }
  Buffer& buffer() noexcept { return *buffer_; }
  const Buffer& buffer() const noexcept { return *buffer_; }
  /// Returns true if the octets are not in this machine's byte order.
  bool swaps() const noexcept { return swap_; }
  /// Returns the offset of the next octet from the origin of alignment, modulo 8.
  std::size_t position() const noexcept { return static_cast<std::size_t>(cursor_ - origin_) & 7U; }
  /// Returns the address from which alignment counts; valid until the buffer grows.
  std::byte* base() noexcept { return origin_; }
  /// Returns the offset of the next octet from base().
  std::size_t at() const noexcept { return static_cast<std::size_t>(cursor_ - origin_); }
  /// Sets the end of the written octets, as an offset from base(), after the caller has stored up to room() octets.
  void filled_to(std::size_t end) noexcept { cursor_ = origin_ + end; }
  /// Returns the number of octets that fit without growing.
  std::size_t room() const noexcept { return static_cast<std::size_t>(end_ - cursor_); }
  /// Returns the part of room() that can be filled before the drain has to be called.
  std::size_t room_at_once() const noexcept {
    return detail::smaller(room(), buffer_->drain_octets() - detail::smaller(size(), buffer_->drain_octets()));
  }
  /// Returns true if characters are written without a check or a conversion, or if there are none (`any` is false).
  bool keeps_chars(bool any) const noexcept { return !any || text_form_.narrow == NarrowForm::latin1; }
  /// Returns true if keeps_chars() is true and numbers are written unchanged, too.
  bool keeps_octets(bool any_chars) const noexcept { return !swap_ && keeps_chars(any_chars); }
  std::span<const std::byte> octets() const noexcept { return {buffer_->data(), size()}; }

  /// Pads with zeros to a multiple of `alignment`, a power of two up to 8.
  void align(std::size_t alignment) {
    const std::size_t padding = padding_to(alignment);
    need(padding);
    pad(padding);
  }

  /// Writes a number, character or octet at its natural alignment.
  template <Primitive T>
  void put(T value) {
    if constexpr (sizeof(T) > 1) {
      const std::size_t padding = padding_to(sizeof(T));
      need(padding + sizeof(T));
      pad(padding);
    } else {
      need(1);
    }
    if (swap_) value = reversed(value);
    std::memcpy(cursor_, &value, sizeof(T));
    cursor_ += sizeof(T);
  }
  void put(bool value) { put(static_cast<std::uint8_t>(value ? 1 : 0)); }

  /// Writes octets without alignment, length or conversion.
  void put_octets(std::span<const std::byte> octets) {
    need(octets.size());
    if (!octets.empty()) std::memcpy(cursor_, octets.data(), octets.size());
    cursor_ += octets.size();
  }
  void put_octets(const void* data, std::size_t size) { put_octets({static_cast<const std::byte*>(data), size}); }

  /// Writes a block of `count` consecutive primitives, aligned once and converted to the encoder's byte order.
  template <Primitive T>
  void put_block(const T* values, std::size_t count) {
    if (count == 0) return;
    align(sizeof(T));
    if (!swap_ || sizeof(T) == 1) {
      put_octets(values, count * sizeof(T));
    } else {
      need(count * sizeof(T));
      for (std::size_t i = 0; i < count; ++i) {
        const T value = reversed(values[i]);
        std::memcpy(cursor_ + i * sizeof(T), &value, sizeof(T));
      }
      cursor_ += count * sizeof(T);
    }
  }

  /// Like put_block(), for elements that stay valid until the message has been sent or abandoned: an argument of a
  /// call. A long block is not copied if the buffer gathers.
  template <Primitive T>
  void put_lasting_block(const T* values, std::size_t count) {
    if (swap_ && sizeof(T) > 1) return put_block(values, count);
    if (count != 0) put_lasting_octets(reinterpret_cast<const std::byte*>(values), count * sizeof(T), sizeof(T));
  }

  /// Like put_lasting_block(), for octets that are already in the encoder's byte order.
  void put_lasting_octets(const std::byte* octets, std::size_t count, std::size_t alignment) {
    if (count >= ExternalBlock::octets_min && buffer_->gathers()) [[unlikely]] {
      if (send_in_place(octets, count, alignment)) return;
    }
    align(alignment);
    put_octets(octets, count);
  }

  /// Returns the size of the message so far in octets: those in the buffer, in external blocks, and taken by the drain.
  std::size_t message_octets() const noexcept { return size() - stale() + buffer_->elsewhere() + drained_; }

  /// Called between two elements, where the message may be divided.
  void drain_if_full() {
    if (size() >= buffer_->drain_octets()) [[unlikely]]
      drain();
  }
  /// Called by the drain when it has taken the octets in the buffer and in external blocks, except for the last ones,
  /// at most 8, of which `but` is a copy: they begin the buffer's next contents.
  void take_drained(std::span<const std::byte> but = {}) noexcept;
  /// Returns the octets of the message that the drain has taken.
  std::size_t drained() const noexcept { return drained_; }
  /// Returns the number of octets at the start of the buffer that the drain has already taken, and that stay only to
  /// keep the alignment.
  std::size_t stale() const noexcept { return drained_ & 7U; }
  /// Returns true if the message is only counted: octets may then be skipped instead of being written.
  bool counts() const noexcept { return counts_; }
  void count(std::size_t octets);

  /// The form of characters agreed on with the peer. The default is GIOP 1.2, ISO 8859-1 and UTF-16. Not changed by
  /// reset().
  const TextForm& text_form() const noexcept { return text_form_; }
  void text_form(TextForm form) noexcept { text_form_ = form; }

  /// Writes a string: length with the terminating zero, characters, zero. Throws CORBA::BAD_PARAM for an embedded zero
  /// and CORBA::MARSHAL for a string of 4 GiB or more.
  void put_string(std::string_view text) {
    constexpr std::size_t around = 3 + sizeof(std::uint32_t) + 1;  // padding, length, zero
    if (text.size() <= detail::short_text_max && keeps_octets(true) && room() >= around + text.size()) [[likely]] {
      const auto length = static_cast<std::uint32_t>(text.size() + 1);
      const std::size_t padding = padding_to(sizeof length);
      std::byte* const at = cursor_ + padding;
      std::memset(cursor_, 0, sizeof length);
      std::memcpy(at, &length, sizeof length);
      if (!detail::copy_short(at + sizeof length, text.data(), text.size())) [[likely]] {
        at[sizeof length + text.size()] = std::byte{0};
        cursor_ = at + sizeof length + length;
        return;
      }
    }
    put_any_string(text);
  }
  /// Like put_string(), for a string that stays valid until the message has been sent or abandoned.
  void put_lasting_string(const std::string& text) {
    if (!keeps_octets(true) || room() < short_string_octets_max) [[unlikely]]
      return put_long_string(text);
    put_string_behind(at(), detail::rounded_up(at(), sizeof(std::uint32_t)), text);
  }
  /// Maximum size of a short string in octets, including padding and the octets after it that are overwritten.
  static constexpr std::size_t short_string_octets_max = 3 + sizeof(std::uint32_t) + detail::short_text_room;
  /// Writes a string at the aligned offset `begin`, where octets before `behind` have been stored. Requires
  /// keeps_octets(true) and room for short_string_octets_max octets.
  void put_string_behind(std::size_t behind, std::size_t begin, const std::string& text) {
    const std::size_t octets = detail::store_short_text(origin_, behind, begin, text);
    if (octets == 0) [[unlikely]]
      return put_long_string_behind(behind, text);
    cursor_ = origin_ + begin + octets;
  }
  /// Writes a repository id or an IDL name: ASCII, which has the same octets in every code set (CORBA 3.3 part 2,
  /// 9.3.2.7), so that it can be sent to a peer with which no code set has been agreed on. Throws like put_string().
  void put_identifier(std::string_view text);
  /// Throws CORBA::BAD_PARAM for an embedded zero.
  static void check_no_zero(std::string_view text) {
    if (!text.empty() && std::memchr(text.data(), 0, text.size()) != nullptr) [[unlikely]]
      embedded_zero(text);
  }
  /// Writes single characters, without a length. This, put_wchar() and put_wstring() throw CORBA::DATA_CONVERSION for a
  /// character that does not exist in the peer's code set, CORBA::CODESET_INCOMPATIBLE if the peers have no code set in
  /// common.
  void put_chars(const char* characters, std::size_t count) {
    if (text_form_.narrow != NarrowForm::latin1) [[unlikely]]
      check_chars(characters, count);
    put_octets(characters, count);
  }
  /// Write wide characters. Also throw CORBA::MARSHAL in GIOP 1.0, which has no wide characters, CORBA::INV_OBJREF if
  /// the object accepts none, and CORBA::BAD_PARAM for a zero character in a string.
  void put_wchar(wchar_t character);
  void put_wstring(std::wstring_view text);
  /// Writes an IEEE quadruple, converted from this machine's long double.
  void put_long_double(long double value);

  /// Writes a sequence's length. Throws CORBA::MARSHAL above 2^32 - 1.
  void put_length(std::size_t length) {
    if (length > 0xffff'ffffU) [[unlikely]]
      length_too_large(length);
    put(static_cast<std::uint32_t>(length));
  }

  /// Ensures room for `octets` more octets, so that writing them needs no growth.
  void need(std::size_t octets) {
    if (static_cast<std::size_t>(end_ - cursor_) < octets) [[unlikely]]
      grow(octets);
  }

  /// Appends `octets` unaligned octets and returns a pointer to them; the caller fills all of them. The pointer is
  /// valid until anything else is written.
  std::byte* append(std::size_t octets) {
    need(octets);
    std::byte* const at = cursor_;
    cursor_ += octets;
    return at;
  }

  /// Overwrites a ulong written before. `offset` counts from the buffer's first octet, is aligned, and `offset + 4 <=
  /// size()`.
  void patch(std::size_t offset, std::uint32_t value) noexcept {
    if (swap_) value = reversed(value);
    std::memcpy(buffer_->data() + offset, &value, sizeof value);
  }

  /// An encapsulation (CORBA 3.3 part 2, 9.3.3), encoded as a sequence of octets: between open and close, alignment
  /// counts from its byte-order octet. Encapsulations nest; close them in reverse order.
  struct Encapsulation {
    std::size_t length_at;
    std::size_t outer_origin;
  };
  Encapsulation open_encapsulation();
  void close_encapsulation(Encapsulation opened) noexcept;

  /// The record of the values written into the message so far; nullptr if there is none.
  WritingValues* values() const noexcept { return values_; }
  void values(WritingValues* account) noexcept { values_ = account; }

 private:
  std::size_t padding_to(std::size_t alignment) const noexcept {
    return static_cast<std::size_t>(origin_ - cursor_) & (alignment - 1);
  }
  // Stores a whole word, for which the buffer has slack, instead of computing how many zeros are needed.
  void pad(std::size_t padding) noexcept {
    std::memset(cursor_, 0, Buffer::slack);
    cursor_ += padding;
  }
  void grow(std::size_t octets);
  bool may_go_apart() const noexcept;
  void drain();
  void put_long_string(const std::string& text);
  void put_long_string_behind(std::size_t behind, const std::string& text);
  bool send_string_in_place(const std::string& text);
  bool send_in_place(const void* data, std::size_t octets, std::size_t alignment);
  void check_chars(const char* characters, std::size_t count) const;
  void put_any_string(std::string_view text);
  [[noreturn]] static void embedded_zero(std::string_view text);
  [[noreturn]] static void length_too_large(std::size_t length);

  std::byte* cursor_;
  std::byte* end_;
  std::byte* origin_;  // the address from which alignment counts
  Buffer* buffer_;
  bool swap_;
  bool counts_ = false;
  TextForm text_form_;
  WritingValues* values_ = nullptr;
  std::size_t drained_ = 0;

  friend std::size_t octets_of_message(function_ref<void(Encoder&)>, std::endian, const Buffer*);
};

}  // namespace dimma::cdr
