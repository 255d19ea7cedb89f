#pragma once
/// Octets to values in Common Data Representation (CORBA 3.3 part 2, 9.3).

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
  /// Keeps it from ending, for values that are decoded later.
  virtual std::shared_ptr<Context> share() = 0;
  /// The factory of values with that repository id; nullptr when nobody registered one.
  virtual std::shared_ptr<CORBA::ValueFactoryBase> value_factory(std::string_view) { return nullptr; }
  /// The ORB whose references are decoded; nullptr: none can be decoded.
  virtual orb::OrbState* orb() noexcept { return nullptr; }
  /// The connection that the octets came over, where the objects of references in them may be called over that;
  /// otherwise nullptr.
  virtual std::shared_ptr<channel::CallbackPath> callback_path() noexcept { return nullptr; }

 protected:
  ~Context() = default;
};

/// Reads values out of octets that somebody else owns and that must outlive it. The octets are not trusted: each
/// length is checked against what is left before it is believed. Not thread safe.
/// Every reading function throws CORBA::MARSHAL, with the completion status given at construction, when the octets
/// end too early or do not say what is asked of them.
class Decoder {
 public:
  /// `position` is the offset of octets[0] from where alignment counts, modulo 8.
  explicit Decoder(std::span<const std::byte> octets, std::endian order = std::endian::native,
                   CORBA::CompletionStatus completed = CORBA::COMPLETED_NO, std::size_t position = 0) noexcept
      : cursor_(octets.data()),
        end_(octets.data() + octets.size()),
        begin_(octets.data()),
        origin_(reinterpret_cast<std::uintptr_t>(octets.data()) - (position & 7U)),
        swap_(order != std::endian::native),
        completed_(completed) {}

  /// Begins to decode other octets, after the first `offset` of them, as those before were: of the same order, at the
  /// same alignment, and at hand as a whole. There are as many at least.
  void begin_again(std::span<const std::byte> octets, std::size_t offset) noexcept {
    origin_ += reinterpret_cast<std::uintptr_t>(octets.data()) - reinterpret_cast<std::uintptr_t>(begin_);
    begin_ = octets.data();
    cursor_ = begin_ + offset;
    end_ = begin_ + octets.size();
    spoken_for_ = 0;
    depth_ = 0;
    values_ = nullptr;
  }

  /// Octets that are at hand.
  std::size_t remaining() const noexcept { return static_cast<std::size_t>(end_ - cursor_); }
  /// Those and the ones that are still to arrive, or in other parts of the message.
  std::size_t left() const noexcept {
    return comes_in_pieces() ? static_cast<std::size_t>(message_end() - cursor_) : remaining();
  }
  /// Octets read so far.
  std::size_t offset() const noexcept { return static_cast<std::size_t>(cursor_ - begin_); }
  /// The offset of the next octet from where alignment counts, modulo 8.
  std::size_t position() const noexcept { return (reinterpret_cast<std::uintptr_t>(cursor_) - origin_) & 7U; }
  std::endian order() const noexcept {
    return swap_ == (std::endian::native == std::endian::little) ? std::endian::big : std::endian::little;
  }
  CORBA::CompletionStatus completed() const noexcept { return completed_; }
  void completed(CORBA::CompletionStatus status) noexcept { completed_ = status; }
  /// True if the octets are in the other byte order than this machine's.
  bool swaps() const noexcept { return swap_; }
  /// The origin of alignment, modulo 8.
  const std::byte* base() const noexcept { return reinterpret_cast<const std::byte*>(origin_); }
  /// The next octet's offset from there.
  std::size_t at() const noexcept { return reinterpret_cast<std::uintptr_t>(cursor_) - origin_; }
  /// Skips to an offset, of octets that are at hand.
  void taken_to(std::size_t end) noexcept { cursor_ = base() + end; }
  /// True if characters, if there are any, are taken without a check or a conversion.
  bool keeps_chars(bool any) const noexcept { return !any || text_form_.narrow == NarrowForm::latin1; }
  /// True if keeps_chars() holds, and so are numbers.
  bool keeps_octets(bool any_chars) const noexcept { return !swap_ && keeps_chars(any_chars); }
  std::span<const std::byte> rest() const noexcept { return {cursor_, remaining()}; }

