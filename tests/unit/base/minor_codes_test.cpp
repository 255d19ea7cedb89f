// docs/minor-codes.md and include/dimma/minor.hpp list the same codes.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

struct Code {
  std::uint32_t number = 0;
  std::string exception;
  friend bool operator==(const Code&, const Code&) = default;
};
using Codes = std::map<std::string, Code>;

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(DIMMA_SOURCE_DIR) + "/" + path);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

template <class Add>
void for_each_match(const std::string& text, const char* pattern, Add add) {
  const std::regex expression(pattern);
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match) add(*match);
}

Codes in_header() {
  Codes codes;
  for_each_match(text_of("include/dimma/minor.hpp"), R"(uint32_t (\w+) = (omg|own)\((\w+)\);\s*// (\w+))",
                 [&](const std::smatch& match) {
                   const auto base = match[2] == "omg" ? 0x4f4d0000U : 0x444d0000U;
                   const auto number = static_cast<std::uint32_t>(std::stoul(match[3], nullptr, 0));
                   EXPECT_TRUE(codes.try_emplace(match[1], Code{base | number, match[4]}).second) << match[1];
                 });
  return codes;
}

Codes in_documentation() {
  Codes codes;
  for_each_match(text_of("docs/minor-codes.md"), R"(\| `(0x\w+)` \| (\w+) \| `(\w+)` \| [^|\n]+ \|)",
                 [&](const std::smatch& match) {
                   const auto number = static_cast<std::uint32_t>(std::stoul(match[1], nullptr, 0));
                   EXPECT_TRUE(codes.try_emplace(match[3], Code{number, match[2]}).second) << match[3];
                 });
  return codes;
}

TEST(MinorCodes, DocumentationNamesThemAll) {
  const Codes header = in_header();
  const Codes documentation = in_documentation();
  EXPECT_GT(header.size(), 50U);
  for (const auto& [name, code] : header) {
    const auto documented = documentation.find(name);
    ASSERT_NE(documented, documentation.end()) << name << " is not in docs/minor-codes.md";
    EXPECT_EQ(documented->second, code) << name;
  }
  for (const auto& [name, code] : documentation) EXPECT_TRUE(header.contains(name)) << name << " is documented only";
}

TEST(MinorCodes, OwnOnesAreUnique) {
  std::set<std::uint32_t> seen;
  for (const auto& [name, code] : in_header()) {
    if ((code.number & 0xfffff000U) == 0x444d0000U) {
      EXPECT_TRUE(seen.insert(code.number).second) << name;
    }
  }
}

}  // namespace
