#include "idl/emit/words.hpp"

#include <algorithm>
#include <array>

namespace dimma::idl::cxx {

namespace {

// All sorted, for binary search.

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

// <cerrno>, <cstdio>, <cstdlib>, <cstdint>, <cmath>, <cassert>, and what g++ predefines in its GNU modes.
constexpr std::array macros = std::to_array<std::string_view>({
    "BUFSIZ",       "E2BIG",        "EACCES",       "EADDRINUSE",  "EADDRNOTAVAIL",   "EAFNOSUPPORT",
    "EAGAIN",       "EALREADY",     "EBADF",        "EBADMSG",     "EBUSY",           "ECANCELED",
    "ECHILD",       "ECONNABORTED", "ECONNREFUSED", "ECONNRESET",  "EDEADLK",         "EDESTADDRREQ",
    "EDOM",         "EEXIST",       "EFAULT",       "EFBIG",       "EHOSTDOWN",       "EHOSTUNREACH",
    "EIDRM",        "EILSEQ",       "EINPROGRESS",  "EINTR",       "EINVAL",          "EIO",
    "EISCONN",      "EISDIR",       "ELOOP",        "EMFILE",      "EMLINK",          "EMSGSIZE",
    "ENAMETOOLONG", "ENETDOWN",     "ENETRESET",    "ENETUNREACH", "ENFILE",          "ENOBUFS",
    "ENODATA",      "ENODEV",       "ENOENT",       "ENOEXEC",     "ENOLCK",          "ENOLINK",
    "ENOMEM",       "ENOMSG",       "ENOPROTOOPT",  "ENOSPC",      "ENOSR",           "ENOSTR",
    "ENOSYS",       "ENOTCONN",     "ENOTDIR",      "ENOTEMPTY",   "ENOTRECOVERABLE", "ENOTSOCK",
    "ENOTSUP",      "ENOTTY",       "ENXIO",        "EOF",         "EOPNOTSUPP",      "EOVERFLOW",
    "EOWNERDEAD",   "EPERM",        "EPIPE",        "EPROTO",      "EPROTONOSUPPORT", "EPROTOTYPE",
    "ERANGE",       "EROFS",        "ESHUTDOWN",    "ESPIPE",      "ESRCH",           "ESTALE",
    "ETIME",        "ETIMEDOUT",    "ETXTBSY",      "EWOULDBLOCK", "EXDEV",           "EXIT_FAILURE",
    "EXIT_SUCCESS", "HUGE_VAL",     "INFINITY",     "INT16_MAX",   "INT16_MIN",       "INT32_MAX",
    "INT32_MIN",    "INT64_MAX",    "INT64_MIN",    "INT8_MAX",    "INT8_MIN",        "INTMAX_MAX",
    "INTMAX_MIN",   "MB_CUR_MAX",   "M_E",          "M_PI",        "M_PI_2",          "M_PI_4",
    "M_SQRT2",      "NAN",          "NULL",         "RAND_MAX",    "SEEK_CUR",        "SEEK_END",
    "SEEK_SET",     "SIZE_MAX",     "UINT16_MAX",   "UINT32_MAX",  "UINT64_MAX",      "UINT8_MAX",
    "UINTMAX_MAX",  "assert",       "errno",        "linux",       "offsetof",        "setjmp",
    "stderr",       "stdin",        "stdout",       "unix",        "va_arg",          "va_end",
    "va_start",
});

constexpr std::array<std::string_view, 10> variables = {
    "daylight", "environ", "optarg", "opterr", "optind", "optopt", "reference_", "signgam", "timezone", "tzname",
};

static_assert(std::is_sorted(keywords.begin(), keywords.end()));
static_assert(std::is_sorted(macros.begin(), macros.end()));
static_assert(std::is_sorted(variables.begin(), variables.end()));

}  // namespace

bool is_cxx_word(std::string_view word) {
  return std::binary_search(keywords.begin(), keywords.end(), word) ||
         std::binary_search(macros.begin(), macros.end(), word);
}

bool is_cxx_variable(std::string_view word) { return std::binary_search(variables.begin(), variables.end(), word); }

}  // namespace dimma::idl::cxx
