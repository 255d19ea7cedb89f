#pragma once
// Applies access rules: decides if a request may be served.

#include "channel/session.hpp"
#include "orb/state/object_key.hpp"
#include "orb/upcall/active_object.hpp"

#include <dimma/access.hpp>
#include <dimma/generated/server_request.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace dimma::access {
class RuleSet;
}

namespace dimma::orb {

class PoaTree;

// Guards one request, or the question if there is an object. Decides in two steps, as an object's interface may be
// known only when it has been entered. Calls within the process are exempt.
class Guard {
 public:
  // Decides as far as that is possible without the object; no code of the application runs for that.
  Guard(PoaTree& tree, ServerRequest& request);
  // For LocateRequests: decides if anything of the object may be called.
  Guard(PoaTree& tree, std::span<const std::byte> object_key, channel::Session* session);

  // True if the request is refused for every object.
  bool refuses() const noexcept { return refuses_; }
  // Throws CORBA::NO_PERMISSION.
  void require() const;
  // The same once the object has been entered. Asks a dynamic servant for its interface, if the decision depends on it.
  void require(ActiveObject& object);

 private:
  // The target of a request.
  struct Place {
    std::string adapter;                     // "RootPOA/Plant"; empty: none
    std::shared_ptr<AccessRules> its_rules;  // nullptr: none
    bool may_be_made = false;                // the adapter, by an activator: its rules are not known yet
  };

  void decide(std::span<const std::byte> object_key);
  Place place_of(std::span<const std::byte> object_key) const;
  // `object` is nullptr if the object is not known.
  AccessDecision::Effect effect(AccessRules& rules, const Place& place, ActiveObject* object);
  AccessDecision::Effect evaluate(AccessRules& rules, const access::RuleSet& set, const Place& place,
                                  ActiveObject* object, const std::string& interface) const;

  PoaTree& tree_;
  channel::Session* const session_;
  const std::string_view operation_;
  std::shared_ptr<AccessRules> rules_;  // the ORB's
  bool refuses_ = false;
  bool depends_ = false;
};

}  // namespace dimma::orb
