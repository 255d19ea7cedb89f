#include "orb/state/endpoint.hpp"

#include "qos/transport_traits.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace dimma::orb {

std::shared_ptr<const channel::ServerEndpoint> Endpoint::open() {
  try {
    return open_with_qos();
  } catch (const QoSError& error) {
    // TLS may also be required by an address instead of the QoS.
    const bool is_of_address = error.field() == "transport" && !qos::traits_of(qos_.transport).encrypts &&
                               std::ranges::any_of(options_.at, [](const auto& address) { return address.has_tls; });
    throw CORBA::INV_POLICY(minor::inv_policy_qos, CORBA::COMPLETED_NO,
                            is_of_address ? "an ssliop endpoint (--dimma-endpoint): " + error.reason()
                                          : std::string("the program's default QoS (--dimma-qos, DIMMA_QOS) at a "
                                                        "server: ") +
                                                error.what());
  }
}

std::shared_ptr<const channel::ServerEndpoint> Endpoint::open_with_qos() {
  if (auto open = opened()) return open;
  const sync::LockGuard opening(opening_);
  if (closed_) {
    throw CORBA::BAD_INV_ORDER(
        minor::bad_inv_order_orb_shut_down, CORBA::COMPLETED_NO,
        "the endpoint is closed: its ORB has been shut down, its POA destroyed, or its process is "
        "the parent of this one");
  }
  if (auto open = opened()) return open;
  auto fresh = channel::listen(binder_, options_, qos_, dispatcher_, subscribers_);
  if (carries_callbacks_) fresh->carry_callbacks();
  const sync::LockGuard lock(mutex_);
  endpoint_ = fresh;
  return fresh;
}

std::shared_ptr<const channel::ServerEndpoint> Endpoint::opened() const noexcept {
  const sync::LockGuard lock(mutex_);
  return endpoint_;
}

void Endpoint::carry_callbacks() {
  const sync::LockGuard opening(opening_);
  carries_callbacks_ = true;
  const sync::LockGuard lock(mutex_);
  if (endpoint_) endpoint_->carry_callbacks();
}

void Endpoint::close() noexcept {
  std::shared_ptr<channel::ServerEndpoint> endpoint;
  {
    const sync::LockGuard opening(opening_);
    closed_ = true;
    const sync::LockGuard lock(mutex_);
    endpoint = endpoint_;
  }
  if (endpoint) endpoint->close();
}

void Endpoint::release() noexcept {
  close();
  std::shared_ptr<channel::ServerEndpoint> released;  // destroyed after the lock is released
  const sync::LockGuard lock(mutex_);
  released.swap(endpoint_);
}

std::shared_ptr<channel::ServerEndpoint> Endpoint::leave() noexcept {
  closed_ = true;
  return std::exchange(endpoint_, nullptr);
}

}  // namespace dimma::orb
