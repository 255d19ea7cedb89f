#include "idl/text/token.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace dimma::idl {
namespace {

constexpr std::array keywords = {
    "abstract",  "any",       "attribute",  "boolean", "case",      "char",     "component", "const",     "consumes",
    "context",   "custom",    "default",    "double",  "emits",     "enum",     "eventtype", "exception", "factory",
    "FALSE",     "finder",    "fixed",      "float",   "getraises", "home",     "import",    "in",        "inout",
    "interface", "local",     "long",       "manages", "module",    "multiple", "native",    "Object",    "octet",
    "oneway",    "out",       "primarykey", "private", "provides",  "public",   "publishes", "raises",    "readonly",
    "sequence",  "setraises", "short",      "string",  "struct",    "supports", "switch",    "TRUE",      "truncatable",
    "typedef",   "typeid",    "typeprefix", "union",   "unsigned",  "uses",     "ValueBase", "valuetype", "void",
    "wchar",     "wstring"};

constexpr auto first_keyword = static_cast<std::size_t>(TokenKind::KwAbstract);
static_assert(first_keyword + keywords.size() == static_cast<std::size_t>(TokenKind::KwWstring) + 1,
              "the table and the enumeration must name the same words");

constexpr std::array words_of_idl4 = {"alias",    "bitfield", "bitmask", "bitset", "connector",  "int16",
                                      "int32",    "int64",    "int8",    "map",    "mirrorport", "port",
                                      "porttype", "typename", "uint16",  "uint32", "uint64",     "uint8"};

// A word that became a keyword after CORBA 2.0, and is a name in older IDL. CORBA 3 added words for components and
// repository ids. The other words begin declarations or are types, in places where a name is also possible.
struct LaterWord {
  std::string_view word;
  const char* since;
};
constexpr std::array later_words = std::to_array<LaterWord>({
    {"abstract", "CORBA 2.3"},  {"component", "CORBA 3"},  {"consumes", "CORBA 3"},   {"custom", "CORBA 2.3"},
    {"emits", "CORBA 3"},       {"eventtype", "CORBA 3"},  {"factory", "CORBA 2.3"},  {"finder", "CORBA 3"},
    {"fixed", "CORBA 2.1"},     {"getraises", "CORBA 3"},  {"home", "CORBA 3"},       {"import", "CORBA 3"},
    {"local", "CORBA 2.4"},     {"manages", "CORBA 3"},    {"multiple", "CORBA 3"},   {"native", "CORBA 2.2"},
    {"primarykey", "CORBA 3"},  {"private", "CORBA 2.3"},  {"provides", "CORBA 3"},   {"public", "CORBA 2.3"},
    {"publishes", "CORBA 3"},   {"setraises", "CORBA 3"},  {"supports", "CORBA 2.3"}, {"truncatable", "CORBA 2.3"},
    {"typeid", "CORBA 3"},      {"typeprefix", "CORBA 3"}, {"uses", "CORBA 3"},       {"valuebase", "CORBA 2.3"},
    {"valuetype", "CORBA 2.3"}, {"wchar", "CORBA 2.1"},    {"wstring", "CORBA 2.1"},
});

constexpr std::array punctuation = {"';'", "','", "':'", "'::'", "'{'", "'}'", "'('", "')'", "'['", "']'", "'<'", "'>'",
                                    "'='", "'@'", "'|'", "'^'",  "'&'", "'+'", "'-'", "'*'", "'/'", "'%'", "'~'"};
constexpr auto first_punctuation = static_cast<std::size_t>(TokenKind::Semicolon);
static_assert(first_punctuation + punctuation.size() == static_cast<std::size_t>(TokenKind::Unknown));

using KeywordTable = std::unordered_map<std::string, std::size_t>;

// Keyed by folded spelling; immutable.
const KeywordTable& table() {
  static const KeywordTable by_folded = [] {
    KeywordTable built;
    for (std::size_t index = 0; index < keywords.size(); ++index) built.emplace(folded(keywords[index]), index);
    return built;
  }();
  return by_folded;
}

constexpr std::size_t longest_keyword = 11;

}  // namespace

