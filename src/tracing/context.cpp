// Parses and formats trace contexts as defined by W3C Trace Context, level 1.

#include <dimma/trace.hpp>

#include <algorithm>
#include <set>

namespace dimma::trace {

namespace {

constexpr std::string_view blanks = " \t";
constexpr std::string_view digits = "0123456789abcdef";

// version "-" trace-id "-" parent-id "-" trace-flags
constexpr std::size_t trace_id_at = 3;
constexpr std::size_t span_id_at = trace_id_at + 32 + 1;
constexpr std::size_t flags_at = span_id_at + 16 + 1;
constexpr std::size_t known_characters = flags_at + 2;
constexpr std::size_t parent_characters_max = 512;  // for versions other than 00

std::string_view trimmed(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

template <std::size_t Size>
bool read_hex(std::string_view text, std::array<std::uint8_t, Size>& into) noexcept {
  for (std::size_t i = 0; i < Size; ++i) {
    const std::size_t high = digits.find(text[2 * i]);
    const std::size_t low = digits.find(text[2 * i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return false;
    into[i] = static_cast<std::uint8_t>(high << 4U | low);
  }
  return true;
}

template <std::size_t Size>
void append_hex(std::string& text, const std::array<std::uint8_t, Size>& octets) {
  for (const std::uint8_t octet : octets) {
    text += digits[octet >> 4U];
    text += digits[octet & 15U];
  }
}

bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_of_key(char c) noexcept { return is_lower(c) || is_digit(c) || c == '_' || c == '-' || c == '*' || c == '/'; }
bool is_of_value(char c) noexcept { return c >= 0x20 && c <= 0x7e && c != ',' && c != '='; }

// Section 3.3.1.3.1: a key is either simple ("rojo") or has a tenant and a system ("tenant@system").
bool is_key(std::string_view key) noexcept {
  constexpr std::size_t simple_max = 256;
  constexpr std::size_t tenant_max = 241;
  constexpr std::size_t system_max = 14;
  const std::size_t at = key.find('@');
  const std::string_view first = key.substr(0, at);
  if (first.empty() || !std::ranges::all_of(first, is_of_key)) return false;
  if (at == std::string_view::npos) return is_lower(first.front()) && first.size() <= simple_max;
  const std::string_view system = key.substr(at + 1);
  return (is_lower(first.front()) || is_digit(first.front())) && first.size() <= tenant_max && !system.empty() &&
         system.size() <= system_max && is_lower(system.front()) && std::ranges::all_of(system, is_of_key);
}

bool is_value(std::string_view value) noexcept {
  constexpr std::size_t value_max = 256;
  return !value.empty() && value.size() <= value_max && value.back() != ' ' && std::ranges::all_of(value, is_of_value);
}

// Returns the list members without blanks and empty members, or an empty string if the list is malformed or too long.
std::string read_state(std::string_view text) {
  std::string state;
  std::set<std::string_view> keys;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view member = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    if (member.empty()) continue;
    const std::size_t equals = member.find('=');
    if (equals == std::string_view::npos || !is_key(member.substr(0, equals)) || !is_value(member.substr(equals + 1)) ||
        !keys.insert(member.substr(0, equals)).second) {
      return {};
    }
    if (!state.empty()) state += ',';
    state += member;
    if (keys.size() > state_members_max || state.size() > state_characters_max) return {};
  }
  return state;
}

}  // namespace

std::optional<Context> parse(std::string_view traceparent, std::string_view tracestate) {
  const std::string_view text = trimmed(traceparent);
  if (text.size() < known_characters || text.size() > parent_characters_max) return std::nullopt;
  std::array<std::uint8_t, 1> version{};
  std::array<std::uint8_t, 1> flags{};
  Context context;
  if (text[trace_id_at - 1] != '-' || text[span_id_at - 1] != '-' || text[flags_at - 1] != '-' ||
      !read_hex(text, version) || !read_hex(text.substr(trace_id_at), context.trace_id) ||
      !read_hex(text.substr(span_id_at), context.span_id) || !read_hex(text.substr(flags_at), flags)) {
    return std::nullopt;
  }
  constexpr std::uint8_t no_version = 0xff;
  if (version[0] == no_version || !context.is_valid()) return std::nullopt;
  if (text.size() > known_characters && (version[0] == 0 || text[known_characters] != '-')) return std::nullopt;
  context.flags = flags[0] & flag_sampled;
  // Blanks and empty members, which are removed, may make the text longer than the members themselves.
  constexpr std::size_t read_max = 4 * state_characters_max;
  if (tracestate.size() <= read_max) context.trace_state = read_state(tracestate);
  return context;
}

std::string traceparent(const Context& context) {
  std::string text = "00-";
  text.reserve(known_characters);
  append_hex(text, context.trace_id);
  text += '-';
  append_hex(text, context.span_id);
  text += '-';
  append_hex(text, std::array<std::uint8_t, 1>{static_cast<std::uint8_t>(context.flags & flag_sampled)});
  return text;
}

std::string to_string(const TraceId& id) {
  std::string text;
  append_hex(text, id);
  return text;
}

std::string to_string(const SpanId& id) {
  std::string text;
  append_hex(text, id);
  return text;
}

}  // namespace dimma::trace
