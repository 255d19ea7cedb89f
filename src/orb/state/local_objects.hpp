#pragma once
// The questions that references and endpoints ask about the objects of their own ORB. The object adapters answer.

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

  // Takes requests: those of endpoints, and those of calls within the process that have to be requests.
  virtual channel::Dispatcher& dispatcher() noexcept = 0;
  // Returns the object that the key names, entered: the caller owes it an exit(). Waits on this thread while its POA
  // holds requests. Throws what a request is to be refused with, always COMPLETED_NO, or
  // PortableServer::ForwardRequest. Returns nullptr if it has to be called by a request, as an executor of the
  // application makes its upcalls.
  virtual ActiveObject* enter(const ObjectKey& key, std::string_view operation) = 0;
  // Returns the profiles by which an object of that endpoint is reached. If its protocol carries only oneways, those of
  // the default endpoint come first, for all calls with an answer. They include the components that interceptors add
  // for the object's adapter. Throws what Endpoint::open throws.
  virtual std::vector<channel::Tagged> profiles_of(Endpoint& endpoint, std::span<const std::byte> object_key) = 0;

  // True if requests for the object of that key come to that endpoint, as far as its adapter is known.
  virtual bool is_served_by(const Endpoint& endpoint, std::string_view key) = 0;
  // Returns the id of the POAManager that holds requests for the object of that key; empty if none does, as far as its
  // adapter is known.
  virtual std::string held_by(std::string_view key) = 0;
  // Returns the ORB's root POA, which is made on the first call. Throws what OrbState::require_running() throws.
  virtual CORBA::object_reference<PortableServer::POA> root_poa() = 0;

 protected:
  LocalObjects() = default;
  LocalObjects(const LocalObjects&) = default;
  LocalObjects& operator=(const LocalObjects&) = default;
};

}  // namespace dimma::orb