std::string folded(std::string_view identifier) {
  std::string lower(identifier);
  for (char& each : lower) {
    if (each >= 'A' && each <= 'Z') each = static_cast<char>(each - 'A' + 'a');
  }
  return lower;
}

const char* keyword_ignoring_case(std::string_view text) {
  if (text.size() > longest_keyword) return nullptr;
  const auto found = table().find(folded(text));
  return found == table().end() ? nullptr : keywords[found->second];
}

std::optional<TokenKind> keyword(std::string_view text) {
  if (text.size() > longest_keyword) return std::nullopt;
  const auto found = table().find(folded(text));
  if (found == table().end() || text != keywords[found->second]) return std::nullopt;
  return static_cast<TokenKind>(first_keyword + found->second);
}

std::span<const char* const> reserved_words() { return keywords; }

std::span<const char* const> idl4_words() { return words_of_idl4; }

bool is_idl4_word(std::string_view text) {
  return std::find(words_of_idl4.begin(), words_of_idl4.end(), text) != words_of_idl4.end();
}

const char* keyword_since(std::string_view text) {
  const std::string word = folded(text);
  const auto found =
      std::find_if(later_words.begin(), later_words.end(), [&](const LaterWord& each) { return each.word == word; });
  return found == later_words.end() ? nullptr : found->since;
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return limit + 1;
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t column = 0; column <= b.size(); ++column) last[column] = column;
  for (std::size_t line = 1; line <= a.size(); ++line) {
    row[0] = line;
    for (std::size_t column = 1; column <= b.size(); ++column) {
      const std::size_t replaced = last[column - 1] + (a[line - 1] == b[column - 1] ? 0 : 1);
      row[column] = std::min({last[column] + 1, row[column - 1] + 1, replaced});
      const bool swapped = line > 1 && column > 1 && a[line - 1] == b[column - 2] && a[line - 2] == b[column - 1];
      if (swapped) row[column] = std::min(row[column], before_last[column - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return std::min(last.back(), limit + 1);
}

std::size_t tolerated_edits(std::string_view text) { return text.size() < 3 ? 0 : text.size() < 6 ? 1 : 2; }

std::string_view nearest_keyword(std::string_view text) {
  std::string_view nearest;
  std::size_t best = tolerated_edits(text) + 1;
  if (text.size() > longest_keyword + 2) return nearest;
  for (const char* word : keywords) {
    const std::size_t distance = edit_distance(text, word, 2);
    if (distance < best) {
      best = distance;
      nearest = word;
    }
  }
  return nearest;
}

std::string describe(TokenKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  if (index >= first_keyword) return "'" + std::string(keywords[index - first_keyword]) + "'";
  if (index >= first_punctuation && kind < TokenKind::Unknown) return punctuation[index - first_punctuation];
  switch (kind) {
    case TokenKind::EndOfFile:
      return "end of file";
    case TokenKind::Identifier:
      return "identifier";
    case TokenKind::IntegerLiteral:
      return "integer literal";
    case TokenKind::FloatLiteral:
      return "floating-point literal";
    case TokenKind::FixedLiteral:
      return "fixed-point literal";
    case TokenKind::CharLiteral:
      return "character literal";
    case TokenKind::WideCharLiteral:
      return "wide character literal";
    case TokenKind::StringLiteral:
      return "string literal";
    case TokenKind::WideStringLiteral:
      return "wide string literal";
    default:
      return "unknown token";
  }
}

std::string describe(const Token& token) {
  constexpr std::size_t longest_shown = 40;
  if (token.kind == TokenKind::EndOfFile) return "end of file";
  std::string text = (token.escaped ? "_" : "") + std::string(token.text);
  if (text.size() > longest_shown) text = text.substr(0, longest_shown) + "...";
  const char first = text.empty() ? '\0' : text.front();
  const bool quoted = first == '"' || first == '\'' || text.rfind("L\"", 0) == 0 || text.rfind("L'", 0) == 0;
  return quoted ? describe(token.kind) + " " + text : "'" + text + "'";
}

}  // namespace dimma::idl
