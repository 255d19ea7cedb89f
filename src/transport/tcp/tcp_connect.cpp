#include "base/sync/sync.hpp"
#include "transport/tcp/race.hpp"
#include "transport/tcp/tcp.hpp"

#include <utility>

namespace dimma::transport {
namespace {

Resolved resolve_to_connect(const std::string& host, std::uint16_t port) {
  return resolve(host, port, Purpose::connect);
}

}  // namespace

TcpTransport::TcpTransport() : TcpTransport(resolve_to_connect) {}

TcpTransport::TcpTransport(ResolveName resolve_name) : resolver_(std::move(resolve_name)) {}

Connected TcpTransport::connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) {
  auto resolved = resolve_at_once(to.host, to.port);
  if (!resolved) resolved = resolver_.resolve(to.host, to.port, deadline);
  if (!resolved || resolved->addresses.empty()) return unresolved(to, resolved);
  Race race(to, interleaved(resolved->addresses), deadline, options, lingering_);
  if (auto decided = race.begin()) return std::move(*decided);
  return race.finish();
}

void TcpTransport::begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options,
                                 ConnectDone done) {
  connector_.begin(to, deadline, options, std::move(done));
}

}  // namespace dimma::transport
