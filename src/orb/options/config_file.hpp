#pragma once
// A file of options (docs/reference/options.md): "name = value" on a line, and comments that begin with '#'.

#include "orb/options/option_table.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

struct ConfigFault {
  std::size_t line = 0;    // from 1; 0: the file as a whole
  std::size_t column = 0;  // in characters, from 1
  std::string text;
};

struct ConfigEntry {
  const Option* option;
  std::string name;  // as the file has it
  std::string value;
  std::size_t line;
  std::size_t column;  // the value's
};

struct Config {
  std::vector<ConfigEntry> entries;
  std::vector<ConfigFault> faults;  // at most config_faults_max; the lines after the last one are not read
};

inline constexpr std::size_t config_octets_max = std::size_t{1} << 20;
inline constexpr std::size_t config_options_max = 1000;
inline constexpr std::size_t config_faults_max = 20;

// Reads the names, and keeps the values as text.
Config parse_config(std::string_view text);

// Reads a file in the same way. It has to be a regular one of at most config_octets_max octets.
Config read_config(const std::string& file);

// Reads the values as well, each into `options`. Adds errors in them to the faults, which are then in the order of the
// lines.
void apply_config(const std::string& file, Config& config, Options& options);

// "FILE:3:8: idle: '5x' is not a time"; "FILE: can't be read: ..."
std::string text_of(const std::string& file, const ConfigFault& fault);

// Reads the file as an ORB does when it is made.
struct CheckedConfig {
  std::vector<SaidOption> options;  // without those that are wrong
  std::vector<ConfigFault> faults;
};
CheckedConfig check_config(const std::string& file);

}  // namespace dimma::orb
