// Arbitrary text as a configuration file: either it gives options, each with the position of its value, or it is
// rejected with positions within it.

#include "orb/options/config_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto config = dimma::orb::parse_config(text);
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
  expect(config.faults.size() <= dimma::orb::config_faults_max);
  for (const auto& fault : config.faults) {
    expect(fault.line >= 1 && fault.line <= lines && fault.column >= 1 && fault.column <= size + 1);
    expect(!fault.text.empty() && dimma::orb::text_of("file", fault).starts_with("file:"));
  }
  std::size_t before = 0;
  for (const auto& entry : config.entries) {
    expect(entry.line > before && entry.line <= lines);
    before = entry.line;
    expect(entry.option->has_value() && !entry.value.empty() && text.find(entry.value) != std::string_view::npos);
  }
  // The ORB would read a file that is named as the passphrase file.
  std::erase_if(config.entries, [](const auto& entry) { return entry.option->name == "--dimma-tls-passphrase-file"; });
  const std::size_t known = config.faults.size();
  const std::size_t entries = config.entries.size();
  dimma::orb::Options options;
  dimma::orb::apply_config("file", config, options);
  expect(options.said.size() + config.faults.size() == known + entries);
  return 0;
}
