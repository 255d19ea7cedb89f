#pragma once
/// omniORB's types of strings that are inout arguments.

#include <dimma/classic/values/strings.hpp>
#include <dimma/classic/values/wide_strings.hpp>

/// Refers to a string that is an inout argument: a pointer, or the string of a `_var`, a member or an element, which stays
/// its owner. Must not outlive it.
template <class C>
class _CORBA_InoutString {
 public:
  _CORBA_InoutString(C*& text) : text_(text) {}
  template <class Beginning>
  _CORBA_InoutString(::dimma::classic::StringOwner<C, Beginning>& owner) : text_(owner.inout()) {}
  _CORBA_InoutString(::dimma::classic::BasicStringElement<C> element) : text_(element.inout()) {}

  operator C*&() { return text_; }
  operator const C*() const { return text_; }

 private:
  C*& text_;
};

typedef _CORBA_InoutString<char> _CORBA_String_inout;
typedef _CORBA_InoutString< ::dimma::classic::CORBA::WChar> _CORBA_WString_inout;

namespace dimma {
namespace classic {
namespace CORBA {
typedef _CORBA_String_inout String_INOUT_arg;
typedef _CORBA_WString_inout WString_INOUT_arg;
}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
