#pragma once
// Writes the log if the application has no sink (dimma/log.hpp): to stderr or a file, as text or JSON.

#include <dimma/log.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace dimma::log::detail {

enum class Format : std::uint8_t { text, json };

inline constexpr std::size_t line_octets_max = 4096;  // a pipe takes that many octets as one (PIPE_BUF)

// Appends lines to that file from now on, instead of to stderr or the file before. Creates the file, readable for its
// owner and group, if there is none. Thread safe. Returns the reason for a failure, or an empty text.
std::string append_to_file(const std::string& file);

// Sets the format, which is text otherwise.
void set_format(Format format) noexcept;

// Writes the record as a line of at most line_octets_max octets by one system call, and without allocating.
void write_line(const Record& record) noexcept;

}  // namespace dimma::log::detail
