#pragma once
/// Wide strings (formal/2012-07-02, 4.8): like strings.hpp, with WChar.

#include <dimma/classic/values/string_var.hpp>

namespace dimma {
namespace classic {

/// A wide string within a struct, exception, union or array: a WString_var that is an empty string at first.
typedef StringOwner<wchar_t, detail::BeginsEmpty> WideStringMember;
/// A wide string of a sequence, as `sequence[i]` returns it.
typedef BasicStringElement<wchar_t> WideStringElement;

namespace CORBA {

typedef StringOwner<wchar_t, classic::detail::BeginsNull> WString_var;
typedef BasicStringOut<wchar_t> WString_out;
/// An extension of dimma, by the name that omniORB gives it.
typedef WideStringMember WString_member;

/// Like string_alloc(), string_dup() and string_free().
inline WChar* wstring_alloc(ULong length) { return classic::detail::allocate_text<WChar>(length); }
inline WChar* wstring_dup(const WChar* text) { return classic::detail::duplicate_text(text); }
inline void wstring_free(WChar* text) { classic::detail::free_text(text); }

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
