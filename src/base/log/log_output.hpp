#pragma once
// Writes the log if the application has set no sink (dimma/log.hpp): to stderr or to a file, as text or JSON.

#include <dimma/log.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace dimma::log::detail {

enum class Format : std::uint8_t { text, json };

inline constexpr std::size_t line_octets_max = 4096;  // writes of up to this size to a pipe are atomic (PIPE_BUF)

// Directs all further lines to that file instead of stderr or the previous file. Creates a missing file, which its
// owner and group can read. Thread-safe. Returns an error message, or an empty string on success.
std::string append_to_file(const std::string& file);

// Sets the output format. The default is text.
void set_format(Format format) noexcept;

// Writes the record as one line of at most line_octets_max octets with one system call. Does not allocate.
void write_line(const Record& record) noexcept;

}  // namespace dimma::log::detail
