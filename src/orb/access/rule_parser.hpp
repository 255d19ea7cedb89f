#pragma once
// The syntax of a file of access rules.
//
//   file      = { line }
//   line      = [ rule ] [ comment ] end of line
//   rule      = ("allow" | "deny") who { who } [ "call" what { what } ]
//   who       = "*" | "anonymous" | key "=" value
//   what      = "*" | interface "::" operation | "poa=" value
//   comment   = "#" any text; begins where a word could
//
// Words are separated by blanks. Text in double quotes belongs to one word and contains no wildcards. A backslash
// removes the special meaning of the next octet, also within quotes.

#include "orb/access/rule.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dimma::access {

inline constexpr std::size_t file_octets_max = std::size_t{1} << 20;

// Throws AccessRulesError. `name` is the file name used in error messages.
std::vector<Rule> parse_rules(std::string_view text, const std::string& name);

}  // namespace dimma::access
