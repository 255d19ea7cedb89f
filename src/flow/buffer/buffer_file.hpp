#pragma once
// The files of message buffers, whatever kind of buffer lies in them.

#include "flow/buffer/buffer_memory.hpp"
#include "reactor/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace dimma::flow {

constexpr std::uint64_t made_mark = 0x6675'6261'6d6d'6964;  // "dimmabuf"
constexpr std::uint32_t copied_version = 1;                 // values in CDR, which readers copy
constexpr std::uint32_t loaned_version = 2;                 // values that are read where they lie
constexpr std::size_t value_octets_max = std::size_t{64} << 20;
constexpr std::size_t queue_max = 65'000;

// The number by which a type is known in the memory.
std::uint64_t number_of(const char* type) noexcept;

// The name of the file in shared memory. Throws BufferError if no buffer can have the name.
std::string file_of(const std::string& name);

// Throw BufferError.
[[noreturn]] void fail(const std::string& name, const std::string& why);
[[noreturn]] void fail_for(const std::string& name, int error);

// Without a file if there is none, unless `flags` have O_CREAT.
reactor::Descriptor open_buffer(const std::string& name, int flags);
std::size_t size_of(const std::string& name, int file);
std::unique_ptr<BufferMapping> mapped(const std::string& name, int file, std::size_t octets);
// Gives the file a new size and fills it with zeros. All of its memory is allocated now. Throws BufferError.
void begin_anew(const std::string& name, int file, std::size_t octets);
// Locked by the one writer of the buffer, for as long as the file is open: that goes with the process, however it ends.
void lock_for_writer(const std::string& name, int file);
// How many values are kept: 1 for the latest. Checks the layout.
std::uint32_t depth_of(const std::string& name, const BufferLayout& layout);

}  // namespace dimma::flow
