#pragma once
// Passes requests from server endpoints, and calls through references to objects of the same ORB, to the object
// adapters.

#include "orb/state/local_objects.hpp"

namespace dimma::orb {

class PoaTree;
struct AddedComponent;

class Dispatcher final : public channel::Dispatcher, public LocalObjects {
 public:
  explicit Dispatcher(PoaTree& tree) noexcept : tree_(tree) {}

  void dispatch(ServerRequest& request) noexcept override;
  channel::Located locate(std::span<const std::byte> object_key, channel::Octets& forward_to,
                          channel::Session* session) noexcept override;

  channel::Dispatcher& dispatcher() noexcept override { return *this; }
  ActiveObject* enter(const ObjectKey& key, std::string_view operation) override;
  std::vector<channel::Tagged> profiles_of(Endpoint& endpoint, std::span<const std::byte> object_key) override;
  bool is_served_by(const Endpoint& endpoint, std::string_view key) override;
  std::string held_by(std::string_view key) override;
  CORBA::object_reference<PortableServer::POA> root_poa() override;

 private:
  void serve(ServerRequest& request);
  void serve_guarded(ServerRequest& request);
  void add_to(std::vector<channel::Tagged>& profiles, const AddedComponent& added) const;

  PoaTree& tree_;
};

}  // namespace dimma::orb
