#pragma once
/// Callbacks over the connection that the client opened (bidirectional GIOP; CORBA 3.3 part 2, 9.8), for clients
/// protected by firewalls that admit no connections. docs/guides/bidirectional.md explains when and how to use it, and
/// which peers it trusts.
///
///   CORBA::Any both;
///   both <<= BiDirPolicy::BOTH;
///   auto policy = orb->create_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, both);
///
/// In the client, the objects of a POA with the policy may be called back. A binding with the policy, set by
/// Object::_set_policy_overrides, CORBA::PolicyCurrent or CORBA::PolicyManager, offers this to its server. In the
/// server, references received in requests to objects of a POA with the policy are called over the connection of the
/// request, if the client offers it. `--dimma-bidirectional` sets the policy for a whole ORB.
///
/// In the build without threads ORB::create_policy refuses BOTH: PolicyError, UNSUPPORTED_POLICY_VALUE.

#include <dimma/policy.hpp>

#include <cstdint>

namespace BiDirPolicy {

using BidirectionalPolicyValue = std::uint16_t;
/// Only the end that opened the connection sends requests. This is the default.
inline constexpr BidirectionalPolicyValue NORMAL = 0;
/// Both ends may send requests.
inline constexpr BidirectionalPolicyValue BOTH = 1;

inline constexpr CORBA::PolicyType BIDIRECTIONAL_POLICY_TYPE = 37;

/// A policy for POAs, and for references, threads and ORBs as clients. Immutable, so any thread may use it.
/// ORB::create_policy throws CORBA::PolicyError for an Any that does not hold an unsigned short (BAD_POLICY_TYPE) or
/// holds neither of the two values (BAD_POLICY_VALUE).
using BidirectionalPolicy = PortableServer::ValuePolicy<BidirectionalPolicyValue, BIDIRECTIONAL_POLICY_TYPE>;

}  // namespace BiDirPolicy
