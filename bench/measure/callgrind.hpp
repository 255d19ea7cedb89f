#pragma once
// Instructions of a program in user space, counted by callgrind.

#include <cstdint>
#include <string>
#include <vector>

namespace measure {

// `program`, its path first, as it is run to be counted; the count goes to the file when it ends. Throws
// std::runtime_error where there is no valgrind.
std::vector<std::string> under_callgrind(const std::string& file, const std::vector<std::string>& program);
// The count in the file. Throws std::runtime_error if there is none.
std::uint64_t counted_instructions(const std::string& file);

}  // namespace measure
