#pragma once
// The text of a file of rules.
//
//   file      = { line }
//   line      = [ rule ] [ comment ] end of line
//   rule      = ("allow" | "deny") who { who } [ "call" what { what } ]
//   who       = "*" | "anonymous" | key "=" value
//   what      = "*" | interface "::" operation | "poa=" value
//   comment   = "#" any text; begins where a word could
//
// Words are separated by blanks. Text in double quotes belongs to one word and has no wildcards; a backslash takes the
// special meaning from the octet after it, in quotes too.

#include "orb/access/rule.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dimma::access {

inline constexpr std::size_t file_octets_max = std::size_t{1} << 20;

// Throws AccessRulesError. `name` is the file's name in its text.
std::vector<Rule> parse_rules(std::string_view text, const std::string& name);

}  // namespace dimma::access
