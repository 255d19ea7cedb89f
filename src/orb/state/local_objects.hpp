#pragma once
// The interface through which references and endpoints access the objects of their own ORB. The object adapters
// implement it.

#include "channel/channel.hpp"
#include "orb/state/object_key.hpp"

#include <dimma/poa.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

class ActiveObject;
class Endpoint;

class LocalObjects {
 public:
  virtual ~LocalObjects() = default;

  // Returns the dispatcher for requests from endpoints, and for calls within the process that must be made as requests.
  virtual channel::Dispatcher& dispatcher() noexcept = 0;
  // Finds the object for a call within the process and enters it; the caller must call exit() on the result. Blocks
  // while the object's POA holds requests. Throws the exception with which a request would be refused (always
  // COMPLETED_NO), or PortableServer::ForwardRequest. Returns nullptr if the call must be made as a request, because an
  // executor of the application makes the upcalls.
  virtual ActiveObject* enter(const ObjectKey& key, std::string_view operation) = 0;
  // Returns the profiles by which an object of that endpoint is reached, with the components that interceptors add for
  // the object's adapter. If the endpoint's protocol carries only oneways, the default endpoint's profiles come first,
  // since calls with replies need them. Throws what Endpoint::open throws.
  virtual std::vector<channel::Tagged> profiles_of(Endpoint& endpoint, std::span<const std::byte> object_key) = 0;

  // Returns true if requests for the object with that key arrive at that endpoint, or if the object's adapter is not
  // known.
  virtual bool is_served_by(const Endpoint& endpoint, std::string_view key) = 0;
  // Returns the id of the POAManager that holds requests for the object with that key. Returns an empty string if none
  // does, or if the adapter is not known.
  virtual std::string held_by(std::string_view key) = 0;
  // Returns the ORB's root POA, which is created on the first call. Throws what OrbState::require_running() throws.
  virtual CORBA::object_reference<PortableServer::POA> root_poa() = 0;

 protected:
  LocalObjects() = default;
  LocalObjects(const LocalObjects&) = default;
  LocalObjects& operator=(const LocalObjects&) = default;
};

}  // namespace dimma::orb
