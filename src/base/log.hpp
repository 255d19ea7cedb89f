#pragma once
// What the library says without being asked: the one place through which it does.

#include <string_view>

namespace dimma {

enum class LogLevel { warning, error };

// One line to stderr, "dimma: warning: text", by one system call, so that lines of several threads and processes do not
// mix. Octets that are no printable ASCII are escaped, as a peer may have chosen them; a line ends after 4096 octets.
// Does nothing where stderr takes nothing.
void write_log(LogLevel level, std::string_view text) noexcept;

}  // namespace dimma
