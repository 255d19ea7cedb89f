#pragma once
/// Strings (formal/2012-07-02, 4.7): the functions that allocate them, `String_var`, `String_out`, and the types of
/// strings within other types.

#include <dimma/classic/values/string_var.hpp>

namespace dimma {
namespace classic {

/// A string within a struct, exception, union or array: a String_var that is an empty string at first.
typedef StringOwner<char, detail::BeginsEmpty> StringMember;
/// A string of a sequence, as `sequence[i]` returns it.
typedef BasicStringElement<char> StringElement;

namespace CORBA {

typedef StringOwner<char, classic::detail::BeginsNull> String_var;
typedef BasicStringOut<char> String_out;
/// An extension of dimma, by the name that omniORB gives it.
typedef StringMember String_member;

/// Allocates a string of `length` characters and a terminating zero, which is empty at first. Returns null if there is
/// no memory. The caller frees it with string_free(). Thread-safe, like the other functions.
inline Char* string_alloc(ULong length) { return classic::detail::allocate_text<Char>(length); }
/// Returns a copy, which the caller frees; null if there is no memory. Returns null for null, an extension of dimma.
inline Char* string_dup(const Char* text) { return classic::detail::duplicate_text(text); }
/// Frees a string from string_alloc() or string_dup(). A no-op for null.
inline void string_free(Char* text) { classic::detail::free_text(text); }

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
