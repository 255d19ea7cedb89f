#pragma once
/// The stream from which generated code reads values in Common Data Representation (CORBA 3.3 part 2, 9.3). Internal to
/// dimma; applications do not need it.

#include <dimma/classic/generated/interface.hpp>
#include <dimma/classic/generated/output.hpp>

namespace dimma {

namespace cdr {
class Decoder;
}

namespace classic {

class Input;

/// Reads a reference, and returns a new stub for it, which the caller owns, as Object::_as would return it; null for
/// nil. Defined with the references.
void* read_object(Input& in, const Interface& type);

namespace detail {
// Like _write_reference.
template <class T>
void _read_reference(Input& in, T*& object) {
  object = static_cast<T*>(read_object(in, classic::interface_of<T>()));
}

template <std::size_t Octets>
struct Reversed;
template <>
struct Reversed<1> {
  typedef std::uint8_t Bits;
  static Bits of(Bits bits) { return bits; }
};
template <>
struct Reversed<2> {
  typedef std::uint16_t Bits;
  static Bits of(Bits bits) { return __builtin_bswap16(bits); }
};
template <>
struct Reversed<4> {
  typedef std::uint32_t Bits;
  static Bits of(Bits bits) { return __builtin_bswap32(bits); }
};
template <>
struct Reversed<8> {
  typedef std::uint64_t Bits;
  static Bits of(Bits bits) { return __builtin_bswap64(bits); }
};

/// Returns the number at `from`, whose octets are in reverse order if `swap` is true.
template <class T>
T load(const unsigned char* from, bool swap) {
  T value;
  if (swap && sizeof(T) > 1) {
    typename Reversed<sizeof(T)>::Bits bits;
    std::memcpy(&bits, from, sizeof bits);
    bits = Reversed<sizeof(T)>::of(bits);
    std::memcpy(&value, &bits, sizeof value);
  } else {
    std::memcpy(&value, from, sizeof value);
  }
  return value;
}
}  // namespace detail

/// Reads consecutive values from the message of a cdr::Decoder. The octets are not trusted: each length is checked
/// against the rest of the message before it is used. The Decoder must outlive this, and is not used by others
/// meanwhile; it continues after the values when this is destroyed. Not thread-safe. Every function throws the MARSHAL
/// of the modern mapping, with the completion status of the message, if the octets end too early or are malformed; the
/// library translates it where a call ends.
class Input {
 public:
  /// For the library: src/classic/streams/over.hpp defines these.
  explicit Input(cdr::Decoder& decoder);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Reads a number or an octet.
  template <class T>
  T get() {
    static_assert(detail::IsNumber<T>::value && !std::is_same<T, bool>::value, "get_char() and the like read others");
    const std::size_t padding = sizeof(T) > 1 ? static_cast<std::size_t>(base_ - at_) & (sizeof(T) - 1) : 0;
    T value;
    if (remaining() < padding + sizeof(T)) {
      get_slowly(&value, sizeof(T));
    } else {
      value = detail::load<T>(at_ + padding, swap_);
      at_ += padding + sizeof(T);
    }
    return value;
  }
  /// Reads consecutive numbers or octets.
  template <class T>
  void get_block(T* values, std::size_t count) {
    static_assert(detail::IsNumber<T>::value && !std::is_same<T, bool>::value, "get_chars() and the like read others");
    if (count == 0) return;
    const std::size_t padding = sizeof(T) > 1 ? static_cast<std::size_t>(base_ - at_) & (sizeof(T) - 1) : 0;
    const bool converts = swap_ && sizeof(T) > 1;
    if (converts || remaining() < padding || count > (remaining() - padding) / sizeof(T)) {
      return get_block_slowly(values, count, sizeof(T));
    }
    std::memcpy(values, at_ + padding, count * sizeof(T));
    at_ += padding + count * sizeof(T);
  }

  /// Read Booleans. Refuse octets other than 0 and 1.
  CORBA::Boolean get_boolean() {
    const CORBA::Octet octet = get<CORBA::Octet>();
    if (octet > 1) malformed("a boolean that is neither 0 nor 1");
    return octet != 0;
  }
  void get_booleans(CORBA::Boolean* values, std::size_t count);

