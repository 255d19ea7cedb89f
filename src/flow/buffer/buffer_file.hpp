#pragma once
// The files of message buffers, used by both kinds of buffer.

#include "flow/buffer/buffer_memory.hpp"
#include "reactor/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace dimma::flow {

constexpr std::uint64_t made_mark = 0x6675'6261'6d6d'6964;  // "dimmabuf"
constexpr std::uint32_t copied_version = 1;                 // values are CDR, which readers copy
constexpr std::uint32_t loaned_version = 2;                 // values are read in place
constexpr std::size_t value_octets_max = std::size_t{64} << 20;
constexpr std::size_t queue_max = 65'000;

// Returns the number that identifies the type of the values in a buffer's memory.
std::uint64_t number_of(const char* type) noexcept;

// Returns the name of the file in shared memory. Throws BufferError if the name is not valid for a buffer.
std::string file_of(const std::string& name);

// Throw BufferError.
[[noreturn]] void fail(const std::string& name, const std::string& why);
[[noreturn]] void fail_for(const std::string& name, int error);

// Returns an empty descriptor if the file does not exist, unless `flags` include O_CREAT.
reactor::Descriptor open_buffer(const std::string& name, int flags);
std::size_t size_of(const std::string& name, int file);
std::unique_ptr<BufferMapping> mapped(const std::string& name, int file, std::size_t octets);
// Replaces the contents of the file by `octets` zeros, whose memory is allocated at once. Throws BufferError.
void begin_anew(const std::string& name, int file, std::size_t octets);
// Locks the file for the buffer's only writer, until the file is closed or the process ends. Throws BufferError.
void lock_for_writer(const std::string& name, int file);
// Returns the number of values kept: 1 for the latest. Throws BufferError for an invalid layout.
std::uint32_t depth_of(const std::string& name, const BufferLayout& layout);

}  // namespace dimma::flow
