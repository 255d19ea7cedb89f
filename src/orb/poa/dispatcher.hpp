#pragma once
// The object adapters' end of the seams: requests of server endpoints, and what references ask of local objects.

#include "orb/state/local_objects.hpp"

namespace dimma::orb {

class PoaTree;
struct AddedComponent;

class Dispatcher final : public channel::Dispatcher, public LocalObjects {
 public:
  explicit Dispatcher(PoaTree& tree) noexcept : tree_(tree) {}

  void dispatch(ServerRequest& request) noexcept override;
  channel::Located locate(std::span<const std::byte> object_key, channel::Octets& forward_to) noexcept override;

  channel::Dispatcher& dispatcher() noexcept override { return *this; }
  ActiveObject& enter(const ObjectKey& key, std::string_view operation) override;
  std::vector<channel::Tagged> profiles_of(Endpoint& endpoint, std::span<const std::byte> object_key) override;
  bool is_served_by(const Endpoint& endpoint, std::string_view key) override;
  CORBA::object_reference<PortableServer::POA> root_poa() override;

 private:
  void serve(ServerRequest& request);
  void add_to(std::vector<channel::Tagged>& profiles, const AddedComponent& added) const;

  PoaTree& tree_;
};

}  // namespace dimma::orb
