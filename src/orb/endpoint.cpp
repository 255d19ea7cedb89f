#include "orb/endpoint.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

channel::ServerEndpoint& Endpoint::open() {
  if (auto* const open = opened()) return *open;
  const std::scoped_lock lock(mutex_);
  if (closed_) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_orb_shut_down, CORBA::COMPLETED_NO, "the ORB has been shut down");
  }
  if (!endpoint_) {
    endpoint_ = binder_.listen(options_, qos_, dispatcher_);
    opened_.store(endpoint_.get(), std::memory_order_release);
  }
  return *endpoint_;
}

void Endpoint::close() noexcept {
  channel::ServerEndpoint* endpoint = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    endpoint = endpoint_.get();
  }
  if (endpoint != nullptr) endpoint->close();
}

void Endpoint::release() noexcept {
  close();
  const std::scoped_lock lock(mutex_);
  opened_.store(nullptr, std::memory_order_release);
  endpoint_.reset();
}

}  // namespace dimma::orb
