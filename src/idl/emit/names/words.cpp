#include "idl/emit/names/words.hpp"

#include <algorithm>
#include <array>

#include "idl/emit/names/macros.hpp"

namespace dimma::idl::cxx {

namespace {

// All lists are sorted, for binary search.

constexpr std::array<std::string_view, 92> keywords = {
    "alignas",     "alignof",  "and",        "and_eq",    "asm",       "auto",         "bitand",
    "bitor",       "bool",     "break",      "case",      "catch",     "char",         "char16_t",
    "char32_t",    "char8_t",  "class",      "co_await",  "co_return", "co_yield",     "compl",
    "concept",     "const",    "const_cast", "consteval", "constexpr", "constinit",    "continue",
    "decltype",    "default",  "delete",     "do",        "double",    "dynamic_cast", "else",
    "enum",        "explicit", "export",     "extern",    "false",     "float",        "for",
    "friend",      "goto",     "if",         "inline",    "int",       "long",         "mutable",
    "namespace",   "new",      "noexcept",   "not",       "not_eq",    "nullptr",      "operator",
    "or",          "or_eq",    "private",    "protected", "public",    "register",     "reinterpret_cast",
    "requires",    "return",   "short",      "signed",    "sizeof",    "static",       "static_assert",
    "static_cast", "struct",   "switch",     "template",  "this",      "thread_local", "throw",
    "true",        "try",      "typedef",    "typeid",    "typename",  "union",        "unsigned",
    "using",       "virtual",  "void",       "volatile",  "wchar_t",   "while",        "xor",
    "xor_eq",
};

// Variables of the C library, and visible members of the base classes of stubs and skeletons.
constexpr std::array<std::string_view, 14> variables = {
    "Object", "Servant", "ServantBase", "daylight", "environ",  "optarg", "opterr",
    "optind", "optopt",  "reference_",  "signgam",  "timezone", "tzname", "value_",
};

constexpr std::string_view own_macros = "DIMMA_";

static_assert(std::is_sorted(keywords.begin(), keywords.end()));
static_assert(std::is_sorted(variables.begin(), variables.end()));

}  // namespace

bool is_cxx_word(std::string_view word) {
  return std::binary_search(keywords.begin(), keywords.end(), word) || is_macro(word) || word.starts_with(own_macros);
}

bool is_cxx_variable(std::string_view word) { return std::binary_search(variables.begin(), variables.end(), word); }

}  // namespace dimma::idl::cxx
