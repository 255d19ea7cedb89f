#pragma once
/// Decodes values in Common Data Representation (CORBA 3.3 part 2, 9.3).

#include <dimma/exception.hpp>
#include <dimma/generated/cdr/arrival.hpp>
#include <dimma/generated/cdr/large_memory.hpp>
#include <dimma/generated/cdr/loading.hpp>
#include <dimma/generated/cdr/short_text.hpp>
#include <dimma/generated/cdr/text.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace CORBA {
class ValueFactoryBase;
}

namespace dimma::orb {
class OrbState;
}
namespace dimma::channel {
class CallbackPath;
}

namespace dimma::cdr {

class ReadingValues;

/// Provides decoders with the objects that some values need in addition to their octets. Implemented by the ORB, for
/// its messages.
class Context {
 public:
  /// Returns an owning reference to this, for values that are decoded later.
  virtual std::shared_ptr<Context> share() = 0;
  /// Returns the factory of values with this repository id; nullptr if none is registered.
  virtual std::shared_ptr<CORBA::ValueFactoryBase> value_factory(std::string_view) { return nullptr; }
  /// Returns the ORB for decoded references; nullptr if references cannot be decoded.
  virtual orb::OrbState* orb() noexcept { return nullptr; }
  /// Returns the connection over which the octets came if calls through references in them may use it (bidirectional
  /// GIOP), otherwise nullptr.
  virtual std::shared_ptr<channel::CallbackPath> callback_path() noexcept { return nullptr; }

 protected:
  ~Context() = default;
};

/// Decodes values from octets that the decoder does not own, and that must outlive it. The octets are not trusted: each
/// length is checked against the remaining octets before it is used. Not thread-safe. Every reading function throws
/// CORBA::MARSHAL, with the completion status given at construction, if the octets end too early or are malformed.
class Decoder {
 public:
  /// `position` is the offset of octets[0] from the origin of alignment, modulo 8.
  explicit Decoder(std::span<const std::byte> octets, std::endian order = std::endian::native,
                   CORBA::CompletionStatus completed = CORBA::COMPLETED_NO, std::size_t position = 0) noexcept
      : cursor_(octets.data()),
        end_(octets.data() + octets.size()),
        begin_(octets.data()),
        origin_(reinterpret_cast<std::uintptr_t>(octets.data()) - (position & 7U)),
        swap_(order != std::endian::native),
        completed_(completed) {}

  /// Continues with other octets, after the first `offset` of them, with the byte order and alignment of the previous
  /// octets. All of these octets are available; there are at least `offset` of them.
  void begin_again(std::span<const std::byte> octets, std::size_t offset) noexcept {
    origin_ += reinterpret_cast<std::uintptr_t>(octets.data()) - reinterpret_cast<std::uintptr_t>(begin_);
    begin_ = octets.data();
    cursor_ = begin_ + offset;
    end_ = begin_ + octets.size();
    spoken_for_ = 0;
    depth_ = 0;
    values_ = nullptr;
  }

  /// Returns the number of unread octets that are available. Octets are available if they have arrived and are in the
  /// current part.
  std::size_t remaining() const noexcept { return static_cast<std::size_t>(end_ - cursor_); }
  /// Returns the number of unread octets, including those that have yet to arrive or are in other parts of the message.
  std::size_t left() const noexcept {
    return comes_in_pieces() ? static_cast<std::size_t>(message_end() - cursor_) : remaining();
  }
  /// Returns the number of octets read so far.
  std::size_t offset() const noexcept { return static_cast<std::size_t>(cursor_ - begin_); }
  /// Returns the offset of the next octet from the origin of alignment, modulo 8.
  std::size_t position() const noexcept { return (reinterpret_cast<std::uintptr_t>(cursor_) - origin_) & 7U; }
  std::endian order() const noexcept {
    return swap_ == (std::endian::native == std::endian::little) ? std::endian::big : std::endian::little;
  }
  CORBA::CompletionStatus completed() const noexcept { return completed_; }
  void completed(CORBA::CompletionStatus status) noexcept { completed_ = status; }
  /// Returns true if the octets are not in this machine's byte order.
  bool swaps() const noexcept { return swap_; }
  /// Returns the address from which alignment counts, or one that differs from it by a multiple of 8.
  const std::byte* base() const noexcept { return reinterpret_cast<const std::byte*>(origin_); }
  /// Returns the offset of the next octet from base().
  std::size_t at() const noexcept { return reinterpret_cast<std::uintptr_t>(cursor_) - origin_; }
  /// Skips to an offset from base() within the available octets.
  void taken_to(std::size_t end) noexcept { cursor_ = base() + end; }
  /// Returns true if characters are read without a check or a conversion, or if there are none (`any` is false).
  bool keeps_chars(bool any) const noexcept { return !any || text_form_.narrow == NarrowForm::latin1; }
  /// Returns true if keeps_chars() is true and numbers are read unchanged, too.
  bool keeps_octets(bool any_chars) const noexcept { return !swap_ && keeps_chars(any_chars); }
  std::span<const std::byte> rest() const noexcept { return {cursor_, remaining()}; }

