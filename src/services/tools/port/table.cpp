#include "services/tools/port/table.hpp"

#include "services/tools/port/names_text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace dimma::tools::port {

namespace {

constexpr std::array<std::string_view, 8> kinds = {"name",      "member", "qualified", "macro",
                                                   "generated", "common", "header",    "build"};

std::optional<Status> status_called(std::string_view text) {
  for (const Status status : {Status::has, Status::differs, Status::lacks}) {
    if (to_string(status) == text) return status;
  }
  return {};
}

// "A{,_var}B" becomes "AB" and "A_varB". There is at most one pair of braces.
std::vector<std::string> expanded(const std::string& word) {
  const std::size_t open = word.find('{');
  const std::size_t close = word.find('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return {word};
  std::vector<std::string> words;
  std::size_t begin = open + 1;
  while (begin <= close) {
    const std::size_t end = std::min(word.find(',', begin), close);
    words.push_back(word.substr(0, open) + word.substr(begin, end - begin) + word.substr(close + 1));
    begin = end + 1;
  }
  return words;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_{std::string(text)} {}

  std::vector<Entry> entries() {
    std::vector<Entry> entries;
    Entry head;
    for (std::string line; std::getline(text_, line);) {
      ++number_;
      if (line.empty() || line.front() == '#') continue;
      if (line.front() != ' ') {
        head = heading(line);
        continue;
      }
      if (head.kind.empty()) fail("names before the first heading");
      std::istringstream words(line);
      for (std::string word; words >> word;) {
        for (std::string& name : expanded(word)) {
          entries.push_back(head);
          entries.back().name = std::move(name);
        }
      }
    }
    return entries;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("names.txt:" + std::to_string(number_) + ": " + what);
  }

  Entry heading(const std::string& line) const {
    const std::size_t colon = line.find(": ");
    std::istringstream words(line.substr(0, colon));
    std::string status;
    Entry entry;
    words >> status >> entry.kind;
    const auto known = status_called(status);
    if (!known) fail("'" + status + "' is not a status");
    if (std::find(kinds.begin(), kinds.end(), entry.kind) == kinds.end()) fail("'" + entry.kind + "' is not a kind");
    entry.status = *known;
    if (colon != std::string::npos) entry.advice = line.substr(colon + 2);
    if (entry.status != Status::has && entry.advice.empty()) fail("there is no advice");
    return entry;
  }

  std::istringstream text_;
  std::size_t number_ = 0;
};

// Requires a pattern with a star.
bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  const std::string_view end = pattern.substr(star + 1);
  return text.size() >= pattern.size() && text.starts_with(pattern.substr(0, star)) && text.ends_with(end);
}

}  // namespace

std::string_view to_string(Status status) {
  switch (status) {
    case Status::has:
      return "has";
    case Status::differs:
      return "differs";
    case Status::lacks:
      return "lacks";
  }
  return {};
}

bool Table::Index::add(const Entry& entry) {
  if (!names_.emplace(entry.name, &entry).second) return false;
  if (entry.name.find('*') == std::string::npos) return true;
  const auto by_name = [](const Entry* one, const Entry* other) { return one->name < other->name; };
  patterns_.insert(std::upper_bound(patterns_.begin(), patterns_.end(), &entry, by_name), &entry);
  return true;
}

const Entry* Table::Index::find(std::string_view text) const {
  if (const auto exact = names_.find(text); exact != names_.end()) return exact->second;
  const Entry* best = nullptr;
  for (const Entry* each : patterns_) {
    if (!matches(each->name, text)) continue;
    if (best == nullptr || best->name.size() < each->name.size()) best = each;
  }
  return best;
}

Table::Table(std::string_view text) : entries_(Reader(text).entries()) { index(); }

void Table::index() {
  for (const Entry& entry : entries_) {
    Index& index = entry.kind == "header"                                ? headers_
                   : entry.kind == "build"                               ? build_words_
                   : entry.kind == "generated" || entry.kind == "common" ? generated_
                                                                         : names_;
    if (!index.add(entry)) throw std::runtime_error("names.txt has '" + entry.name + "' twice");
    const std::size_t scope = entry.name.find("::");
    if (&index != &names_ || scope == std::string::npos) continue;
    namespaces_.insert(entry.name.substr(0, scope));
    const std::string last = entry.name.substr(entry.name.rfind("::") + 2);
    if (entry.kind != "member" || last.find('_') == std::string::npos) continue;
    const Entry*& known = members_[last];
    if (known == nullptr || entry.status < known->status) known = &entry;
  }
}

const Entry* Table::name(std::string_view text) const { return names_.find(text); }
const Entry* Table::generated(std::string_view text) const { return generated_.find(text); }
const Entry* Table::header(std::string_view path) const { return headers_.find(path); }
const Entry* Table::build_word(std::string_view word) const { return build_words_.find(word); }
bool Table::has_namespace(std::string_view text) const { return namespaces_.contains(text); }

const Entry* Table::member(std::string_view text) const {
  const auto found = members_.find(text);
  return found == members_.end() ? nullptr : found->second;
}

const Table& table() {
  static const Table compiled_in(names_text());
  return compiled_in;
}

}  // namespace dimma::tools::port
