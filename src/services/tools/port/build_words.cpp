#include "services/tools/port/build_words.hpp"

#include "idl/options.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace dimma::tools::port {

namespace {

struct Line {
  std::string text;
  std::size_t number = 0;  // the number of its first line, counted from 1
};

// Joins lines that end in a backslash, and removes comments.
std::vector<Line> logical_lines(std::string_view text) {
  std::vector<Line> lines;
  bool is_continued = false;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    for (std::size_t at = line.find('#'); at != std::string::npos; at = line.find('#', at + 1)) {
      if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') line.resize(at);
    }
    const bool continues = line.ends_with('\\');
    if (continues) line.pop_back();
    if (is_continued) {
      lines.back().text += ' ' + line;
    } else {
      lines.push_back({std::move(line), number});
    }
    is_continued = continues;
  }
  return lines;
}

std::vector<std::string> words_of(const std::string& line) {
  constexpr std::string_view between = " \t\"'`()[];$@{}<>|&:";
  std::vector<std::string> words;
  std::size_t begin = 0;
  while ((begin = line.find_first_not_of(between, begin)) != std::string::npos) {
    const std::size_t end = std::min(line.find_first_of(between, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

// Returns "omniORB4" for "-lomniORB4", "omniORB4>=4.1", "/usr/lib/libomniORB4.so".
std::string plain_name(std::string word) {
  const bool is_linked = word.starts_with("-l");
  if (is_linked) word.erase(0, 2);
  word.erase(0, word.rfind('/') + 1);
  word.resize(std::min(word.find_first_of("<>=,"), word.size()));
  if (word.starts_with("lib") && word.find('.') != std::string::npos) word = word.substr(3, word.find('.') - 3);
  return word;
}

// Returns true if the line calls an IDL compiler, or sets a variable with its options.
bool is_of_idl_compiler(std::string line) {
  std::transform(line.begin(), line.end(), line.begin(),
                 [](unsigned char one) { return static_cast<char>(std::tolower(one)); });
  for (const std::string_view sign : {"omniidl", "tao_idl", "idlflags", "idl_flags", "idl_options", "idlopt"}) {
    if (line.find(sign) != std::string::npos) return true;
  }
  return false;
}

// Returns false for options that all compilers have, and for long ones, which belong to other programs on the line.
bool is_option(const std::string& word) {
  if (word.size() < 2 || word[0] != '-' || word[1] == '-' || word.find_first_of("%*") != std::string::npos)
    return false;
  constexpr std::string_view common = "IDUloLOgcmfM";
  return word == "-g" || common.find(word[1]) == std::string_view::npos;
}

Use use_of_option(const std::string& option, std::size_t line) {
  idl::Options parsed;
  std::string problem = idl::parse_options({"--classic", option, "x.idl"}, parsed);
  // The option may have its value in the next argument.
  if (!problem.empty() && idl::parse_options({"--classic", option, "x", "x.idl"}, parsed).empty()) problem.clear();
  if (!problem.empty()) return {{option, "option", Status::lacks, "dimma-idl: " + problem}, line};
  const std::string advice = parsed.warnings.empty() ? "" : "dimma-idl: " + parsed.warnings.front();
  return {{option, "option", advice.empty() ? Status::has : Status::differs, advice}, line};
}

}  // namespace

std::vector<Use> build_uses(const Table& table, std::string_view text) {
  std::vector<Use> uses;
  for (const Line& line : logical_lines(text)) {
    const bool is_of_idl = is_of_idl_compiler(line.text);
    for (const std::string& word : words_of(line.text)) {
      if (const Entry* const entry = table.build_word(plain_name(word))) {
        uses.push_back({*entry, line.number});
      } else if (is_of_idl && is_option(word)) {
        uses.push_back(use_of_option(word, line.number));
      }
    }
  }
  return uses;
}

}  // namespace dimma::tools::port
