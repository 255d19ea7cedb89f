// docs/reference/minor-codes.md and include/dimma/minor.hpp list the same codes.

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
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

// "inline constexpr std::uint32_t NAME = omg(7);   // EXCEPTION"
Codes in_header() {
  Codes codes;
  std::istringstream text(text_of("include/dimma/minor.hpp"));
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string word, type, name, value, exception;
    words >> word >> word >> type >> name >> word >> value >> word >> exception;
    const std::size_t digits = value.find('(') + 1;
    if (type != "std::uint32_t" || digits == 0) continue;
    const auto base = value.starts_with("omg") ? 0x4f4d0000U : 0x444d0000U;
    const auto number = static_cast<std::uint32_t>(std::stoul(value.substr(digits), nullptr, 0));
    EXPECT_TRUE(codes.try_emplace(name, Code{base | number, exception}).second) << name;
  }
  return codes;
}

// "| `0x4f4d0007` | EXCEPTION | `NAME` | meaning |"
Codes in_documentation() {
  Codes codes;
  std::istringstream text(text_of("docs/reference/minor-codes.md"));
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("| `0x")) continue;
    for (char& character : line) {
      if (character == '`') character = ' ';
    }
    std::istringstream words(line);
    std::string bar, number, exception, name, meaning;
    words >> bar >> number >> bar >> exception >> bar >> name >> bar >> meaning;
    EXPECT_GT(meaning.size(), 0U) << line;
    const Code code{static_cast<std::uint32_t>(std::stoul(number, nullptr, 0)), exception};
    EXPECT_TRUE(codes.try_emplace(name, code).second) << name;
  }
  return codes;
}

TEST(MinorCodes, DocumentationNamesThemAll) {
  const Codes header = in_header();
  const Codes documentation = in_documentation();
  EXPECT_GT(header.size(), 50U);
  for (const auto& [name, code] : header) {
    const auto documented = documentation.find(name);
    ASSERT_NE(documented, documentation.end()) << name << " is not in docs/reference/minor-codes.md";
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
