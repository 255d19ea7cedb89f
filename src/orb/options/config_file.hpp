#pragma once
// A config file (docs/reference/options.md) has a line "name = value" for each option, and comments that begin with
// '#'.

#include "orb/options/option_table.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

struct ConfigFault {
  std::size_t line = 0;    // starts at 1; 0 means the whole file
  std::size_t column = 0;  // in characters, starts at 1
  std::string text;
};

struct ConfigEntry {
  const Option* option;
  std::string name;  // name as written in the file
  std::string value;
  std::size_t line;
  std::size_t column;  // column of the value
};

struct Config {
  std::vector<ConfigEntry> entries;
  std::vector<ConfigFault> faults;  // at most config_faults_max; parsing stops at that number
};

inline constexpr std::size_t config_octets_max = std::size_t{1} << 20;
inline constexpr std::size_t config_options_max = 1000;
inline constexpr std::size_t config_faults_max = 20;

// Parses the option names and keeps the values as text.
Config parse_config(std::string_view text);

// Reads and parses a file, which must be a regular file of at most config_octets_max octets.
Config read_config(const std::string& file);

// Parses the values and sets them in `options`. Adds errors to the faults, which are then sorted by line.
void apply_config(const std::string& file, Config& config, Options& options);

// Returns, for example, "FILE:3:8: idle: '5x' is not a time" or "FILE: cannot be read: ...".
std::string text_of(const std::string& file, const ConfigFault& fault);

// Reads the file as an ORB does when it is created.
struct CheckedConfig {
  std::vector<SaidOption> options;  // without invalid options
  std::vector<ConfigFault> faults;
};
CheckedConfig check_config(const std::string& file);

}  // namespace dimma::orb
