#include "transport/transport.hpp"

#include <cerrno>
#include <new>
#include <system_error>

namespace dimma::transport {
namespace {

std::string lower_first(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

}  // namespace

std::string describe(const Result& result) {
  switch (result.status) {
    case Status::ok:
      return "ok";
    case Status::end:
      return "closed by the peer";
    case Status::timeout:
      return "timed out";
    case Status::closed:
      return "closed at this end";
    case Status::failed:
      break;
  }
  return result.error == 0 ? "failed" : lower_first(std::generic_category().message(result.error));
}

Peer Stream::identify_peer() const {
  const Endpoint at = peer();
  Peer known;
  known.transport = at.transport;
  if (is_local(at)) return known;
  known.address = at.host;
  known.port = at.port;
  return known;
}

Connected failed_connect(const Endpoint& to, const Result& result, std::string_view why) {
  return {nullptr, result, "connect to " + to_string(to) + ": " + std::string(why)};
}

Connected failed_connect(const Endpoint& to, const Result& result) {
  return failed_connect(to, result, describe(result));
}

Connected failed_connect(const Endpoint& to, const std::exception& error) {
  Result result{Status::failed, 0, EINVAL};
  if (const auto* of_system = dynamic_cast<const std::system_error*>(&error)) result.error = of_system->code().value();
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) result.error = ENOMEM;
  return failed_connect(to, result, error.what());
}

std::string to_string(const Endpoint& endpoint) {
  if (is_local(endpoint)) return endpoint.transport + ":" + endpoint.host;
  const bool needs_brackets = endpoint.host.find(':') != std::string::npos;
  std::string text = endpoint.transport + ":";
  if (needs_brackets) text.append("[");
  text.append(endpoint.host);
  if (needs_brackets) text.append("]");
  return text.append(":").append(std::to_string(endpoint.port));
}

}  // namespace dimma::transport
