#include "idl/server/protocol/message_reader.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "idl/text/token.hpp"

namespace dimma::idl {
namespace {

constexpr std::string_view length_header = "content-length";

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Returns the octets in a form suitable for an error message.
std::string shown_octets(std::string_view octets) {
  constexpr std::size_t longest_shown = 60;
  std::string shown;
  for (const char c : octets.substr(0, longest_shown)) shown += c >= ' ' && c <= '~' ? c : '?';
  return octets.size() > longest_shown ? shown + "..." : shown;
}

}  // namespace

void MessageReader::add(std::string_view octets) {
  const std::size_t skipped = std::min(octets.size(), skipped_octets_);
  skipped_octets_ -= skipped;
  pending_.append(octets.substr(skipped));
}

std::optional<MessageReader::Event> MessageReader::next() {
  if (skipped_octets_ > 0) return std::nullopt;
  if (is_lost_ && !find_next_header()) return std::nullopt;
  if (!has_headers_) {
    if (std::optional<Event> problem = read_headers()) return problem;
    if (!has_headers_) return std::nullopt;
  }
  if (pending_.size() < body_octets_) return std::nullopt;
  Event event{true, pending_.substr(0, body_octets_)};
  pending_.erase(0, body_octets_);
  has_headers_ = false;
  return event;
}

// Returns a problem; nullopt if the headers are valid (has_headers_), or incomplete.
std::optional<MessageReader::Event> MessageReader::read_headers() {
  std::optional<std::size_t> length;
  std::size_t at = 0;
  for (;;) {
    const std::size_t end = pending_.find('\n', at);
    if (std::min(end, pending_.size()) > header_octets_max) return broken("headers of more than 8192 octets");
    if (end == std::string::npos) return std::nullopt;
    const std::string_view line = trimmed(std::string_view(pending_).substr(at, end - at));
    at = end + 1;
    if (line.empty()) break;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return broken("'" + shown_octets(line) + "' is not a header");
    if (folded(trimmed(line.substr(0, colon))) != length_header) continue;
    const std::string_view value = trimmed(line.substr(colon + 1));
    std::size_t number = 0;
    const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || stop != value.data() + value.size()) {
      return broken("Content-Length is '" + shown_octets(value) + "'");
    }
    length = number;
  }
  if (!length) return broken("a message without Content-Length");
  pending_.erase(0, at);
  if (*length <= message_octets_max) {
    body_octets_ = *length;
    has_headers_ = true;
    return std::nullopt;
  }
  const std::size_t here = std::min(pending_.size(), *length);
  pending_.erase(0, here);
  skipped_octets_ = *length - here;
  return Event{false, "a message of " + std::to_string(*length) + " octets is ignored: the limit is " +
                          std::to_string(message_octets_max)};
}

MessageReader::Event MessageReader::broken(std::string problem) {
  is_lost_ = true;
  // The search resumes after the bad line, which may itself look like the beginning of a header.
  pending_.erase(0, std::min(pending_.find('\n'), pending_.size() - 1) + 1);
  return {false, std::move(problem) + "; expected 'Content-Length: N', an empty line, and N octets"};
}

bool MessageReader::find_next_header() {
  const auto found = std::search(pending_.begin(), pending_.end(), length_header.begin(), length_header.end(),
                                 [](char a, char b) { return folded(std::string_view(&a, 1)).front() == b; });
  if (found == pending_.end()) {
    // The last octets may be the beginning of a header.
    const std::size_t kept = std::min(pending_.size(), length_header.size() - 1);
    pending_.erase(0, pending_.size() - kept);
    return false;
  }
  pending_.erase(pending_.begin(), found);
  is_lost_ = false;
  return true;
}

std::string framed(std::string_view message) {
  return "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + std::string(message);
}

}  // namespace dimma::idl
