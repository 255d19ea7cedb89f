#include "orb/access/rule_parser.hpp"

#include "base/text/ascii.hpp"
#include "base/text/user_names.hpp"
#include "qos/text.hpp"
#include "qos/transport_traits.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace dimma::access {

namespace {

// A word of a line, with quotes and backslashes removed.
struct Word {
  std::string text;
  std::string is_literal;           // '\1' for each octet of the text without a special meaning
  std::vector<std::size_t> column;  // column of each octet and of the word's end
  bool begins_at(std::string_view what) const noexcept { return text == what && is_plain(); }
  bool is_plain() const noexcept { return is_literal.find('\1') == std::string::npos; }

  // Returns the position of the first `octet` that is neither quoted nor escaped, or npos.
  std::size_t find(char octet) const noexcept {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == octet && is_literal[i] == '\0') return i;
    }
    return std::string::npos;
  }
  Pattern pattern(std::size_t begin, std::size_t end) const {
    return {text.substr(begin, end - begin), is_literal.substr(begin, end - begin)};
  }
  Pattern pattern(std::size_t begin) const { return pattern(begin, text.size()); }
};

constexpr bool is_blank(char octet) noexcept { return octet == ' ' || octet == '\t' || octet == '\r'; }

struct Key {
  std::string_view name;
  Condition::Subject subject;
};
constexpr std::array<Key, 11> keys{{
    {"CN", Condition::Subject::common_name},
    {"subject", Condition::Subject::subject},
    {"issuer", Condition::Subject::issuer},
    {"dns", Condition::Subject::dns},
    {"uri", Condition::Subject::uri},
    {"email", Condition::Subject::email},
    {"fingerprint", Condition::Subject::fingerprint},
    {"uid", Condition::Subject::uid},
    {"gid", Condition::Subject::gid},
    {"transport", Condition::Subject::transport},
    {"address", Condition::Subject::address},
}};
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  const auto nearest = qos::nearest_word(word, candidates);
  return nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?";
}

class Line {
 public:
  Line(std::string_view text, std::size_t number, const std::string& file) : number_(number), file_(file) {
    read(text);
  }

  std::optional<Rule> rule();

 private:
  [[noreturn]] void fail(std::size_t column, const std::string& what) const {
    throw AccessRulesError(file_ + ":" + std::to_string(number_) + ":" + std::to_string(column) + ": " + what, number_,
                           column);
  }
  [[noreturn]] void fail_at_end(const std::string& what) const { fail(words_.back().column.back(), what); }

  void read(std::string_view text);
  std::size_t read_word(std::string_view text, std::size_t at);

  void take_who(Rule& rule, const Word& word) const;
  void take_what(Rule& rule, const Word& word) const;
  void set_value(Condition& condition, const Word& word, std::size_t at) const;
  std::uint32_t user(const Word& word, std::size_t at) const;
  std::uint32_t group(const Word& word, std::size_t at) const;
  std::string fingerprint(const Word& word, std::size_t at) const;

  const std::size_t number_;
  const std::string& file_;
  std::vector<Word> words_;
  std::string_view said_;  // the line without surrounding blanks and comment
};

void Line::read(std::string_view text) {
  std::size_t begin = std::string_view::npos;
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    if (text[at] == '#') break;
    begin = std::min(begin, at);
    end = at = read_word(text, at);
  }
  if (!words_.empty()) said_ = text.substr(begin, end - begin);
}

// Returns the position after the word.
std::size_t Line::read_word(std::string_view text, std::size_t at) {
  Word word;
  std::size_t quote = std::string_view::npos;  // position of the opening quote
  const auto add = [&](char octet, bool is_literal, std::size_t column) {
    word.text += octet;
    word.is_literal += is_literal ? '\1' : '\0';
    word.column.push_back(column + 1);
  };
  for (; at < text.size() && (quote != std::string_view::npos || !is_blank(text[at])); ++at) {
    const char octet = text[at];
    const auto code = static_cast<unsigned char>(octet);
    if ((code < 0x20 && octet != '\t') || code == 0x7f) fail(at + 1, "unexpected control character");
    if (octet == '"') {
      quote = quote == std::string_view::npos ? at : std::string_view::npos;
    } else if (octet == '\\') {
      if (++at == text.size()) fail(at, "expected a character after the backslash");
      add(text[at], true, at);
    } else {
      add(octet, quote != std::string_view::npos, at);
    }
  }
  if (quote != std::string_view::npos) fail(quote + 1, "unterminated '\"'");
  word.column.push_back(at + 1);
  words_.push_back(std::move(word));
  return at;
}

std::optional<Rule> Line::rule() {
  if (words_.empty()) return {};
  Rule rule;
  rule.line = number_;
  rule.text = said_;
  const Word& verb = words_.front();
  rule.allows = verb.begins_at("allow");
  if (!rule.allows && !verb.begins_at("deny")) {
    constexpr std::array<std::string_view, 2> verbs{"allow", "deny"};
    fail(verb.column.front(), "expected allow or deny, not " + qos::quoted(verb.text) + did_you_mean(verb.text, verbs));
  }
  std::size_t at = 1;
  for (; at < words_.size() && !words_[at].begins_at("call"); ++at) take_who(rule, words_[at]);
  if (at == 1) {
    const std::string expected = "expected a caller to " + verb.text + ", such as CN=NAME, uid=USER or *";
    at < words_.size() ? fail(words_[at].column.front(), expected) : fail_at_end(expected);
  }
  const bool is_everyone = std::any_of(words_.begin() + 1, words_.begin() + static_cast<std::ptrdiff_t>(at),
                                       [](const Word& word) { return word.begins_at("*"); });
  if (is_everyone && at != 2) fail(words_[1].column.front(), "expected '*' alone: it matches every caller");
  if (at == words_.size()) return rule;
  if (++at == words_.size()) fail_at_end("expected Interface::operation or poa=PATH after call");
  for (; at < words_.size(); ++at) take_what(rule, words_[at]);
  return rule;
}