  /// Read characters, converted from the code set of the peer.
  CORBA::Char get_char() {
    CORBA::Char character;
    get_chars(&character, 1);
    return character;
  }
  void get_chars(CORBA::Char* characters, std::size_t count) {
    get_block(reinterpret_cast<CORBA::Octet*>(characters), count);
    if (!keeps_chars_) check_chars(characters, count);
  }
  CORBA::WChar get_wchar();
  /// Return a new string, which the caller frees with string_free(). Refuse one that is longer than `bound`, if that is
  /// not 0.
  CORBA::Char* get_string(CORBA::ULong bound = 0);
  CORBA::WChar* get_wstring(CORBA::ULong bound = 0);
  CORBA::LongDouble get_long_double();
  /// Reads the number of an enumerator, and refuses those from `count` on.
  CORBA::ULong get_enum(CORBA::ULong count) {
    const CORBA::ULong number = get<CORBA::ULong>();
    if (number >= count) malformed("an enumerator out of range");
    return number;
  }
  /// Returns a new reference of the stub class T, or a value, which the caller releases; null for nil.
  template <class T>
  T* get_object() {
    using detail::_read_reference;
    T* object = nullptr;
    _read_reference(*this, object);
    return object;
  }

  /// Reads a sequence's length. Refuses one above `bound`, if that is not 0, and one for whose elements, of at least
  /// `element_octets_min` octets each, the message is too short.
  CORBA::ULong get_length(std::size_t element_octets_min, CORBA::ULong bound = 0) {
    const CORBA::ULong length = get<CORBA::ULong>();
    if (bound != 0 && length > bound) malformed("a sequence longer than its bound");
    const std::size_t free = remaining() < spoken_for_ ? 0 : remaining() - spoken_for_;
    if (length > free / (element_octets_min == 0 ? 1 : element_octets_min)) check_length(length, element_octets_min);
    return length;
  }

  /// Exists while the elements of a sequence are read one by one. Limits the nesting, and reserves the fewest octets of
  /// the elements to come, so that the sequences within them cannot each claim the rest of the message.
  class Elements {
   public:
    Elements(Input& in, CORBA::ULong length, std::size_t element_octets_min)
        : in_(in), before_(in.spoken_for_), element_octets_min_(element_octets_min) {
      in.enter();
      in.spoken_for_ += length * element_octets_min;
    }
    ~Elements() {
      in_.spoken_for_ = before_;
      --in_.depth_;
    }
    Elements(const Elements&) = delete;
    Elements& operator=(const Elements&) = delete;
    /// Called before each element.
    void next() { in_.spoken_for_ -= element_octets_min_; }

   private:
    Input& in_;
    std::size_t before_;
    std::size_t element_octets_min_;
  };

  /// For values whose offsets are known (fixed_layout.hpp): like those of Output. remaining() is the number of unread
  /// octets that have arrived.
  const unsigned char* base() const { return base_; }
  std::size_t at() const { return static_cast<std::size_t>(at_ - base_); }
  void taken_to(std::size_t end) { at_ = base_ + end; }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }
  bool swaps() const { return swap_; }
  bool keeps_chars() const { return keeps_chars_; }

  /// Throws MARSHAL with a text that names the fault and its offset.
  [[noreturn]] void malformed(const char* fault);

  /// For the library, which uses the Decoder itself: like those of Output.
  cdr::Decoder& commit();
  void reload();

 private:
  static const unsigned depth_limit = 512;

  void enter() {
    if (++depth_ > depth_limit) {
      --depth_;
      malformed("values nested too deeply: more than 512 levels");
    }
  }
  __attribute__((cold)) void get_slowly(void* value, std::size_t octets);
  void get_block_slowly(void* values, std::size_t count, std::size_t element_octets);
  __attribute__((cold)) void check_chars(const CORBA::Char* characters, std::size_t count);
  __attribute__((cold)) void check_length(CORBA::ULong length, std::size_t element_octets_min);
  CORBA::Char* get_any_string(CORBA::ULong bound);

  const unsigned char* at_;
  const unsigned char* end_;
  const unsigned char* base_;  // the origin of alignment
  cdr::Decoder* decoder_;
  std::size_t spoken_for_;  // the fewest octets of the elements to come of the sequences that are being read
  unsigned depth_;
  bool swap_;
  bool keeps_chars_;
};

}  // namespace classic
}  // namespace dimma
