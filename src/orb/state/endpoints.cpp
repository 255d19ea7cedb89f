#include "orb/state/endpoints.hpp"

#include "base/sync/assert.hpp"
#include "qos/ends.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace dimma::orb {

namespace {

// Configured ports belong to the default endpoint. Other endpoints listen on the same hosts, each once, with any port.
void without_ports(std::vector<channel::ListenAddress>& addresses) {
  std::vector<channel::ListenAddress> hosts;
  for (auto& [host, port, has_tls] : addresses) {
    channel::ListenAddress anywhere{std::move(host), 0, has_tls};
    if (std::find(hosts.begin(), hosts.end(), anywhere) == hosts.end()) hosts.push_back(std::move(anywhere));
  }
  addresses = std::move(hosts);
}

}  // namespace

void Endpoints::serve_by(channel::Dispatcher& dispatcher) {
  DIMMA_ASSERT(!dispatcher_);
  dispatcher_ = &dispatcher;
  default_ = std::make_shared<Endpoint>(serving_binder(options_.qos), subscribers_, dispatcher, listen_options(false),
                                        qos::for_end(options_.qos, End::server, qos::wanted_protocol(options_.qos)),
                                        !options_.listen.empty());
  {
    const sync::LockGuard lock(mutex_);
    all_.push_back(default_);
  }
  if (options_.offers_callbacks || options_.accepts_callbacks) default_->carry_callbacks();
}

std::shared_ptr<Endpoint> Endpoints::make(const EngineeringQoS& qos) {
  if (are_left_) {
    throw CORBA::BAD_INV_ORDER(
        minor::bad_inv_order_orb_shut_down, CORBA::COMPLETED_NO,
        "this ORB serves in the parent of this process: create an ORB with another id to serve here");
  }
  auto endpoint =
      std::make_shared<Endpoint>(serving_binder(qos), subscribers_, *dispatcher_, listen_options(true), qos, true);
  if (options_.offers_callbacks || options_.accepts_callbacks) endpoint->carry_callbacks();
  endpoint->open_with_qos();
  const sync::LockGuard lock(mutex_);
  all_.push_back(endpoint);
  return endpoint;
}

std::vector<channel::Fact> Endpoints::plan(const EngineeringQoS& qos) const {
  return serving_binder(qos).plan(listen_options(true), qos);
}

std::vector<std::shared_ptr<Endpoint>> Endpoints::all() const {
  const sync::LockGuard lock(mutex_);
  return all_;
}

void Endpoints::forget(const std::shared_ptr<Endpoint>& endpoint) noexcept {
  {
    const sync::LockGuard lock(mutex_);
    std::erase(all_, endpoint);
  }
  endpoint->release();
}

void Endpoints::close_all() noexcept {
  for (const auto& endpoint : all()) endpoint->close();
}

void Endpoints::leave(std::vector<std::shared_ptr<void>>& inherited) {
  are_left_ = true;
  for (const auto& endpoint : all_) inherited.push_back(endpoint->leave());
}

void Endpoints::release_all() noexcept {
  std::vector<std::shared_ptr<Endpoint>> released;
  {
    const sync::LockGuard lock(mutex_);
    released.swap(all_);
  }
  for (const auto& endpoint : released) endpoint->release();
}

channel::Binder& Endpoints::serving_binder(const EngineeringQoS& qos) const {
  const Protocol wanted = qos::wanted_protocol(qos);
  for (const auto& binder : binders_) {
    if (wanted == Protocol::any || to_string(wanted) == binder->protocol()) return *binder;
  }
  throw QoSError(qos.protocol != Protocol::any ? Field::protocol : Field::transport,
                 "this ORB does not support the protocol " + std::string(to_string(wanted)));
}

channel::ListenOptions Endpoints::listen_options(bool own) const {
  channel::ListenOptions options{.publish = options_.publish};
  if (!options_.listen.empty()) options.at = options_.listen;
  if (own) {
    without_ports(options.at);
    without_ports(options.publish);
  }
  return options;
}

}  // namespace dimma::orb