void Line::take_who(Rule& rule, const Word& word) const {
  if (word.begins_at("*")) return;
  Condition condition{};
  condition.text = word.text;
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) {
    if (!word.begins_at("anonymous")) {
      constexpr std::array<std::string_view, 2> others{"anonymous", "call"};
      fail(word.column.front(),
           "expected KEY=VALUE, anonymous, * or call, not " + qos::quoted(word.text) + did_you_mean(word.text, others));
    }
    condition.subject = Condition::Subject::anonymous;
    rule.who.push_back(std::move(condition));
    return;
  }
  const std::string name = word.text.substr(0, equals);
  const auto* const key = std::find_if(keys.begin(), keys.end(), [&](const Key& each) { return each.name == name; });
  if (key == keys.end()) {
    std::vector<std::string_view> all;
    std::string list;
    for (const Key& each : keys) {
      all.push_back(each.name);
      list += (list.empty() ? "" : ", ") + std::string(each.name);
    }
    const std::string hint = name == "poa" ? "; poa= belongs after call" : did_you_mean(name, all);
    fail(word.column.front(), "expected one of " + list + " before the '=', not " + qos::quoted(name) + hint);
  }
  condition.subject = key->subject;
  if (equals + 1 == word.text.size()) fail(word.column.back(), "expected a value after " + name + "=");
  set_value(condition, word, equals + 1);
  rule.who.push_back(std::move(condition));
}

void Line::set_value(Condition& condition, const Word& word, std::size_t at) const {
  switch (condition.subject) {
    case Condition::Subject::uid:
      condition.value = user(word, at);
      return;
    case Condition::Subject::gid:
      condition.value = group(word, at);
      return;
    case Condition::Subject::fingerprint:
      condition.value = fingerprint(word, at);
      return;
    case Condition::Subject::transport: {
      const std::string transport = word.text.substr(at);
      if (std::ranges::find(qos::transport_names, transport) == qos::transport_names.end()) {
        fail(word.column[at], "expected tcp, tls, unix, shm, udp or multicast, not " + qos::quoted(transport) +
                                  did_you_mean(transport, qos::transport_names));
      }
      condition.value = transport;
      return;
    }
    case Condition::Subject::address: {
      std::string problem;
      const auto network = read_network(std::string_view(word.text).substr(at), problem);
      if (!network) fail(word.column[at], problem);
      condition.value = *network;
      return;
    }
    default:
      condition.value = word.pattern(at);
  }
}

std::uint32_t Line::user(const Word& word, std::size_t at) const {
  const std::string name = word.text.substr(at);
  if (const auto user = user_named(name)) return *user;
  fail(word.column[at], "expected a user's number or name; this machine knows no user " + qos::quoted(name));
}

std::uint32_t Line::group(const Word& word, std::size_t at) const {
  const std::string name = word.text.substr(at);
  if (const auto group = group_named(name)) return *group;
  fail(word.column[at], "expected a group's number or name; this machine knows no group " + qos::quoted(name));
}

// Parses a fingerprint in the format of openssl (upper-case digits and colons) or of dimma::caller().
std::string Line::fingerprint(const Word& word, std::size_t at) const {
  constexpr std::size_t digits = 64;
  std::string hex;
  for (std::size_t i = at; i < word.text.size(); ++i) {
    const char octet = to_lower_ascii(word.text[i]);
    const bool is_digit = (octet >= '0' && octet <= '9') || (octet >= 'a' && octet <= 'f');
    if (is_digit) {
      hex += octet;
    } else if (octet != ':' || hex.size() % 2 != 0) {
      fail(word.column[i], "expected a hexadecimal digit of a SHA-256 fingerprint");
    }
  }
  if (hex.size() != digits) {
    fail(word.column[at],
         "expected the 64 hexadecimal digits of a SHA-256 fingerprint, not " + std::to_string(hex.size()));
  }
  return hex;
}

void Line::take_what(Rule& rule, const Word& word) const {
  constexpr std::string_view poa = "poa=";
  if (word.text.starts_with(poa) && word.find('=') == poa.size() - 1) {
    if (word.text.size() == poa.size()) fail(word.column.back(), "expected a path after poa=, such as RootPOA/Plant");
    rule.adapters.push_back(word.pattern(poa.size()));
    return;
  }
  if (word.begins_at("*")) {
    rule.operations.push_back({word.pattern(0), word.pattern(0)});
    return;
  }
  const std::size_t colons = word.text.rfind("::");
  if (colons == std::string::npos || colons == 0 || colons + 2 == word.text.size()) {
    fail(word.column.front(), "expected Interface::operation, poa=PATH or *, not " + qos::quoted(word.text));
  }
  std::size_t begin = word.text.starts_with("::") ? 2 : 0;  // a leading "::" names the outermost scope, as in IDL
  begin = begin < colons ? begin : 0;
  rule.operations.push_back({word.pattern(begin, colons), word.pattern(colons + 2)});
}

}  // namespace

std::vector<Rule> parse_rules(std::string_view text, const std::string& name) {
  if (text.size() > file_octets_max) {
    throw AccessRulesError(name + ": expected at most " + std::to_string(file_octets_max >> 10U) + " KiB of rules", 0,
                           0);
  }
  std::vector<Rule> rules;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (auto rule = Line(text.substr(begin, end - begin), ++number, name).rule()) rules.push_back(std::move(*rule));
    begin = end + 1;
  }
  return rules;
}

}  // namespace dimma::access
