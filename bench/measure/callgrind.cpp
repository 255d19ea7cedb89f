#include "measure/callgrind.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace measure {
namespace {

std::string valgrind() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = folder + "/valgrind";
    if (::access(program.c_str(), X_OK) == 0) return program;
  }
  throw std::runtime_error("valgrind is not installed: instructions are counted by it");
}

}  // namespace

std::vector<std::string> under_callgrind(const std::string& file, const std::vector<std::string>& program) {
  std::vector<std::string> all = {valgrind(), "--tool=callgrind", "-q", "--callgrind-out-file=" + file};
  all.insert(all.end(), program.begin(), program.end());
  return all;
}

std::uint64_t counted_instructions(const std::string& file) {
  std::ifstream in(file);
  for (std::string word; in >> word;) {
    std::uint64_t count = 0;
    if ((word == "summary:" || word == "totals:") && in >> count) return count;
  }
  throw std::runtime_error("callgrind counted nothing: " + file);
}

}  // namespace measure
