#include "orb/upcall/active_object.hpp"

namespace dimma::orb {

ActiveObject::ActiveObject(std::shared_ptr<ObjectOwner> owner, std::string id,
                           std::shared_ptr<PortableServer::Servant> servant)
    : gate_(&owner->gate()),
      serial_(owner->serial()),
      servant_(std::move(servant)),
      owner_(std::move(owner)),
      id_(std::move(id)) {}

ActiveObject::~ActiveObject() = default;

void ActiveObject::release() noexcept {
  const auto keep = shared_from_this();
  const auto owner = std::move(owner_);
  owner->released(*this, std::move(servant_));
}

}  // namespace dimma::orb
