#pragma once
// Instructions of a program in user space, counted by callgrind.

#include <cstdint>
#include <string>
#include <vector>

namespace measure {

// The command that runs `program`, whose first word is its path, under callgrind. The count is written to the file when
// the program ends. Throws std::runtime_error if valgrind is not installed.
std::vector<std::string> under_callgrind(const std::string& file, const std::vector<std::string>& program);
// The count in the file. Throws std::runtime_error if there is none.
std::uint64_t counted_instructions(const std::string& file);

}  // namespace measure