  /// Declares the octets to be the first of a message that is still arriving: reading waits for octets that have not
  /// arrived. `rest` must outlive the decoder and its copies. Does not apply to decoders of encapsulations, which have
  /// arrived completely.
  void arrival(Arrival* rest) noexcept { arrival_ = rest; }
  bool is_arriving() const noexcept { return arrival_ != nullptr; }
  /// Declares the first `octets` octets to be a message in parts, each aligned on its own, followed by PartEnds
  /// (parts.hpp). Called before anything is read. Only octets of the current part are then available. Does not apply to
  /// decoders of encapsulations, which have their own alignment.
  [[gnu::cold]] void in_parts(std::size_t octets) noexcept;
  /// Returns true if there may be more octets than are available, since the message is arriving or in parts.
  bool comes_in_pieces() const noexcept { return arrival_ != nullptr || parts_ != nullptr; }
  /// Waits for the whole message. Throws if the message is in parts, and its remaining octets are in more than one
  /// part.
  void await_all();
  /// Waits until `octets` octets are available, or all that the message has. Returns the number of available octets.
  std::size_t await(std::size_t octets);

  /// Skips to a multiple of `alignment`, a power of two up to 8.
  void align(std::size_t alignment) {
    std::size_t padding = padding_to(alignment);
    if (remaining() < padding) [[unlikely]]
      padding = reach(alignment, 0);
    cursor_ += padding;
  }
  void skip(std::size_t octets) {
    require(octets);
    cursor_ += octets;
  }

  /// Reads a number, character or octet at its natural alignment.
  template <Primitive T>
  T get() {
    std::size_t padding = padding_to(sizeof(T));
    if (remaining() < padding + sizeof(T)) [[unlikely]]
      padding = reach(sizeof(T), sizeof(T));
    cursor_ += padding;
    const T value = detail::load<T>(cursor_, swap_);
    cursor_ += sizeof(T);
    return value;
  }
  template <Primitive T>
  void get(T& value) {
    value = get<T>();
  }
  /// Reads a boolean. Throws for values other than 0 and 1.
  bool get_boolean() {
    const auto octet = get<std::uint8_t>();
    if (octet > 1) [[unlikely]]
      malformed("a boolean that is neither 0 nor 1");
    return octet != 0;
  }

  /// Returns the next `size` octets without conversion. The view is valid as long as the decoder's octets.
  std::span<const std::byte> get_octets(std::size_t size) {
    require(size);
    const std::span<const std::byte> view{cursor_, size};
    cursor_ += size;
    return view;
  }

  /// Returns the octets of a block of `count` primitives, at least one, in the message's byte order.
  template <class T>
  std::span<const std::byte> block_octets(std::size_t count) {
    std::size_t padding = padding_to(sizeof(T));
    if (remaining() <= padding) [[unlikely]]
      padding = reach(sizeof(T), values_ == nullptr ? 0 : sizeof(T));
    cursor_ += padding;
    if (count > remaining() / sizeof(T) && count > await(count * sizeof(T)) / sizeof(T)) [[unlikely]]
      underflow(count, sizeof(T));
    return get_octets(count * sizeof(T));
  }

  /// Copies a block of primitives to its destination, in the message's byte order, as its octets arrive.
  template <class T>
  void copy_block(std::byte* to, std::size_t count) {
    if (comes_in_pieces() && !is_at_hand<T>(count)) [[unlikely]] {
      align(sizeof(T));
      return receive(to, count * sizeof(T), sizeof(T));
    }
    const std::span<const std::byte> octets = block_octets<T>(count);
    std::memcpy(to, octets.data(), octets.size());
  }
  /// Throws unless a block of `count` primitives has arrived or may still arrive.
  template <class T>
  void expect_block(std::size_t count) {
    if (count > left() / sizeof(T)) [[unlikely]]
      underflow(count, sizeof(T));
  }

  /// Reads a block of `count` primitives into `values`, in this machine's byte order.
  template <Primitive T>
  void get_block(T* values, std::size_t count) {
    if (count == 0) return;
    copy_block<T>(reinterpret_cast<std::byte*>(values), count);
    if constexpr (sizeof(T) > 1) {
      if (swap_) {
        for (std::size_t i = 0; i < count; ++i) values[i] = reversed(values[i]);
      }
    }
  }

