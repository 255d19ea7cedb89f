#pragma once
/// Reads values from octets in Common Data Representation (CORBA 3.3 part 2, 9.3).

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

/// The owner of a decoder, for values that need more than octets: the ORB, for messages of an ORB.
class Context {
 public:
  /// Returns a reference that keeps it alive, for values that are decoded later.
  virtual std::shared_ptr<Context> share() = 0;
  /// Returns the factory of values with that repository id; nullptr if none is registered.
  virtual std::shared_ptr<CORBA::ValueFactoryBase> value_factory(std::string_view) { return nullptr; }
  /// Returns the ORB of the decoded references; nullptr: references can't be decoded.
  virtual orb::OrbState* orb() noexcept { return nullptr; }
  /// Returns the connection over which the octets came, if the objects of references in them may be called over it;
  /// otherwise nullptr.
  virtual std::shared_ptr<channel::CallbackPath> callback_path() noexcept { return nullptr; }

 protected:
  ~Context() = default;
};

/// Reads values from octets that it does not own, and that must outlive it. The octets are not trusted: each length is
/// checked against the rest before it is used. Not thread safe. Every reading function throws CORBA::MARSHAL, with the
/// completion status given at construction, if the octets end too early or are not of the expected form.
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

  /// Begins to decode other octets, after the first `offset` of them, with the byte order and alignment of those
  /// before. All of them are at hand, and there are at least `offset`.
  void begin_again(std::span<const std::byte> octets, std::size_t offset) noexcept {
    origin_ += reinterpret_cast<std::uintptr_t>(octets.data()) - reinterpret_cast<std::uintptr_t>(begin_);
    begin_ = octets.data();
    cursor_ = begin_ + offset;
    end_ = begin_ + octets.size();
    spoken_for_ = 0;
    depth_ = 0;
    values_ = nullptr;
  }

  /// Returns the number of octets at hand.
  std::size_t remaining() const noexcept { return static_cast<std::size_t>(end_ - cursor_); }
  /// Returns the number of octets at hand and of those that are still to arrive, or in other parts of the message.
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
  /// Returns true if the octets are in another byte order than this machine's.
  bool swaps() const noexcept { return swap_; }
  /// Returns the origin of alignment, modulo 8.
  const std::byte* base() const noexcept { return reinterpret_cast<const std::byte*>(origin_); }
  /// Returns the next octet's offset from there.
  std::size_t at() const noexcept { return reinterpret_cast<std::uintptr_t>(cursor_) - origin_; }
  /// Skips to an offset among the octets at hand.
  void taken_to(std::size_t end) noexcept { cursor_ = base() + end; }
  /// Returns true if characters, if there are any, are taken without a check or a conversion.
  bool keeps_chars(bool any) const noexcept { return !any || text_form_.narrow == NarrowForm::latin1; }
  /// Returns true if keeps_chars() is true, and numbers are taken unchanged too.
  bool keeps_octets(bool any_chars) const noexcept { return !swap_ && keeps_chars(any_chars); }
  std::span<const std::byte> rest() const noexcept { return {cursor_, remaining()}; }

  /// Says that the octets are the first ones of a message that is still arriving: reading waits for octets that have
  /// not arrived. `rest` must outlive the decoder and its copies. Not passed on to encapsulations, which have arrived
  /// as a whole.
  void arrival(Arrival* rest) noexcept { arrival_ = rest; }
  bool is_arriving() const noexcept { return arrival_ != nullptr; }
  /// Says that the first `octets` are a message in parts, each with its own origin of alignment, followed by PartEnds
  /// (parts.hpp). To be called before anything is read. Only octets of the same part are then at hand. Not passed on to
  /// encapsulations, which have an alignment of their own.
  [[gnu::cold]] void in_parts(std::size_t octets) noexcept;
  /// Returns true if more octets may follow than are at hand, since the message is arriving or in parts.
  bool comes_in_pieces() const noexcept { return arrival_ != nullptr || parts_ != nullptr; }
  /// Waits for the whole message. Throws if the message is in parts, and the rest of it is not all in the same one.
  void await_all();
  /// Waits until that many octets are at hand, if the message has them. Returns how many are.
  std::size_t await(std::size_t octets);

  /// Skips to a multiple of `alignment` (a power of two, up to 8).
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
  /// Reads a boolean. Values other than 0 and 1 are malformed.
  bool get_boolean() {
    const auto octet = get<std::uint8_t>();
    if (octet > 1) [[unlikely]]
      malformed("a boolean that is neither 0 nor 1");
    return octet != 0;
  }

  /// Returns the next `size` octets, without a conversion. The view is valid as long as the decoder's octets.
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

  /// The same, copied to their destination as soon as they arrive.
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

  /// Reads a block of `count` primitives into `values`.
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

  /// Replaces the contents of `values` by a block of `count` primitives, written once: a vector is not zeroed first.
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

  /// Returns a string's characters without the terminating zero; valid as long as the decoder's octets. A string
  /// without that zero or with another one is malformed. A length of 0, as some ORBs send it, means an empty string.
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
  /// The same, converted from the peer's transmission code set. Throws CORBA::DATA_CONVERSION for a character that ISO
  /// 8859-1 does not have.
  void get_string(std::string& text);
  /// The maximum size of a short string in octets, including padding and the octets after it that are looked at.
  static constexpr std::size_t short_string_octets_max = 3 + sizeof(std::uint32_t) + detail::short_text_room;
  /// The same at the aligned offset `begin`, after octets that have been read up to `behind`. To be called only if
  /// keeps_octets(true), and if that many octets are at hand.
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
  /// Throws CORBA::DATA_CONVERSION if one of them is not a whole character in the peer's transmission code set.
  void check_chars(const char* characters, std::size_t count) const;
  /// Read wide characters. Throw CORBA::DATA_CONVERSION for octets that are not a character, CORBA::MARSHAL in GIOP
  /// 1.0, CORBA::CODESET_INCOMPATIBLE if no code set could be agreed on.
  wchar_t get_wchar();
  void get_wstring(std::wstring& text);
  /// Reads an IEEE quadruple, rounded to this machine's long double.
  long double get_long_double();

  /// Like Encoder::text_form(). Passed on to the decoders of encapsulations.
  const TextForm& text_form() const noexcept { return text_form_; }
  void text_form(TextForm form) noexcept { text_form_ = form; }

  /// Reads a sequence's length. Refuses it unless that many elements of at least `element_octets_min` octets can
  /// follow, in addition to the elements of enclosing sequences that are still to come (see Elements).
  std::uint32_t get_length(std::size_t element_octets_min) {
    const auto length = get<std::uint32_t>();
    const std::size_t free = remaining() < spoken_for_ ? 0 : remaining() - spoken_for_;
    if (length > free / (element_octets_min == 0 ? 1 : element_octets_min)) [[unlikely]]
      check_length(length, element_octets_min);
    return length;
  }

  /// Exists while the elements of a sequence are read one by one. It limits the nesting, and reserves the octets that
  /// the elements to come take at least, so that nested sequences can't each claim the whole rest of a message.
  /// The memory for elements stays in proportion to the octets of a message, not to the lengths that it claims.
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
    /// To be called before each element, or after several at once that contain no sequences.
    void next(std::size_t elements = 1) noexcept { in_.spoken_for_ -= elements * element_octets_min_; }

   private:
    Decoder& in_;
    std::size_t before_;
    std::size_t element_octets_min_;
  };

  /// Returns a separate decoder for the octets of the sequence that follows, an encapsulation. Throws CORBA::MARSHAL if
  /// it lacks its byte-order octet.
  Decoder get_encapsulation();

  /// Limits recursion: each sequence, map, optional member and Any enters, and within an Any each struct, union and
  /// alias as well. Too many within each other are malformed.
  void enter() {
    if (++depth_ > depth_limit) [[unlikely]]
      malformed("values nested too deeply: more than 512 levels");
  }
  void exit() noexcept { --depth_; }
  static constexpr std::uint32_t depth_limit = 512;
  static_assert(depth_limit == 512, "the message gives the limit");

  /// Returns the context of the decoding, for values that need more than octets (object references need their ORB);
  /// nullptr if there is none. Passed on to the decoders of encapsulations.
  Context* context() const noexcept { return context_; }
  void context(Context* value) noexcept { context_ = value; }

  /// Returns the account of the values of the message that have been read so far; nullptr if there is none. Not passed
  /// on to the decoders of encapsulations, where sharing ends.
  ReadingValues* values() const noexcept { return values_; }
  void values(ReadingValues* account) noexcept { values_ = account; }

  /// Throws CORBA::MARSHAL, which names the fault and its offset.
  [[noreturn]] void malformed(const char* what) const;

 private:
  std::size_t padding_to(std::size_t alignment) const noexcept {
    return (origin_ - reinterpret_cast<std::uintptr_t>(cursor_)) & (alignment - 1);
  }
  void require(std::size_t octets) {
    if (remaining() < octets) [[unlikely]]
      reach(1, octets);
  }
  // Waits for octets that are still to arrive, and enters the next chunk if a value's state continues there. Throws
  // unless `octets` follow at the alignment. Returns the padding before them.
  std::size_t reach(std::size_t alignment, std::size_t octets);
  std::size_t reach_part(std::size_t alignment, std::size_t octets);
  void enter_part_with(const std::byte* octet) noexcept;
  const std::byte* message_end() const noexcept { return arrival_ != nullptr ? arrival_->message_end() : parts_; }
  template <class T>
  bool is_at_hand(std::size_t count) const noexcept {
    const std::size_t padding = padding_to(sizeof(T));
    return padding <= remaining() && count <= (remaining() - padding) / sizeof(T);
  }
  // Takes each element as soon as it has arrived.
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
  // Memory for arriving octets is allocated in steps of this length, so that it is still in the cache when they come.
  static constexpr std::size_t room_at_once = std::size_t{256} << 10;
  // Receive octets of a message that comes in pieces, of elements of that length, into their destination.
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
  std::uintptr_t origin_;       // the address of the origin of alignment
  std::size_t spoken_for_ = 0;  // the least octets that elements still to come of enclosing sequences take
  bool swap_;
  CORBA::CompletionStatus completed_;
  TextForm text_form_;
  std::uint32_t depth_ = 0;
  Context* context_ = nullptr;
  ReadingValues* values_ = nullptr;
  Arrival* arrival_ = nullptr;        // nullptr: all octets have arrived
  const std::byte* parts_ = nullptr;  // the end of a message in parts, followed by its PartEnds

  friend class ReadingValues;
};

}  // namespace dimma::cdr
