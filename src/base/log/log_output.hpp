#pragma once
// The log is written here if the application has no sink (dimma/log.hpp): to stderr or a file, as text or JSON.

#include <dimma/log.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace dimma::log::detail {

enum class Format : std::uint8_t { text, json };

inline constexpr std::size_t line_octets_max = 4096;  // a pipe takes so many octets as one (PIPE_BUF)

// Lines are appended to that file from now on, instead of to stderr or the file before; it is made, readable for its
// owner and group, if there is none. Any thread, while others log. Returns why it can't be; otherwise nothing.
std::string append_to_file(const std::string& file);

// The format is text unless this is called.
void set_format(Format format) noexcept;

// Writes the record as a line of at most line_octets_max octets by one system call, and without allocating.
void write_line(const Record& record) noexcept;

}  // namespace dimma::log::detail
