#include "orb/options/config_file.hpp"

#include "base/text/utf8.hpp"
#include "orb/options/foreign_options.hpp"
#include "orb/options/options_layer.hpp"
#include "qos/text.hpp"
#include "reactor/descriptor.hpp"

#include <dimma/exception.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dimma::orb {

namespace {

constexpr std::string_view line_blanks = " \t";
constexpr std::string_view own_prefix = "--dimma-";

// A part of a line without surrounding blanks.
struct Part {
  std::string_view text;
  std::size_t offset;
};

Part trimmed(std::string_view line, std::size_t begin, std::size_t end) {
  while (begin < end && line_blanks.find(line[begin]) != std::string_view::npos) ++begin;
  while (end > begin && line_blanks.find(line[end - 1]) != std::string_view::npos) --end;
  return {line.substr(begin, end - begin), begin};
}

// Only a '#' at the beginning of a word begins a comment, unlike the one in corbaname::host#lab/clock.
std::size_t end_before_comment(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '#' && (at == 0 || line_blanks.find(line[at - 1]) != std::string_view::npos)) return at;
  }
  return line.size();
}

std::size_t column_at(std::string_view line, std::size_t offset) {
  const auto begins_character = [](char octet) { return (static_cast<unsigned char>(octet) & 0xC0U) != 0x80U; };
  return 1 + static_cast<std::size_t>(std::ranges::count_if(line.substr(0, offset), begins_character));
}

// Returns the offset of the first octet that is not text, or nullopt.
std::optional<std::size_t> offset_of_binary(std::string_view line) {
  for (std::size_t at = 0; at < line.size();) {
    const Utf8Character next = first_character(line.substr(at));
    if (!next.is_valid || (next.code < 0x20 && next.code != '\t') || next.code == 0x7f) return at;
    at += next.octets;
  }
  return std::nullopt;
}

bool is_for_files(const Option& option) { return option.has_value() && option.name != "--dimma-config"; }

// Returns true if `entry` already sets `option`, and the option cannot be set again to `value`.
bool is_said_by(const ConfigEntry& entry, const Option& option, std::string_view value) {
  if (option.repeats == Repeats::adds || entry.option->subject() != option.subject()) return false;
  const auto name_of = [](std::string_view text) { return text.substr(0, text.find('=')); };
  return option.repeats == Repeats::no || name_of(entry.value) == name_of(value);
}

// Returns the name without its prefix: "idle" for "--dimma-idle", "ORBInitRef" for "-ORBInitRef".
std::string_view name_in_files(std::string_view option) {
  return option.substr(option.starts_with(own_prefix) ? own_prefix.size() : 1);
}

std::string name_of_option(std::string_view name) {
  return std::string(name.starts_with("ORB") ? "-" : own_prefix) + std::string(name);
}

class Parser {
 public:
  explicit Parser(Config& config) : config_(config) {}

  // Parses one line. Returns false if the following lines are not to be parsed.
  bool read(std::string_view line, std::size_t number) {
    line_ = line;
    number_ = number;
    if (const auto binary = offset_of_binary(line)) {
      refuse(*binary, "this is not text; a config file is UTF-8 without control characters");
      return false;
    }
    const Part said = trimmed(line, 0, end_before_comment(line));
    if (!said.text.empty()) read_option(said);
    return config_.faults.size() < config_faults_max;
  }

 private:
  void refuse(std::size_t offset, std::string text) {
    config_.faults.push_back({number_, column_at(line_, offset), std::move(text)});
  }

  void read_option(const Part& said) {
    const std::size_t equals = line_.find('=', said.offset);
    const std::size_t end = said.offset + said.text.size();
    const Part name = trimmed(line_, said.offset, std::min(equals, end));
    if (equals >= end || name.text.empty() || name.text.find_first_of(line_blanks) != std::string_view::npos) {
      return refuse(said.offset, "expected NAME = VALUE, not " + qos::quoted(said.text));
    }
    const Option* const option = find(name);
    if (option == nullptr) return;
    const Part value = trimmed(line_, equals + 1, end);
    if (value.text.empty()) {
      return refuse(equals, std::string(name.text) + ": the value is missing after '='");
    }
    const auto before = std::ranges::find_if(
        config_.entries, [&](const ConfigEntry& entry) { return is_said_by(entry, *option, value.text); });
    if (before != config_.entries.end()) {
      return refuse(name.offset, std::string(name.text) + ": line " + std::to_string(before->line) +
                                     " already sets it; remove one of them");
    }
    if (config_.entries.size() == config_options_max) {
      return refuse(name.offset, "a config file has at most " + std::to_string(config_options_max) + " options");
    }
    config_.entries.push_back(
        {option, std::string(name.text), std::string(value.text), number_, column_at(line_, value.offset)});
  }

