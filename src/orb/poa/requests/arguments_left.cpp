// Reports requests with more arguments than the operation has.

#include "base/log/log.hpp"
#include "base/sealing.hpp"
#include "channel/session.hpp"
#include "qos/text.hpp"

#include <dimma/caller.hpp>
#include <dimma/generated/server_request.hpp>

namespace dimma {

void report_arguments_left(const SkeletonEntry& entry, ServerRequest& request) noexcept {
  const std::size_t left = request.arguments().left();
  if (left == 0 || sealing::is_sealed()) return;
  log::write(log::Event::arguments_left, [&] {
    auto* const session = request.session();
    const auto peer = session == nullptr ? std::string() : to_string(*session->peer());
    return log::Entry{.text = "a request for " + qos::quoted(entry.name) + " by " +
                              (peer.empty() ? "an unknown peer" : peer) + " has " + std::to_string(left) +
                              " octets more than the operation's arguments: client and server have different IDL",
                      .peer = peer,
                      .operation = std::string(entry.name)};
  });
}

}  // namespace dimma
