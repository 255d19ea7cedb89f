#include "services/inspect/answers/answers.hpp"

#include "services/inspect/answers/facts.hpp"
#include "services/inspect/page/page.hpp"

#include <dimma/observation.hpp>

#include <charconv>
#include <optional>
#include <sstream>

namespace dimma::inspect {

namespace {

constexpr std::string_view json_type = "application/json";
constexpr std::string_view script_type = "text/javascript; charset=utf-8";
constexpr std::size_t calls_default = 100;

// Parses "limit=N". An empty query means the default; returns nullopt for anything else.
std::optional<std::size_t> read_limit(std::string_view query) {
  if (query.empty()) return calls_default;
  constexpr std::string_view name = "limit=";
  if (!query.starts_with(name)) return std::nullopt;
  query.remove_prefix(name.size());
  std::size_t limit = 0;
  const auto [end, error] = std::from_chars(query.data(), query.data() + query.size(), limit);
  if (query.empty() || error != std::errc() || end != query.data() + query.size() || limit > calls_max) {
    return std::nullopt;
  }
  return limit;
}

Answer in_pieces(std::string_view type, Pieces pieces) {
  Answer answer{200, std::string(type), {}};
  pieces(answer.body);
  answer.more = std::move(pieces);
  return answer;
}

Answer calls(const CORBA::object_reference<CORBA::ORB>& orb, std::string_view query) {
  const auto limit = read_limit(query);
  if (!limit) return refusal(400, "/calls takes ?limit=N, from 0 to " + std::to_string(calls_max));
  return in_pieces(json_type, calls_json(orb, *limit));
}

Answer description(const CORBA::object_reference<CORBA::ORB>& orb, std::string_view query) {
  if (!query.empty() && query != "buckets=on") return refusal(400, "/describe takes ?buckets=on, or nothing");
  return in_pieces(json_type, description_json(orb, query.empty() ? Buckets::left_out : Buckets::shown));
}

Answer capture(const CORBA::object_reference<CORBA::ORB>& orb) {
  std::ostringstream octets;
  if (!observation::write_capture(orb, octets)) {
    return refusal(404, nothing_captured);
  }
  return {200, "application/vnd.tcpdump.pcap", std::move(octets).str(), "capture.pcap"};
}

Answer found(const CORBA::object_reference<CORBA::ORB>& orb, std::string_view path, std::string_view query) {
  if (path == "/calls") return calls(orb, query);
  if (path == "/") return {200, "text/html; charset=utf-8", std::string(page())};
  if (path == "/page.css") return {200, "text/css; charset=utf-8", std::string(page_style())};
  if (path == "/page.js") return {200, std::string(script_type), std::string(page_script())};
  if (path == "/history.js") return {200, std::string(script_type), std::string(page_history())};
  if (path == "/plots.js") return {200, std::string(script_type), std::string(page_plots())};
  if (path == "/describe") return description(orb, query);
  if (path == "/metrics") return in_pieces("text/plain; version=0.0.4; charset=utf-8", metrics_text(orb));
  if (path == "/events") return {200, std::string(json_type), events_json()};
  if (path == "/capture.pcap") return capture(orb);
  return refusal(404, "not found; there are /, /metrics, /describe, /calls, /events and /capture.pcap");
}

}  // namespace

Answer refusal(unsigned status, std::string_view words) {
  Answer answer;
  answer.status = status;
  answer.body = std::string(words) + '\n';
  return answer;
}

Answer answer_to(const CORBA::object_reference<CORBA::ORB>& orb, std::string_view target) {
  const auto question = std::min(target.find('?'), target.size());
  const std::string_view query = question == target.size() ? std::string_view() : target.substr(question + 1);
  try {
    return found(orb, target.substr(0, question), query);
  } catch (const CORBA::Exception& raised) {
    return refusal(503, std::string("the ORB cannot answer: ") + raised.what());
  }
}

}  // namespace dimma::inspect
