#pragma once
// Decides by the access rules whether a request may be served.

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

// Guards one request or LocateRequest. Decides in two steps, since the object's interface may be unknown until the
// object is entered. Calls within the process are not checked.
class Guard {
 public:
  // Decides as far as possible without the object, and without running code of the application.
  Guard(PoaTree& tree, ServerRequest& request);
  // For a LocateRequest: decides whether the caller may call any operation of the object.
  Guard(PoaTree& tree, std::span<const std::byte> object_key, channel::Session* session);

  // Returns true if the request is refused for every object.
  bool refuses() const noexcept { return refuses_; }
  // Throws CORBA::NO_PERMISSION if the request is refused.
  void require() const;
  // Like require(), after the object has been entered. Asks a dynamic servant for its interface if the decision depends
  // on it.
  void require(ActiveObject& object);

 private:
  // The object adapter that a request is for.
  struct Place {
    std::string adapter;                     // such as "RootPOA/Plant"; empty if unknown
    std::shared_ptr<AccessRules> its_rules;  // nullptr if it has none
    bool may_be_made = false;                // an activator may create it; its rules are unknown
  };

  void decide(std::span<const std::byte> object_key);
  Place place_of(std::span<const std::byte> object_key) const;
  // `object` is nullptr if the object is unknown.
  AccessDecision::Effect effect(AccessRules& rules, const Place& place, ActiveObject* object);
  AccessDecision::Effect evaluate(AccessRules& rules, const access::RuleSet& set, const Place& place,
                                  ActiveObject* object, const std::string& interface) const;

  PoaTree& tree_;
  channel::Session* const session_;
  const std::string_view operation_;
  std::shared_ptr<AccessRules> rules_;  // rules of the ORB
  bool refuses_ = false;
  bool depends_ = false;
};

}  // namespace dimma::orb