  /// Replaces the contents of `values` by a block of `count` primitives. Writes them once: a vector is not zeroed
  /// first.
  template <Primitive T, class Vector>
  void assign_block(Vector& values, std::size_t count) {
    if (count == 0) return values.clear();
    if (comes_in_pieces() && !is_at_hand<T>(count)) [[unlikely]]
      return assign_arriving<T>(values, count);
    const std::byte* const first = block_octets<T>(count).data();
    if (values.capacity() < count) {
      values.clear();
      reserve_to_fill(values, count);
    }
    const std::byte* const last = first + count * sizeof(T);
    if (sizeof(T) > 1 && swap_) {
      values.assign(detail::Loading<T, true>{first}, detail::Loading<T, true>{last});
    } else {
      values.assign(detail::Loading<T, false>{first}, detail::Loading<T, false>{last});
    }
  }

  /// Returns a string's characters without the terminating zero; valid as long as the decoder's octets. A string that
  /// lacks the terminating zero, or contains another one, is malformed. A length of 0, sent by some ORBs, means an
  /// empty string.
  std::string_view get_string_view() {
    const auto length = get<std::uint32_t>();
    if (length - 1U <= detail::short_text_max && length <= remaining()) [[likely]] {
      const auto* const text = reinterpret_cast<const char*>(cursor_);
      if (detail::is_short_text(text, length)) [[likely]] {
        cursor_ += length;
        return {text, length - std::size_t{1}};
      }
    }
    return get_any_string_view(length);
  }
  /// Reads a string, converted from the peer's transmission code set. Throws CORBA::DATA_CONVERSION for a character
  /// that does not exist in a native ISO 8859-1.
  void get_string(std::string& text);
  /// Maximum size of a short string in octets, including padding and the octets after it that are read along with it.
  static constexpr std::size_t short_string_octets_max = 3 + sizeof(std::uint32_t) + detail::short_text_room;
  /// Reads a string whose length is at `begin`, the aligned form of `behind`, where the previous value ends. Requires
  /// keeps_octets(true) and short_string_octets_max available octets.
  void get_string_behind(std::size_t behind, std::size_t begin, std::string& text) {
    const std::byte* const base = this->base();
    if (const std::size_t octets = detail::take_short_text(base + begin, text, false)) [[likely]]
      return taken_to(begin + octets);
    taken_to(behind);
    get_any_string(text);
  }
  char get_char() {
    const auto character = get<char>();
    if (text_form_.narrow != NarrowForm::latin1) [[unlikely]]
      check_chars(&character, 1);
    return character;
  }
  /// Throws CORBA::DATA_CONVERSION if one of the octets is not a complete character in the peer's transmission code
  /// set.
  void check_chars(const char* characters, std::size_t count) const;
  /// Read wide characters. Throw CORBA::DATA_CONVERSION for octets that are not a character, CORBA::MARSHAL in GIOP
  /// 1.0, CORBA::CODESET_INCOMPATIBLE if the peers have no code set in common.
  wchar_t get_wchar();
  void get_wstring(std::wstring& text);
  /// Reads an IEEE quadruple and rounds it to this machine's long double.
  long double get_long_double();

  /// The form of characters, see Encoder::text_form(). Passed on to the decoders of encapsulations.
  const TextForm& text_form() const noexcept { return text_form_; }
  void text_form(TextForm form) noexcept { text_form_ = form; }

  /// Reads a sequence's length. Throws unless that many elements of at least `element_octets_min` octets can follow, in
  /// addition to the outstanding elements of enclosing sequences (see Elements).
  std::uint32_t get_length(std::size_t element_octets_min) {
    const auto length = get<std::uint32_t>();
    const std::size_t free = remaining() < spoken_for_ ? 0 : remaining() - spoken_for_;
    if (length > free / (element_octets_min == 0 ? 1 : element_octets_min)) [[unlikely]]
      check_length(length, element_octets_min);
    return length;
  }

  /// Exists while the elements of a sequence are read one by one. Limits the nesting, and reserves the minimum octets
  /// of the outstanding elements, so that nested sequences cannot each claim the rest of the message. Memory for
  /// elements is therefore proportional to the octets of a message, not to the lengths that it claims.
  class Elements {
   public:
    Elements(Decoder& in, std::uint32_t length, std::size_t element_octets_min)
        : in_(in), before_(in.spoken_for_), element_octets_min_(element_octets_min) {
      in.enter();
      in.spoken_for_ += length * element_octets_min;
    }
    ~Elements() {
      in_.spoken_for_ = before_;
      in_.exit();
    }
    Elements(const Elements&) = delete;
    Elements& operator=(const Elements&) = delete;
    /// Called before each element, or once after several elements that contain no sequences.
    void next(std::size_t elements = 1) noexcept { in_.spoken_for_ -= elements * element_octets_min_; }

