#include "iiop/bidirectional/arrival_path.hpp"

#include "base/log/log.hpp"
#include "base/text/ascii.hpp"
#include "qos/transport_traits.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <utility>

namespace dimma::iiop {

std::string cannot_announce(const Peer& client, const Address& point) {
  if (!qos::traits_of(client.transport).encrypts) return {};
  if (!client.security || !client.security->certificate || !client.security->certificate->is_verified) {
    return "the client has no verified certificate (--dimma-tls-clients)";
  }
  const auto& shown = *client.security->certificate;
  const auto is_host = [&point](const std::string& name) {
    return std::ranges::equal(name, point.host, {}, to_lower_ascii, to_lower_ascii);
  };
  const bool is_named =
      std::ranges::any_of(shown.dns_names, is_host) || std::ranges::any_of(shown.ip_addresses, is_host);
  return is_named ? std::string() : "the client's certificate is for other names";
}

ArrivalPath::ArrivalPath(std::shared_ptr<DividedConnection> connection, const transport::Stream& stream)
    : transport_(stream.peer().transport), peer_(to_string(stream.peer())), connection_(std::move(connection)) {}

std::shared_ptr<DividedConnection> ArrivalPath::connection() const {
  const sync::LockGuard lock(mutex_);
  return connection_;
}

std::unique_ptr<transport::Stream> ArrivalPath::replies() {
  if (const auto there = connection()) return there->replies();
  throw CORBA::TRANSIENT(minor::transient_connection_lost, CORBA::COMPLETED_NO,
                         "the connection over which the reference was received has ended");
}

void ArrivalPath::end() noexcept {
  std::shared_ptr<void> link;  // destroyed after the locks are released
  std::shared_ptr<DividedConnection> connection;
  {
    const sync::LockGuard lock(mutex_);
    connection.swap(connection_);
  }
  // From here on replies() throws, so link_ is not set again.
  const sync::LockGuard lock(linking_);
  link.swap(link_);
}

void ArrivalPath::learn(OctetView listen_points) {
  std::vector<Address> said;
  try {
    said = decode_listen_points(listen_points);
  } catch (const CORBA::MARSHAL& malformed) {
    const sync::LockGuard lock(mutex_);
    return warn_once_locked({.text = "the listen points of " + peer_ + " are malformed: " + malformed._detail(),
                             .peer = peer_,
                             .minor = malformed.minor()});
  }
  const auto there = connection();
  if (!there) return;
  const Peer client = there->identify_peer();
  const sync::LockGuard lock(mutex_);
  for (auto& point : said) add_locked(client, std::move(point));
  if (!points_.empty()) is_offered_.store(true, std::memory_order_relaxed);
}

void ArrivalPath::add_locked(const Peer& client, Address point) {
  if (points_.size() >= listen_points_max || std::ranges::find(points_, point) != points_.end()) return;
  const auto why = cannot_announce(client, point);
  if (why.empty()) return points_.push_back(std::move(point));
  warn_once_locked({.text = peer_ + " announces the listen point " + to_string(point) +
                            ", but is not called back over its connection: " + why,
                    .peer = peer_});
}

void ArrivalPath::warn_once_locked(const log::Entry& entry) {
  if (!std::exchange(has_warned_, true)) log::write(log::Event::callbacks_refused, [&] { return entry; });
}

bool ArrivalPath::leads_to(const Address& address) const {
  if (!is_offered()) return false;
  const auto there = connection();
  if (!there || there->has_ended()) return false;
  const Address plain{without_brackets(address.host), address.port};
  const sync::LockGuard lock(mutex_);
  return std::ranges::find(points_, plain) != points_.end();
}

}  // namespace dimma::iiop
