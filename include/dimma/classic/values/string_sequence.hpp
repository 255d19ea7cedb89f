#pragma once
/// Sequences of strings and wide strings (formal/2012-07-02, 4.13). Elements are empty strings at first. `sequence[i]`
/// is a StringElement, of a constant sequence a `const char*`.

#include <dimma/classic/values/counted_buffer.hpp>
#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/strings.hpp>
#include <dimma/classic/values/wide_strings.hpp>

namespace dimma {
namespace classic {

/// For the library: says how SequenceBase keeps strings. A buffer that a sequence owns has to be from allocbuf().
template <class C>
struct StringElements {
  typedef C* stored;
  typedef const C* const const_stored;
  typedef BasicStringElement<C> reference;
  typedef const C* const_reference;
  typedef detail::CountedBuffer<C> Buffer;

  /// These behave like those of ValueElements. Elements begin as empty strings; free() and reset() free strings, copy()
  /// copies them (as null if there is no memory), and move() exchanges them.
  static C** allocate(CORBA::ULong count) {
    return Buffer::allocate(count, detail::empty_text(static_cast<const C*>(nullptr)));
  }
  static C** allocate_to_fill(CORBA::ULong count) {
    C** const buffer = allocate(count);
    if (buffer == nullptr) throw std::bad_alloc();
    return buffer;
  }
  static void free(C** buffer) {
    if (buffer == nullptr) return;
    const CORBA::ULong count = Buffer::count(buffer);
    for (CORBA::ULong i = 0; i != count; ++i) detail::free_text(buffer[i]);
    Buffer::free(buffer);
  }
  static reference element(C*& text, bool release) { return reference(text, release); }
  static const C* element(const C* text) { return text; }
  static void copy(C** to, const C* const* from, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) reference(to[i], true) = from[i];
  }
  static void move(C** to, C** from, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) {
      C* const text = from[i];
      from[i] = to[i];
      to[i] = text;
    }
  }
  static void reset(C** texts, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) reference(texts[i], true) = detail::empty_text(texts[i]);
  }
};

/// An IDL `sequence<string>` without a bound. Copying copies the strings.
class UnboundedStringSequence : public UnboundedBase<StringElements<char> > {
 public:
  using UnboundedBase<StringElements<char> >::UnboundedBase;
  UnboundedStringSequence() {}
};

/// An IDL `sequence<string, Max>`. Copying copies the strings.
template <CORBA::ULong Max>
class BoundedStringSequence : public BoundedBase<StringElements<char>, Max> {
 public:
  using BoundedBase<StringElements<char>, Max>::BoundedBase;
  BoundedStringSequence() {}
};

/// An IDL `sequence<wstring>` without a bound. Copying copies the strings.
class UnboundedWideStringSequence : public UnboundedBase<StringElements<wchar_t> > {
 public:
  using UnboundedBase<StringElements<wchar_t> >::UnboundedBase;
  UnboundedWideStringSequence() {}
};

/// An IDL `sequence<wstring, Max>`. Copying copies the strings.
template <CORBA::ULong Max>
class BoundedWideStringSequence : public BoundedBase<StringElements<wchar_t>, Max> {
 public:
  using BoundedBase<StringElements<wchar_t>, Max>::BoundedBase;
  BoundedWideStringSequence() {}
};

}  // namespace classic
}  // namespace dimma