   private:
    Decoder& in_;
    std::size_t before_;
    std::size_t element_octets_min_;
  };

  /// Reads an encapsulation, a sequence of octets, and returns a decoder for its contents. Throws CORBA::MARSHAL if the
  /// encapsulation lacks its byte-order octet.
  Decoder get_encapsulation();

  /// Limits recursion. Called for each sequence, map, optional member and Any, and within an Any also for each struct,
  /// union and alias. Throws if values are nested too deeply.
  void enter() {
    if (++depth_ > depth_limit) [[unlikely]]
      malformed("values nested too deeply: more than 512 levels");
  }
  void exit() noexcept { --depth_; }
  static constexpr std::uint32_t depth_limit = 512;
  static_assert(depth_limit == 512, "the message gives the limit");

  /// The context for values that need more than octets (object references need their ORB); nullptr if there is none.
  /// Passed on to the decoders of encapsulations.
  Context* context() const noexcept { return context_; }
  void context(Context* value) noexcept { context_ = value; }

  /// The record of the values read so far from the message; nullptr if there is none. Not passed on to the decoders of
  /// encapsulations, since values are not shared across them.
  ReadingValues* values() const noexcept { return values_; }
  void values(ReadingValues* account) noexcept { values_ = account; }

  /// Throws CORBA::MARSHAL with a message that names the fault and its offset.
  [[noreturn]] void malformed(const char* what) const;

 private:
  std::size_t padding_to(std::size_t alignment) const noexcept {
    return (origin_ - reinterpret_cast<std::uintptr_t>(cursor_)) & (alignment - 1);
  }
  void require(std::size_t octets) {
    if (remaining() < octets) [[unlikely]]
      reach(1, octets);
  }
  // Waits for octets that have not arrived, and enters the next chunk if a value's state continues there. Throws unless
  // `octets` octets follow at the alignment. Returns the padding before them.
  std::size_t reach(std::size_t alignment, std::size_t octets);
  std::size_t reach_part(std::size_t alignment, std::size_t octets);
  void enter_part_with(const std::byte* octet) noexcept;
  const std::byte* message_end() const noexcept { return arrival_ != nullptr ? arrival_->message_end() : parts_; }
  template <class T>
  bool is_at_hand(std::size_t count) const noexcept {
    const std::size_t padding = padding_to(sizeof(T));
    return padding <= remaining() && count <= (remaining() - padding) / sizeof(T);
  }
  // Reads the elements as they arrive.
  template <Primitive T, class Vector>
  void assign_arriving(Vector& values, std::size_t count) {
    align(sizeof(T));
    if (values.capacity() < count) {
      values.clear();
      reserve_to_fill(values, count);
    }
    constexpr std::size_t at_once = room_at_once / sizeof(T);
    for (std::size_t done = 0; done < count;) {
      const std::size_t some = detail::smaller(count - done, at_once);
      if (values.size() < done + some) values.resize(done + some);
      get_block(values.data() + done, some);
      done += some;
    }
    values.resize(count);
  }
  // Memory for arriving octets is allocated in steps of this size, so that it is still in the cache when they are
  // written.
  static constexpr std::size_t room_at_once = std::size_t{256} << 10;
  // Copy octets of a message that is still arriving, or in parts, to `to`. Elements are `element_octets` long.
  void receive(std::byte* to, std::size_t octets, std::size_t element_octets);
  void receive_parts(std::byte* to, std::size_t octets, std::size_t element_octets);
  void check_length(std::uint32_t length, std::size_t element_octets_min) const;
  [[noreturn]] void underflow(std::size_t octets) const;
  [[noreturn]] void underflow(std::size_t count, std::size_t element_octets) const;
  [[noreturn]] void length_exceeds(std::uint32_t length) const;
  std::string_view get_any_string_view(std::uint32_t length);
  [[gnu::noinline]] void get_any_string(std::string& text);
  void get_arriving_string(std::string& text, std::uint32_t length);
  void convert(std::string& text) const;
  void convert_if_foreign(std::string& text) const {
    if (text_form_.narrow != NarrowForm::latin1) convert(text);
  }

  const std::byte* cursor_;
  const std::byte* end_;
  const std::byte* begin_;
  std::uintptr_t origin_;       // the address from which alignment counts
  std::size_t spoken_for_ = 0;  // minimum octets of the outstanding elements of enclosing sequences
  bool swap_;
  CORBA::CompletionStatus completed_;
  TextForm text_form_;
  std::uint32_t depth_ = 0;
  Context* context_ = nullptr;
  ReadingValues* values_ = nullptr;
  Arrival* arrival_ = nullptr;        // nullptr if all octets have arrived
  const std::byte* parts_ = nullptr;  // the end of a message in parts, followed by its PartEnds

  friend class ReadingValues;
};

}  // namespace dimma::cdr
