#include "idl/parse/parser.hpp"

namespace dimma::idl {
namespace {

struct Advice {
  std::string_view expected;  // the beginning of the description of the expected token
  std::string_view found;
  const char* note;
};

// Common mistakes of C, C++ and Java programmers.
constexpr Advice advices[] = {
    {"';' after operation", "throws", "IDL writes raises (Exception) for the exceptions of an operation"},
    {"':', '{' or ';' after the name", "extends", "IDL writes ':' before the base interfaces"},
    {"':', '{' or ';' after the name", "implements", "IDL writes ':' before the base interfaces"},
    {"';' after a struct member", "=", "@default(VALUE) in front of a member is its default in IDL"},
    {"a name for a struct member", "[", "the size of an array stands after the name: long values[4]"},
    {"a name for the parameter", "[", "a parameter's array is a type of its own: typedef long Values[4]"},
    {"a name for a struct member", "*", "IDL has no pointers; a string is string, a list is sequence<T>"},
    {"a name for the parameter", "*", "IDL has no pointers; out and inout parameters go back to the caller"},
    {"a name for the operation", "*", "IDL has no pointers; an object is passed by the name of its interface"},
    {"a name for the parameter", "&", "IDL has no references; out and inout parameters go back to the caller"},
    {"a name for the operation", "(", "the result stands in front of an operation's name: void if it has none"},
    {"a type", "public", "all members of a struct are public; a valuetype's are public or private, without ':'"},
    {"a type", "private", "all members of a struct are public; a valuetype's are public or private, without ':'"},
};

}  // namespace

void Parser::advise(std::string_view expected) {
  for (const Advice& advice : advices) {
    if (expected.starts_with(advice.expected) && peek().text == advice.found) return note(peek().range, advice.note);
  }
}

}  // namespace dimma::idl
