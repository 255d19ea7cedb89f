// Loaded into the programs of a test run (LD_PRELOAD), this sets the numeric locale that a program with a graphical
// interface would set at its start: a decimal comma, and points between groups of digits. Messages of the system stay
// those that the tests expect.

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale>

#include <unistd.h>

namespace {

// Returns true if the program belongs to the build. Others, such as shells and peers, keep their locale.
bool is_of_the_build() {
  char path[4096];
  const auto length = ::readlink("/proc/self/exe", path, sizeof path);
  constexpr const char* folder = DIMMA_PROGRAMS;
  return length > 0 && static_cast<std::size_t>(length) > std::strlen(folder) &&
         std::strncmp(path, folder, std::strlen(folder)) == 0;
}

[[gnu::constructor]] void set_locale() {
  if (!is_of_the_build()) return;
  if (std::setlocale(LC_NUMERIC, "de_DE.UTF-8") == nullptr) {
    std::fputs("no locale de_DE.UTF-8: LOCPATH has to name the folder that the build makes\n", stderr);
    std::abort();
  }
  std::locale::global(std::locale(std::locale::classic(), "de_DE.UTF-8", std::locale::numeric));
}

}  // namespace
