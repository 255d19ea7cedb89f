#pragma once
/// The classes that own strings (formal/2012-07-02, 4.7): StringOwner is `String_var`, `WString_var`, and the type of
/// strings within structs, exceptions, unions and arrays. The names are in strings.hpp and wide_strings.hpp.

#include <dimma/classic/values/text.hpp>

namespace dimma {
namespace classic {

template <class C>
class BasicStringElement;

/// Owns a string of characters `C`. Assigning a `C*` takes the string over; assigning a `const C*`, an element or
/// another owner copies it. `Beginning` says whether the string is null or empty at first, and after out() or _retn().
/// Not thread-safe.
template <class C, class Beginning>
class StringOwner {
 public:
  StringOwner() : text_(Beginning::template text<C>()) {}
  StringOwner(C* text) : text_(text) {}
  StringOwner(const C* text) : text_(detail::duplicate_text(text)) {}
  StringOwner(const StringOwner& other) : text_(copy_of(other.in())) {}
  StringOwner(StringOwner&& other) noexcept : text_(other._retn()) {}
  template <class Other>
  StringOwner(const StringOwner<C, Other>& other) : text_(copy_of(other.in())) {}
  StringOwner(const BasicStringElement<C>& element) : text_(copy_of(element.in())) {}
  ~StringOwner() { detail::free_text(text_); }

  StringOwner& operator=(C* text) {
    if (text == text_) return *this;
    detail::free_text(text_);
    text_ = text;
    return *this;
  }
  StringOwner& operator=(const C* text) { return *this = copy_of(text); }
  StringOwner& operator=(const StringOwner& other) {
    if (this != &other) *this = copy_of(other.in());
    return *this;
  }
  StringOwner& operator=(StringOwner&& other) noexcept {
    if (this != &other) *this = other._retn();
    return *this;
  }
  template <class Other>
  StringOwner& operator=(const StringOwner<C, Other>& other) {
    return *this = copy_of(other.in());
  }
  StringOwner& operator=(const BasicStringElement<C>& element) { return *this = copy_of(element.in()); }

  operator C*&() { return text_; }
  operator const C*() const { return text_; }
  /// Takes an index of any integer type, which would otherwise be ambiguous with the index of a pointer.
  template <class Index>
  C& operator[](Index index) {
    return text_[index];
  }
  template <class Index>
  C operator[](Index index) const {
    return text_[index];
  }

  /// The string as an argument of each direction. out() frees it first.
  const C* in() const { return text_; }
  C*& inout() { return text_; }
  C*& out() {
    detail::free_text(_retn());
    return text_;
  }
  /// Gives the string to the caller.
  C* _retn() {
    C* const text = text_;
    text_ = Beginning::template text<C>();
    return text;
  }

 private:
  // The empty string of a member needs no copy.
  static C* copy_of(const C* text) {
    C* const begun = Beginning::template text<C>();
    return begun != nullptr && text == begun ? begun : detail::duplicate_text(text);
  }

  C* text_;
};

/// A string of a sequence, as `sequence[i]` returns it. It refers to the sequence, and is valid as long as the
/// sequence's buffer. Assignment is that of StringOwner; the former string is freed only if the sequence owns its
/// buffer.
template <class C>
class BasicStringElement {
 public:
  BasicStringElement(C*& text, bool release) : text_(text), release_(release) {}
  BasicStringElement(const BasicStringElement& other) = default;

  BasicStringElement& operator=(C* text) {
    if (text == text_) return *this;
    if (release_) detail::free_text(text_);
    text_ = text;
    return *this;
  }
  BasicStringElement& operator=(const C* text) { return *this = detail::duplicate_text(text); }
  BasicStringElement& operator=(const BasicStringElement& other) { return *this = other.in(); }
  template <class Beginning>
  BasicStringElement& operator=(const StringOwner<C, Beginning>& other) {
    return *this = other.in();
  }

  operator C*&() { return text_; }
  operator const C*() const { return text_; }
  template <class Index>
  C& operator[](Index index) const {
    return text_[index];
  }

  /// The string as an argument of each direction. out() first assigns the empty string, as `operator=` does.
  const C* in() const { return text_; }
  C*& inout() { return text_; }
  C*& out() {
    *this = detail::empty_text(text_);
    return text_;
  }
  /// Gives the string to the caller, who may free it only if the sequence owns its buffer.
  C* _retn() {
    C* const text = text_;
    text_ = detail::empty_text(text);
    return text;
  }

 private:
  C*& text_;
  bool release_;
};

/// Passes a string as an out argument: `String_out`, `WString_out`. A former value is freed if it belongs to an owner
/// or an element. Assignment does not free.
template <class C>
class BasicStringOut {
 public:
  BasicStringOut(C*& text) : text_(text) { text_ = nullptr; }
  template <class Beginning>
  BasicStringOut(StringOwner<C, Beginning>& owner) : text_(owner.out()) {}
  BasicStringOut(BasicStringElement<C>& element) : text_(element.out()) {}
  BasicStringOut(BasicStringElement<C>&& element) : text_(element.out()) {}
  BasicStringOut(const BasicStringOut& other) = default;

  BasicStringOut& operator=(const BasicStringOut& other) {
    text_ = other.text_;
    return *this;
  }
  /// Takes the string over.
  BasicStringOut& operator=(C* text) {
    text_ = text;
    return *this;
  }
  BasicStringOut& operator=(const C* text) {
    text_ = detail::duplicate_text(text);
    return *this;
  }
  BasicStringOut& operator=(const BasicStringElement<C>& element) { return *this = element.in(); }
  BasicStringOut& operator=(const StringOwner<C, detail::BeginsEmpty>& member) { return *this = member.in(); }
  /// The mapping forbids it, since it does not say who owns the string: assign `var._retn()` or `var.in()`.
  void operator=(const StringOwner<C, detail::BeginsNull>& var) = delete;

  operator C*&() { return text_; }
  /// Returns the pointer of the caller. Assigning to it does not free a former string.
  C*& ptr() { return text_; }

 private:
  C*& text_;
};

}  // namespace classic
}  // namespace dimma
