#include "services/inspect/answers/process.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <locale>
#include <sstream>
#include <vector>

namespace dimma::inspect {

namespace {

std::string contents(const char* path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Returns the time at which the machine was booted, in seconds since the epoch.
double boot_time_s() {
  std::istringstream lines(contents("/proc/stat"));
  lines.imbue(std::locale::classic());
  std::string word;
  double time = 0;
  while (lines >> word) {
    if (word == "btime" && lines >> time) break;
  }
  return time;
}

void read_stat(ProcessNumbers& numbers) {
  const std::string text = contents("/proc/self/stat");
  const auto name_end = text.rfind(')');  // the name may contain any character
  if (name_end == std::string::npos) return;
  std::istringstream words(text.substr(name_end + 1));
  std::vector<std::string> fields;
  for (std::string word; words >> word;) fields.push_back(word);
  // `number` counts the fields like proc(5): the state is field 3.
  const auto field = [&](std::size_t number) {
    return number - 3 < fields.size() ? std::strtoull(fields[number - 3].c_str(), nullptr, 10) : 0ULL;
  };
  const auto ticks_a_s = static_cast<double>(sysconf(_SC_CLK_TCK));
  numbers.cpu_s = static_cast<double>(field(14) + field(15)) / ticks_a_s;
  numbers.threads = field(20);
  numbers.started_s = boot_time_s() + static_cast<double>(field(22)) / ticks_a_s;
  numbers.virtual_octets = field(23);
  numbers.resident_octets = field(24) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

ProcessNumbers process_numbers() {
  ProcessNumbers numbers;
  numbers.pid = getpid();
  std::error_code error;
  numbers.program = std::filesystem::read_symlink("/proc/self/exe", error).filename().string();
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) == 0) numbers.host = host.data();
  read_stat(numbers);
  for (std::filesystem::directory_iterator each("/proc/self/fd", error), end; !error && each != end;
       each.increment(error)) {
    ++numbers.descriptors;
  }
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) numbers.descriptors_max = limit.rlim_cur;
  return numbers;
}

}  // namespace dimma::inspect
