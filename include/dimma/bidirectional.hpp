#pragma once
/// Calls back over the client's own connection (bidirectional GIOP; CORBA 3.3 part 2, 9.8): through firewalls that
/// admit no connections. docs/guides/bidirectional.md tells when and how to use it, and which peers it trusts.
///
///   CORBA::Any both;
///   both <<= BiDirPolicy::BOTH;
///   auto policy = orb->create_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, both);
///
/// At the client, a POA with the policy has the objects that may be called back. A binding with it, by
/// Object::_set_policy_overrides, CORBA::PolicyCurrent or CORBA::PolicyManager, offers that to its server. At the
/// server, requests to objects of a POA with the policy bring references that are called over the connection on which
/// they came, if their client offers it. `--dimma-bidirectional` does the same for a whole ORB.
///
/// In the build without threads ORB::create_policy refuses BOTH: PolicyError, UNSUPPORTED_POLICY_VALUE.

#include <dimma/policy.hpp>

#include <cstdint>

namespace BiDirPolicy {

using BidirectionalPolicyValue = std::uint16_t;
/// Requests go one way, from the end that has opened the connection. This is the default without a policy.
inline constexpr BidirectionalPolicyValue NORMAL = 0;
/// Requests may go both ways.
inline constexpr BidirectionalPolicyValue BOTH = 1;

inline constexpr CORBA::PolicyType BIDIRECTIONAL_POLICY_TYPE = 37;

/// A policy for POAs, and for references, threads and ORBs as clients. Immutable: any thread may use one.
/// ORB::create_policy throws CORBA::PolicyError for an Any that holds no unsigned short (BAD_POLICY_TYPE), or neither
/// of the two values (BAD_POLICY_VALUE).
using BidirectionalPolicy = PortableServer::ValuePolicy<BidirectionalPolicyValue, BIDIRECTIONAL_POLICY_TYPE>;

}  // namespace BiDirPolicy
