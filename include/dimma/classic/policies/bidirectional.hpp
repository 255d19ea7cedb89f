#pragma once
/// Callbacks over the connection that the client opened (bidirectional GIOP; CORBA 3.3 part 2, 9.8), for clients
/// protected by firewalls that admit no connections. docs/guides/bidirectional.md explains when to use it, and which
/// peers it trusts.
///
///   CORBA::Any both;
///   both <<= BiDirPolicy::BOTH;
///   CORBA::PolicyList policies(1);
///   policies.length(1);
///   policies[0] = orb->create_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, both);
///   PortableServer::POA_var poa = root->create_POA("callbacks", manager, policies);
///
/// In the client, the objects of a POA with the policy may be called back. A reference with the policy, set by
/// Object::_set_policy_overrides, CORBA::PolicyCurrent or CORBA::PolicyManager, offers this to its server. In the
/// server, references received in requests to objects of a POA with the policy are called over the connection of the
/// request, if the client offers it. `--dimma-bidirectional` sets the policy for a whole ORB.

#include <dimma/classic/orb.hpp>
#include <dimma/classic/policy.hpp>

namespace dimma {
namespace classic {
namespace BiDirPolicy {

/// The ends of a connection that send requests: with NORMAL, the default, only the one that opened it; with BOTH,
/// either.
typedef CORBA::UShort BidirectionalPolicyValue;
typedef BidirectionalPolicyValue& BidirectionalPolicyValue_out;
const BidirectionalPolicyValue NORMAL = 0;
const BidirectionalPolicyValue BOTH = 1;

const CORBA::PolicyType BIDIRECTIONAL_POLICY_TYPE = 37;

DIMMA_CLASSIC_LOCAL_CLASS(BidirectionalPolicy);

/// A policy for POAs, and for references, threads and ORBs as clients. Immutable, and therefore thread-safe.
/// ORB::create_policy throws PolicyError for an Any that does not hold a BidirectionalPolicyValue (BAD_POLICY_TYPE),
/// for one that holds neither of the two values (BAD_POLICY_VALUE), and for BOTH in the build without threads
/// (UNSUPPORTED_POLICY_VALUE).
class BidirectionalPolicy : public virtual CORBA::Policy {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(BidirectionalPolicy)
  /// Returns NORMAL or BOTH.
  virtual BidirectionalPolicyValue value() = 0;

 protected:
  BidirectionalPolicy() {}
  ~BidirectionalPolicy() override;
};

}  // namespace BiDirPolicy
}  // namespace classic
}  // namespace dimma
