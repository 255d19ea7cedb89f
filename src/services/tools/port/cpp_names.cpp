#include "services/tools/port/cpp_names.hpp"

#include "services/tools/port/scanner.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace dimma::tools::port {

namespace {

// Returns "A::B" of "A::B::C".
std::string_view without_members(std::string_view name) {
  const std::size_t end = name.find("::");
  return end == std::string_view::npos ? name : name.substr(0, name.find("::", end + 2));
}

class Collector {
 public:
  explicit Collector(const Table& table) : table_(table) {}

  void take(const Word& word) {
    switch (word.kind) {
      case Word::Kind::include:
        if (const Entry* const entry = table_.header(word.text)) {
          add_as(*entry, word.text, word.line, entry->name.front() != '*');
        }
        break;
      case Word::Kind::name:
        take_name(word);
        break;
      case Word::Kind::member:
        if (word.text.find("::") != std::string::npos) {
          take_name(word);
        } else if (!take_generated(word.text, word.line)) {
          if (const Entry* const entry = table_.member(word.text)) add(*entry, word.line, false);
        }
        break;
      case Word::Kind::end:
        break;
    }
  }

  std::vector<Use> uses() && { return uses_corba_ ? std::move(uses_) : std::vector<Use>(); }

 private:
  void add(const Entry& entry, std::size_t line, bool shows_corba) {
    uses_.push_back({entry, line});
    uses_corba_ = uses_corba_ || shows_corba;
  }

  // A name that is lacking is listed by itself, even if the entry is a pattern.
  void add_as(const Entry& entry, std::string_view name, std::size_t line, bool shows_corba) {
    add(entry, line, shows_corba);
    if (entry.status != Status::has && entry.name.find('*') != std::string::npos) uses_.back().entry.name = name;
  }

  void take_name(const Word& word) {
    const bool opens_namespace = before_ == "using" && last_ == "namespace";
    before_ = std::exchange(last_, word.text);
    const std::string outermost = word.text.substr(0, word.text.find("::"));
    if (outermost == "std" || outermost == "boost") return;
    if (opens_namespace && table_.has_namespace(word.text)) {
      opened_.push_back(word.text);
      uses_corba_ = true;
    }
    if (take_qualified(word) || word.text.find("::") != std::string::npos) return;
    for (const std::string& space : opened_) {
      if (const Entry* const entry = table_.name(space + "::" + word.text)) return add(*entry, word.line, false);
    }
  }

  // Looks up the longest part from the beginning that the table has, and the rest by itself. Returns true if there was
  // anything.
  bool take_qualified(const Word& word) {
    std::string_view part = word.text;
    for (;;) {
      if (const Entry* const entry = table_.name(part)) {
        add_as(*entry, without_members(part), word.line, true);
        take_rest(std::string_view(word.text).substr(part.size()), word.line);
        return true;
      }
      const std::size_t end = part.rfind("::");
      if (end == std::string_view::npos) break;
      part = part.substr(0, end);
    }
    const std::size_t end = word.text.find("::");
    if (end == std::string::npos || !table_.has_namespace(word.text.substr(0, end))) {
      return take_rest("::" + word.text, word.line);
    }
    add({std::string(without_members(word.text)), "name", Status::lacks,
         "the list of names does not have it; it may be an extension of another ORB"},
        word.line, true);
    return true;
  }

  bool take_rest(std::string_view rest, std::size_t line) {
    bool found = false;
    while (!rest.empty()) {
      rest.remove_prefix(2);
      const std::size_t end = std::min(rest.find("::"), rest.size());
      found = take_generated(rest.substr(0, end), line) || found;
      rest.remove_prefix(end);
    }
    return found;
  }

  bool take_generated(std::string_view name, std::size_t line) {
    const Entry* const entry = table_.generated(name);
    if (entry != nullptr) add(*entry, line, !entry->is_common());
    return entry != nullptr;
  }

  const Table& table_;
  std::vector<Use> uses_;
  bool uses_corba_ = false;
  std::vector<std::string> opened_;  // the namespaces of using-directives
  std::string last_;                 // the last two names
  std::string before_;
};

}  // namespace

std::vector<Use> cpp_uses(const Table& table, std::string_view text) {
  Scanner scanner(text);
  Collector collector(table);
  for (Word word = scanner.next(); word.kind != Word::Kind::end; word = scanner.next()) collector.take(word);
  return std::move(collector).uses();
}

}  // namespace dimma::tools::port