  /// The octets are the first ones of a message that is still arriving: whatever is read that is not there yet is
  /// waited for. `rest` must outlive the decoder and its copies. Not handed on to encapsulations, which are there as a
  /// whole.
  void arrival(Arrival* rest) noexcept { arrival_ = rest; }
  bool is_arriving() const noexcept { return arrival_ != nullptr; }
  /// The first `octets` are a message in parts in each of which alignment counts anew, and PartEnds follow them
  /// (parts.hpp). To be said before anything is read. At hand is then what is in the same part. Not handed on to
  /// encapsulations, which have an alignment of their own.
  [[gnu::cold]] void in_parts(std::size_t octets) noexcept;
  /// True if more may follow than is at hand: the octets are those of a message that is arriving, or in parts.
  bool comes_in_pieces() const noexcept { return arrival_ != nullptr || parts_ != nullptr; }
  /// Waits for the whole message. Throws where it is in parts, and not all of it that is left is in the same.
  void await_all();
  /// Waits until so many octets are at hand, if the message has them; gives how many are.
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

  /// A number, character or octet at its natural alignment.
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
  /// A boolean; anything but 0 and 1 is malformed.
  bool get_boolean() {
    const auto octet = get<std::uint8_t>();
    if (octet > 1) [[unlikely]]
      malformed("a boolean that is neither 0 nor 1");
    return octet != 0;
  }

  /// The next `size` octets, without a conversion. The view is valid as long as the decoder's octets.
  std::span<const std::byte> get_octets(std::size_t size) {
    require(size);
    const std::span<const std::byte> view{cursor_, size};
    cursor_ += size;
    return view;
  }

  /// The octets of a block of `count` primitives, at least one, in the message's byte order.
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

  /// The same, copied to where they belong as soon as they arrive.
  template <class T>
  void copy_block(std::byte* to, std::size_t count) {
    if (comes_in_pieces() && !is_at_hand<T>(count)) [[unlikely]] {
      align(sizeof(T));
      return receive(to, count * sizeof(T), sizeof(T));
    }
    const std::span<const std::byte> octets = block_octets<T>(count);
    std::memcpy(to, octets.data(), octets.size());
  }
  /// Throws unless a block of `count` primitives is there or may still arrive.
  template <class T>
  void expect_block(std::size_t count) {
    if (count > left() / sizeof(T)) [[unlikely]]
      underflow(count, sizeof(T));
  }

  /// A block of `count` primitives into `values`.
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

  /// A block of `count` primitives in place of what `values` held, written once: a vector is not zeroed first.
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

  /// A string's characters without the terminating zero; valid as long as the decoder's octets. One without that zero
  /// or with another one is malformed; a length of 0, which some ORBs send for an empty string, is taken as empty.
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
  /// The same, converted from the code set that the peer sends in. Throws CORBA::DATA_CONVERSION for a character that
  /// ISO 8859-1 does not have.
  void get_string(std::string& text);
  /// The maximum size of a short string in octets, including padding and the octets after it that are looked at.
  static constexpr std::size_t short_string_octets_max = 3 + sizeof(std::uint32_t) + detail::short_text_room;
  /// The same at the aligned offset `begin`, after what has been read up to `behind`. To be called only if
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
  /// Throws CORBA::DATA_CONVERSION where one of them is no character by itself in the code set that the peer sends in.
  void check_chars(const char* characters, std::size_t count) const;
  /// Wide characters; CORBA::DATA_CONVERSION for octets that are no character, CORBA::MARSHAL in GIOP 1.0,
  /// CORBA::CODESET_INCOMPATIBLE if no code set could be agreed on.
  wchar_t get_wchar();
  void get_wstring(std::wstring& text);
  /// An IEEE quadruple, rounded to this machine's long double.
  long double get_long_double();

  /// As Encoder::text_form(). Handed on to the decoders of encapsulations.
  const TextForm& text_form() const noexcept { return text_form_; }
  void text_form(TextForm form) noexcept { text_form_ = form; }

