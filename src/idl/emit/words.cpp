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

// What dimma's public headers bring from those of the system, as far as an IDL file could have it for a name: <cerrno>,
// <climits>, <cstdio>, <cstdlib>, <cstdint>, <cmath>, <cassert>, <clocale>, <ctime>, <sched.h>, <sys/wait.h>,
// <endian.h>, and what g++ predefines in its GNU modes.
// clang-format off
constexpr std::array macros = std::to_array<std::string_view>({
    "AIO_PRIO_DELTA_MAX", "BIG_ENDIAN", "BOOL_MAX", "BUFSIZ", "BYTE_ORDER", "CHARCLASS_NAME_MAX", "CHAR_BIT",
    "CHAR_MAX", "CHAR_MIN", "CLOCKS_PER_SEC", "CLOCK_BOOTTIME", "CLOCK_BOOTTIME_ALARM", "CLOCK_MONOTONIC",
    "CLOCK_MONOTONIC_COARSE", "CLOCK_MONOTONIC_RAW", "CLOCK_PROCESS_CPUTIME_ID", "CLOCK_REALTIME",
    "CLOCK_REALTIME_ALARM", "CLOCK_REALTIME_COARSE", "CLOCK_TAI", "CLOCK_THREAD_CPUTIME_ID", "COLL_WEIGHTS_MAX",
    "CPU_ALLOC", "CPU_ALLOC_SIZE", "CPU_AND", "CPU_CLR", "CPU_COUNT", "CPU_EQUAL", "CPU_FREE", "CPU_ISSET", "CPU_OR",
    "CPU_SET", "CPU_SETSIZE", "CPU_XOR", "CPU_ZERO", "CSIGNAL", "DELAYTIMER_MAX", "E2BIG", "EACCES", "EADDRINUSE",
    "EADDRNOTAVAIL", "EADV", "EAFNOSUPPORT", "EAGAIN", "EALREADY", "EBADE", "EBADF", "EBADFD", "EBADMSG", "EBADR",
    "EBADRQC", "EBADSLT", "EBFONT", "EBUSY", "ECANCELED", "ECHILD", "ECHRNG", "ECOMM", "ECONNABORTED", "ECONNREFUSED",
    "ECONNRESET", "EDEADLK", "EDEADLOCK", "EDESTADDRREQ", "EDOM", "EDOTDOT", "EDQUOT", "EEXIST", "EFAULT", "EFBIG",
    "EHOSTDOWN", "EHOSTUNREACH", "EHWPOISON", "EIDRM", "EILSEQ", "EINPROGRESS", "EINTR", "EINVAL", "EIO", "EISCONN",
    "EISDIR", "EISNAM", "EKEYEXPIRED", "EKEYREJECTED", "EKEYREVOKED", "ELNRNG", "ELOOP", "EMEDIUMTYPE", "EMFILE",
    "EMLINK", "EMSGSIZE", "EMULTIHOP", "ENAMETOOLONG", "ENAVAIL", "ENETDOWN", "ENETRESET", "ENETUNREACH", "ENFILE",
    "ENOANO", "ENOBUFS", "ENOCSI", "ENODATA", "ENODEV", "ENOENT", "ENOEXEC", "ENOKEY", "ENOLCK", "ENOLINK", "ENOMEDIUM",
    "ENOMEM", "ENOMSG", "ENONET", "ENOPKG", "ENOPROTOOPT", "ENOSPC", "ENOSR", "ENOSTR", "ENOSYS", "ENOTBLK", "ENOTCONN",
    "ENOTDIR", "ENOTEMPTY", "ENOTNAM", "ENOTRECOVERABLE", "ENOTSOCK", "ENOTSUP", "ENOTTY", "ENOTUNIQ", "ENXIO", "EOF",
    "EOPNOTSUPP", "EOVERFLOW", "EOWNERDEAD", "EPERM", "EPFNOSUPPORT", "EPIPE", "EPROTO", "EPROTONOSUPPORT",
    "EPROTOTYPE", "ERANGE", "EREMCHG", "EREMOTE", "EREMOTEIO", "ERESTART", "ERFKILL", "EROFS", "ESHUTDOWN",
    "ESOCKTNOSUPPORT", "ESPIPE", "ESRCH", "ESRMNT", "ESTALE", "ESTRPIPE", "ETIME", "ETIMEDOUT", "ETOOMANYREFS",
    "ETXTBSY", "EUCLEAN", "EUNATCH", "EUSERS", "EWOULDBLOCK", "EXDEV", "EXFULL", "EXIT_FAILURE", "EXIT_SUCCESS",
    "EXPR_NEST_MAX", "FD_CLR", "FD_ISSET", "FD_SET", "FD_SETSIZE", "FD_ZERO", "FILENAME_MAX", "FOPEN_MAX", "F_LOCK",
    "F_OK", "F_TEST", "F_TLOCK", "F_ULOCK", "HOST_NAME_MAX", "HUGE_VAL", "INFINITY", "INT16_MAX", "INT16_MIN",
    "INT32_MAX", "INT32_MIN", "INT64_MAX", "INT64_MIN", "INT8_MAX", "INT8_MIN", "INTMAX_MAX", "INTMAX_MIN",
    "INTPTR_MAX", "INTPTR_MIN", "INT_MAX", "INT_MIN", "IOV_MAX", "LC_ADDRESS", "LC_ALL", "LC_COLLATE", "LC_CTYPE",
    "LC_GLOBAL_LOCALE", "LC_IDENTIFICATION", "LC_MEASUREMENT", "LC_MESSAGES", "LC_MONETARY", "LC_NAME", "LC_NUMERIC",
    "LC_PAPER", "LC_TELEPHONE", "LC_TIME", "LINE_MAX", "LITTLE_ENDIAN", "LLONG_MAX", "LLONG_MIN", "LOGIN_NAME_MAX",
    "LONG_BIT", "LONG_LONG_MAX", "LONG_LONG_MIN", "LONG_MAX", "LONG_MIN", "L_INCR", "L_SET", "L_XTND", "MAX_CANON",
    "MAX_INPUT", "MB_CUR_MAX", "MB_LEN_MAX", "MQ_PRIO_MAX", "M_E", "M_PI", "M_PI_2", "M_PI_4", "M_SQRT2", "NAME_MAX",
    "NAN", "NFDBITS", "NGROUPS_MAX", "NULL", "NZERO", "PATH_MAX", "PDP_ENDIAN", "PIPE_BUF", "PTRDIFF_MAX",
    "PTRDIFF_MIN", "P_tmpdir", "RAND_MAX", "RE_DUP_MAX", "RTSIG_MAX", "R_OK", "SCHAR_MAX", "SCHAR_MIN", "SCHED_BATCH",
    "SCHED_DEADLINE", "SCHED_FIFO", "SCHED_IDLE", "SCHED_ISO", "SCHED_OTHER", "SCHED_RESET_ON_FORK", "SCHED_RR",
    "SEEK_CUR", "SEEK_DATA", "SEEK_END", "SEEK_HOLE", "SEEK_SET", "SEM_VALUE_MAX", "SHRT_MAX", "SHRT_MIN",
    "SIG_ATOMIC_MAX", "SIG_ATOMIC_MIN", "SIZE_MAX", "SSIZE_MAX", "STA_CLK", "STA_CLOCKERR", "STA_DEL", "STA_FLL",
    "STA_FREQHOLD", "STA_INS", "STA_MODE", "STA_NANO", "STA_PLL", "STA_RONLY", "STA_UNSYNC", "STDERR_FILENO",
    "STDIN_FILENO", "STDOUT_FILENO", "TEMP_FAILURE_RETRY", "TIMER_ABSTIME", "TIME_UTC", "TMP_MAX", "TTY_NAME_MAX",
    "UCHAR_MAX", "UINT16_MAX", "UINT32_MAX", "UINT64_MAX", "UINT8_MAX", "UINTMAX_MAX", "UINTPTR_MAX", "UINT_MAX",
    "ULLONG_MAX", "ULONG_LONG_MAX", "ULONG_MAX", "USHRT_MAX", "WCHAR_MAX", "WCHAR_MIN", "WCONTINUED", "WEOF", "WEXITED",
    "WEXITSTATUS", "WIFCONTINUED", "WIFEXITED", "WIFSIGNALED", "WIFSTOPPED", "WINT_MAX", "WINT_MIN", "WNOHANG",
    "WNOWAIT", "WORD_BIT", "WSTOPPED", "WSTOPSIG", "WTERMSIG", "WUNTRACED", "W_OK", "X_OK", "alloca", "assert",
    "be16toh", "be32toh", "be64toh", "errno", "htobe16", "htobe32", "htobe64", "htole16", "htole32", "htole64",
    "le16toh", "le32toh", "le64toh", "linux", "offsetof", "sched_priority", "setjmp", "stderr", "stdin", "stdout",
    "strdupa", "strndupa", "unix", "va_arg", "va_end", "va_start",
});
// clang-format on

// Those of the C library, and what can be seen of the bases of stubs and skeletons.
constexpr std::array<std::string_view, 12> variables = {
    "Servant", "daylight",   "environ", "optarg",   "opterr", "optind",
    "optopt",  "reference_", "signgam", "timezone", "tzname", "value_",
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