  const Option* find(const Part& name) {
    if (name.text.starts_with('-')) {
      const std::string_view prefix = name.text.starts_with(own_prefix) ? own_prefix : "-";
      refuse(name.offset, qos::quoted(name.text) + ": names in a config file omit '" + std::string(prefix) +
                              "'; write " + qos::quoted(name.text.substr(prefix.size())));
      return nullptr;
    }
    const std::string full = name_of_option(name.text);
    const Option* const option = find_option(full);
    if (option != nullptr && is_for_files(*option)) return option;
    if (option != nullptr) {
      refuse(name.offset, std::string(name.text) + " is allowed on the command line only; remove it");
    } else if (const ForeignOption* const foreign = find_foreign_option(full)) {
      refuse(name.offset, warning_of(*foreign, name.text));
    } else {
      const std::string nearest = nearest_option(full);
      refuse(name.offset, qos::quoted(name.text) + " is not an option of the ORB; " +
                              (nearest.empty() ? "--dimma-help lists them"
                                               : "did you mean " + std::string(name_in_files(nearest)) + "?"));
    }
    return nullptr;
  }

  Config& config_;
  std::string_view line_;
  std::size_t number_ = 0;
};

std::string because(int error) { return "cannot be read: " + std::generic_category().message(error); }

// Reads the file into `text`. Returns an error message, or an empty string on success.
std::string read_text(const std::string& file, std::string& text) {
  // O_NONBLOCK: otherwise opening a FIFO would wait for a writer.
  const reactor::Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (opened.get() < 0) return because(errno);
  struct stat found {};
  if (::fstat(opened.get(), &found) != 0) return because(errno);
  if (S_ISDIR(found.st_mode)) return "is a directory, not a config file";
  if (!S_ISREG(found.st_mode)) return "is not a regular file";
  std::array<char, 4096> octets{};
  while (text.size() <= config_octets_max) {
    const ssize_t count = ::read(opened.get(), octets.data(), octets.size());
    if (count == 0) return {};
    if (count > 0) {
      text.append(octets.data(), static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return because(errno);
    }
  }
  return "exceeds the maximum size of a config file (1 MiB)";
}

}  // namespace

Config parse_config(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  Config config;
  Parser parser(config);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!parser.read(line, number)) break;
  }
  return config;
}

Config read_config(const std::string& file) {
  std::string text;
  if (std::string fault = read_text(file, text); !fault.empty()) return {{}, {{0, 0, std::move(fault)}}};
  return parse_config(text);
}

void apply_config(const std::string& file, Config& config, Options& options) {
  OptionsLayer layer(options);
  for (const ConfigEntry& entry : config.entries) {
    const std::string where = text_of(file, {entry.line, entry.column, {}});
    try {
      layer.set(*entry.option, where + entry.name, entry.value, file + ':' + std::to_string(entry.line));
    } catch (const CORBA::BAD_PARAM& refused) {
      const std::string& detail = refused._detail();
      config.faults.push_back({entry.line, entry.column, detail.substr(detail.starts_with(where) ? where.size() : 0)});
    }
  }
  layer.end();
  std::ranges::stable_sort(config.faults, {}, [](const ConfigFault& fault) { return fault.line; });
}

std::string text_of(const std::string& file, const ConfigFault& fault) {
  if (fault.line == 0) return file + ": " + fault.text;
  return file + ':' + std::to_string(fault.line) + ':' + std::to_string(fault.column) + ": " + fault.text;
}

CheckedConfig check_config(const std::string& file) {
  Config config = read_config(file);
  Options options;
  apply_config(file, config, options);
  return {std::move(options.said), std::move(config.faults)};
}

}  // namespace dimma::orb