  /// A sequence's length, refused unless that many elements of at least `element_octets_min` octets can follow, beside
  /// what the elements to come of enclosing sequences take (see Elements).
  std::uint32_t get_length(std::size_t element_octets_min) {
    const auto length = get<std::uint32_t>();
    const std::size_t free = remaining() < spoken_for_ ? 0 : remaining() - spoken_for_;
    if (length > free / (element_octets_min == 0 ? 1 : element_octets_min)) [[unlikely]]
      check_length(length, element_octets_min);
    return length;
  }

  /// Held while the elements of a sequence are read one by one: guards the nesting, and sets aside the octets that the
  /// elements to come take at least, so that nested sequences cannot each claim the whole rest of a message. Whatever
  /// lengths a message claims, the elements made room for stay in proportion to its octets.
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
    /// To be called before each element, or after so many at once that have no sequences in them.
    void next(std::size_t elements = 1) noexcept { in_.spoken_for_ -= elements * element_octets_min_; }

   private:
    Decoder& in_;
    std::size_t before_;
    std::size_t element_octets_min_;
  };

  /// An encapsulation: a decoder of its own for the octets of the sequence that follows.
  /// Throws CORBA::MARSHAL when it lacks its byte-order octet.
  Decoder get_encapsulation();

  /// Guards recursion: each sequence, map, optional member and Any enters, and within an Any each struct, union and
  /// alias as well; too many within each other are malformed.
  void enter() {
    if (++depth_ > depth_limit) [[unlikely]]
      malformed("values nested too deeply: more than 512 levels");
  }
  void exit() noexcept { --depth_; }
  static constexpr std::uint32_t depth_limit = 512;
  static_assert(depth_limit == 512, "the message says the limit");

  /// The context of the decoding, for values that need more than octets (object references need their ORB); nullptr if
  /// there is none. Handed on to the decoders of encapsulations.
  Context* context() const noexcept { return context_; }
  void context(Context* value) noexcept { context_ = value; }

  /// The values of the message that have been read so far; nullptr while nobody keeps an account of them. Not handed on
  /// to the decoders of encapsulations, where sharing ends.
  ReadingValues* values() const noexcept { return values_; }
  void values(ReadingValues* account) noexcept { values_ = account; }

  /// Throws CORBA::MARSHAL naming what is wrong and at which offset.
  [[noreturn]] void malformed(const char* what) const;

 private:
  std::size_t padding_to(std::size_t alignment) const noexcept {
    return (origin_ - reinterpret_cast<std::uintptr_t>(cursor_)) & (alignment - 1);
  }
  void require(std::size_t octets) {
    if (remaining() < octets) [[unlikely]]
      reach(1, octets);
  }
  // Waits for what is still to arrive; where the state of a value goes on in another chunk, goes there; throws unless
  /// `octets` follow at the alignment. The padding up to them.
  std::size_t reach(std::size_t alignment, std::size_t octets);
  std::size_t reach_part(std::size_t alignment, std::size_t octets);
  void enter_part_with(const std::byte* octet) noexcept;
  const std::byte* message_end() const noexcept { return arrival_ != nullptr ? arrival_->message_end() : parts_; }
  template <class T>
  bool is_at_hand(std::size_t count) const noexcept {
    const std::size_t padding = padding_to(sizeof(T));
    return padding <= remaining() && count <= (remaining() - padding) / sizeof(T);
  }
  // Each element is taken as soon as it is there.
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
  // Room for arriving octets is made in steps of this length, so that they are still in the cache when they come.
  static constexpr std::size_t room_at_once = std::size_t{256} << 10;
  // Octets of a message that comes in pieces, elements of so many each, to where they belong.
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
  std::uintptr_t origin_;       // the address that alignment counts from
  std::size_t spoken_for_ = 0;  // octets that elements still to come of enclosing sequences take at least
  bool swap_;
  CORBA::CompletionStatus completed_;
  TextForm text_form_;
  std::uint32_t depth_ = 0;
  Context* context_ = nullptr;
  ReadingValues* values_ = nullptr;
  Arrival* arrival_ = nullptr;        // nullptr: all is there
  const std::byte* parts_ = nullptr;  // the end of a message in parts, which its PartEnds follow

  friend class ReadingValues;
};

}  // namespace dimma::cdr
