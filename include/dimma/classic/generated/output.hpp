#pragma once
/// The stream to which generated code writes values in Common Data Representation (CORBA 3.3 part 2, 9.3). Internal to
/// dimma; applications do not need it.

#include <dimma/classic/values/object_var.hpp>
#include <dimma/classic/values/types.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace dimma {

namespace cdr {
class Encoder;
}

namespace classic {

class Output;

/// Writes the reference as an IOR; nil is an IOR without profiles. Defined with the references.
void write_object(Output& out, CORBA::Object* object);

/// The fewest octets of an encoded reference.
template <unsigned Octets>
struct ReferenceOctets {
  enum { value = Octets };
};

namespace detail {
// How references are encoded. For values and abstract interfaces generated code declares an overload of each, which
// argument-dependent look-up finds; these are for objects.
template <class T>
void _write_reference(Output& out, T* object) {
  write_object(out, classic::object_of(object));
}
template <class T>
ReferenceOctets<8> _reference_octets(T*);

template <class T>
struct OctetsOfReference {
  enum { value = decltype(_reference_octets(static_cast<T*>(nullptr)))::value };
};

/// The types that Output::put() and Input::get() know: numbers, and Boolean for the former.
template <class T>
struct IsNumber {
  enum {
    value = std::is_arithmetic<T>::value && !std::is_same<T, char>::value && !std::is_same<T, wchar_t>::value &&
            sizeof(T) <= 8
  };
};
}  // namespace detail

/// Writes consecutive values to the message of a cdr::Encoder, each at its natural alignment. The Encoder must outlive
/// this, and is not used by others meanwhile; it knows the values when this is destroyed. Not thread-safe. Every
/// function may throw the exceptions of Encoder, of the modern mapping, which the library translates where a call ends.
class Output {
 public:
  /// For the library: src/classic/streams/over.hpp defines these.
  explicit Output(cdr::Encoder& encoder);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Writes a number, an octet or a Boolean.
  template <class T>
  void put(T value) {
    static_assert(detail::IsNumber<T>::value, "put_char() and the like write the other types");
    if (!has_room(7 + sizeof(T))) return put_slowly(&value, sizeof(T));
    unsigned char* const at = padded(sizeof(T));
    std::memcpy(at, &value, sizeof(T));
    at_ = at + sizeof(T);
  }
  /// Writes consecutive numbers, octets or Booleans. They stay unchanged until the message has been sent: a long block
  /// is sent from where it is, if the message is sent in parts.
  template <class T>
  void put_block(const T* values, std::size_t count) {
    static_assert(detail::IsNumber<T>::value, "put_chars() and the like write the other types");
    const std::size_t octets = count * sizeof(T);
    if (count == 0) return;
    if (octets >= long_block || !has_room(7 + octets)) return put_block_slowly(values, count, sizeof(T));
    unsigned char* const at = padded(sizeof(T));
    std::memcpy(at, values, octets);
    at_ = at + octets;
  }

  /// Write characters, in the code set that the peer expects.
  void put_char(CORBA::Char character) { put_chars(&character, 1); }
  void put_chars(const CORBA::Char* characters, std::size_t count) {
    if (!keeps_chars_) return put_chars_slowly(characters, count);
    put_block(reinterpret_cast<const CORBA::Octet*>(characters), count);
  }
  void put_wchar(CORBA::WChar character);
  /// Write a string. Throw BAD_PARAM for a null pointer, and for a string longer than `bound`, if that is not 0. A long
  /// string stays unchanged until the message has been sent.
  void put_string(const CORBA::Char* text);
  void put_string(const CORBA::Char* text, CORBA::ULong bound);
  void put_wstring(const CORBA::WChar* text, CORBA::ULong bound = 0);
  void put_long_double(CORBA::LongDouble value);
  /// Writes a reference to an object, or a value.
  template <class T>
  void put_object(T* object) {
    using detail::_write_reference;
    _write_reference(*this, object);
  }
  /// Writes the length of a sequence. Throws BAD_PARAM above `bound`, if that is not 0.
  void put_length(CORBA::ULong length, CORBA::ULong bound = 0) {
    if (bound != 0 && length > bound) refuse_bound(length, bound);
    put(length);
  }

  /// Called between two elements of a sequence, where the message may be divided.
  void drain_if_full() {
    if (at_ >= full_) drain();
  }

  /// For values whose offsets are known (fixed_layout.hpp). base() is the origin of alignment, at() the offset of the
  /// next octet from it; both are valid until anything else is called. has_room() is true if `octets` octets, in this
  /// machine's byte order, fit at the next offset; make_room() grows the buffer if that helps.
  unsigned char* base() { return base_; }
  std::size_t at() const { return static_cast<std::size_t>(at_ - base_); }
  void filled_to(std::size_t end) { at_ = base_ + end; }
  bool has_room(std::size_t octets) const { return static_cast<std::size_t>(end_ - at_) >= octets; }
  bool make_room(std::size_t octets) { return has_room(octets) || grow(octets); }
  /// Returns true if characters need no conversion.
  bool keeps_chars() const { return keeps_chars_; }
  /// Returns true if the message is sent or counted in parts, so that drain_if_full() may do something.
  bool drains() const { return full_ != no_limit(); }

  /// For the library, which uses the Encoder itself: commit() tells it what has been written, reload() goes on after
  /// what it has written.
  cdr::Encoder& commit();
  void reload();

 private:
  /// Blocks of this size may be sent from where they are.
  static const std::size_t long_block = std::size_t(128) << 10;

  static unsigned char* no_limit() { return reinterpret_cast<unsigned char*>(~std::size_t(0)); }
  // Returns the next aligned place, and stores zeros before it: a whole word, for which the buffer has room, instead of
  // computing how many are needed.
  unsigned char* padded(std::size_t alignment) {
    unsigned char* const at = at_;
    if (alignment == 1) return at;
    const std::size_t padding = static_cast<std::size_t>(base_ - at) & (alignment - 1);
    std::memset(at, 0, 8);
    return at + padding;
  }
  __attribute__((cold)) void put_slowly(const void* value, std::size_t octets);
  void put_block_slowly(const void* values, std::size_t count, std::size_t element_octets);
  void put_string_slowly(const CORBA::Char* text, std::size_t length);
  void put_chars_slowly(const CORBA::Char* characters, std::size_t count);
  __attribute__((cold)) bool grow(std::size_t octets);
  __attribute__((cold)) void drain();
  [[noreturn]] static void refuse_bound(std::size_t length, CORBA::ULong bound);

  unsigned char* at_;
  unsigned char* end_;   // at_ if numbers have to be converted to the other byte order
  unsigned char* base_;  // the origin of alignment
  unsigned char* full_;  // the message is drained from here on
  cdr::Encoder* encoder_;
  bool keeps_chars_;
};

}  // namespace classic
}  // namespace dimma
