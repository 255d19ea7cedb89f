#pragma once
/// Client policies (CORBA 3.3 part 1, 8.8.2 and chapter 22): the timeout of a call, and the event that a oneway waits
/// for. They are made by ORB::create_policy, and apply to a reference (Object::_set_policy_overrides), to the calls of
/// a thread (CORBA::PolicyCurrent) or to all calls of an ORB (CORBA::PolicyManager); the most specific policy counts.
///
///   CORBA::Any tenth_of_a_second;
///   tenth_of_a_second <<= TimeBase::TimeT{1'000'000};
///   auto policy = orb->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, tenth_of_a_second);
///   auto patient = IDL::traits<M::Foo>::narrow(
///       foo->_set_policy_overrides({policy}, CORBA::SetOverrideType::ADD_OVERRIDE));
///
/// An EngineeringQoS can set the same, and more, for a binding. If it has a deadline too, the earlier deadline counts.

#include <dimma/policy.hpp>

#include <cstdint>
#include <vector>

namespace TimeBase {
/// A time in units of 100 nanoseconds.
using TimeT = std::uint64_t;
using InaccuracyT = std::uint64_t;
/// The time zone, in minutes east of Greenwich.
using TdfT = std::int16_t;
}  // namespace TimeBase

namespace CORBA {

/// Thrown if some policies cannot be set together; `indices()` identifies them.
class InvalidPolicies final : public dimma::plain_exception<InvalidPolicies> {
 public:
  static constexpr const char* exception_name = "InvalidPolicies";
  static constexpr const char* repository_id = "IDL:omg.org/CORBA/InvalidPolicies:1.0";

  InvalidPolicies() = default;
  explicit InvalidPolicies(UShortSeq indices) : indices_(std::move(indices)) {}
  const UShortSeq& indices() const noexcept { return indices_; }
  UShortSeq& indices() noexcept { return indices_; }
  void indices(UShortSeq value) { indices_ = std::move(value); }
  void _encode(dimma::cdr::Encoder& out) const override { dimma::cdr::write(out, indices_); }

 private:
  UShortSeq indices_;
};

/// resolve_initial_references("ORBPolicyManager"): the policies of all calls of the ORB. Thread-safe; a call in
/// progress keeps the policies that it began with.
class PolicyManager : public virtual Object {
 public:
  using _ref_type = object_reference<PolicyManager>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/PolicyManager:1.0"};

  /// Returns the policies of the given types that are set here; all policies if no types are given.
  virtual PolicyList get_policy_overrides(const PolicyTypeSeq& types) = 0;
  /// Throws NO_PERMISSION for a policy that is not a client policy, BAD_PARAM (OMG minor 30) for nil or
  /// for two policies of the same type.
  virtual void set_policy_overrides(const PolicyList& policies, SetOverrideType how) = 0;

 protected:
  PolicyManager() = default;
  ~PolicyManager() override = default;
};

/// The base of objects whose state belongs to the calling thread.
class Current : public virtual Object {
 public:
  using _ref_type = object_reference<Current>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/Current:1.0"};

 protected:
  Current() = default;
  ~Current() override = default;
};

/// resolve_initial_references("PolicyCurrent"): the policies of the calls made by the calling thread. The reference may
/// be kept and used by any thread; each thread has its own policies.
class PolicyCurrent : public virtual PolicyManager, public virtual Current {
 public:
  using _ref_type = object_reference<PolicyCurrent>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/PolicyCurrent:1.0"};

 protected:
  PolicyCurrent() = default;
  ~PolicyCurrent() override = default;
};

}  // namespace CORBA

namespace Messaging {

/// The event that the caller of a oneway waits for.
using SyncScope = std::int16_t;
inline constexpr SyncScope SYNC_NONE = 0;            ///< treated like SYNC_WITH_TRANSPORT
inline constexpr SyncScope SYNC_WITH_TRANSPORT = 1;  ///< the request has been passed to the transport; the default
inline constexpr SyncScope SYNC_WITH_SERVER = 2;  ///< the object has been found, or the reply is a failure or forward
inline constexpr SyncScope SYNC_WITH_TARGET = 3;  ///< the servant has returned; exceptions that it raises are thrown

inline constexpr CORBA::PolicyType REBIND_POLICY_TYPE = 23;
inline constexpr CORBA::PolicyType SYNC_SCOPE_POLICY_TYPE = 24;
inline constexpr CORBA::PolicyType REQUEST_PRIORITY_POLICY_TYPE = 25;
inline constexpr CORBA::PolicyType REPLY_PRIORITY_POLICY_TYPE = 26;
inline constexpr CORBA::PolicyType REQUEST_START_TIME_POLICY_TYPE = 27;
inline constexpr CORBA::PolicyType REQUEST_END_TIME_POLICY_TYPE = 28;
inline constexpr CORBA::PolicyType REPLY_START_TIME_POLICY_TYPE = 29;
inline constexpr CORBA::PolicyType REPLY_END_TIME_POLICY_TYPE = 30;
inline constexpr CORBA::PolicyType RELATIVE_REQ_TIMEOUT_POLICY_TYPE = 31;
inline constexpr CORBA::PolicyType RELATIVE_RT_TIMEOUT_POLICY_TYPE = 32;
inline constexpr CORBA::PolicyType ROUTING_POLICY_TYPE = 33;
inline constexpr CORBA::PolicyType MAX_HOPS_POLICY_TYPE = 34;
inline constexpr CORBA::PolicyType QUEUE_ORDER_POLICY_TYPE = 35;

/// The maximum time until the reply, including connecting; after that CORBA::TIMEOUT is thrown. Made from an Any with a
/// TimeBase::TimeT; 0 means no limit. Does not apply to a call to an object of the same process.
class RelativeRoundtripTimeoutPolicy : public virtual CORBA::Policy {
 public:
  using _ref_type = CORBA::object_reference<RelativeRoundtripTimeoutPolicy>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/Messaging/RelativeRoundtripTimeoutPolicy:1.0"};

  /// The maximum duration of a call, in units of 100 ns.
  virtual TimeBase::TimeT relative_expiry() const noexcept = 0;

 protected:
  RelativeRoundtripTimeoutPolicy() = default;
  ~RelativeRoundtripTimeoutPolicy() override = default;
};

/// The event at which a oneway returns. Made from an Any with a SyncScope.
class SyncScopePolicy : public virtual CORBA::Policy {
 public:
  using _ref_type = CORBA::object_reference<SyncScopePolicy>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/Messaging/SyncScopePolicy:1.0"};

  /// The event at which a oneway returns.
  virtual SyncScope synchronization() const noexcept = 0;

 protected:
  SyncScopePolicy() = default;
  ~SyncScopePolicy() override = default;
};

}  // namespace Messaging

/// Needed because operations in IDL may raise this exception.
template <>
struct dimma::cdr::codec<CORBA::InvalidPolicies> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const CORBA::InvalidPolicies& value) { cdr::write(out, value.indices()); }
  static void read(Decoder& in, CORBA::InvalidPolicies& value) { cdr::read(in, value.indices()); }
};

namespace dimma {
inline constexpr CORBA::TypeCode::Member set_override_type_members[] = {{.name = "SET_OVERRIDE"},
                                                                        {.name = "ADD_OVERRIDE"}};
template <>
struct cdr::codec<CORBA::SetOverrideType> : cdr::enum_codec<CORBA::SetOverrideType, 2> {};
template <>
struct printer<CORBA::SetOverrideType> {
  static void print(std::ostream& out, const CORBA::SetOverrideType& value) {
    static constexpr const char* names[] = {"SET_OVERRIDE", "ADD_OVERRIDE"};
    print_enumerator(out, "CORBA::SetOverrideType", names, 2, static_cast<std::uint64_t>(value));
  }
};
}  // namespace dimma

namespace CORBA {
inline constexpr TypeCode _tc_SetOverrideType(TCKind::tk_enum, {.id = "IDL:omg.org/CORBA/SetOverrideType:1.0",
                                                                .name = "SetOverrideType",
                                                                .members = dimma::set_override_type_members});
inline constexpr TypeCode _tc_Current(TCKind::tk_local_interface,
                                      {.id = "IDL:omg.org/CORBA/Current:1.0", .name = "Current"});
inline constexpr TypeCode _tc_PolicyManager(TCKind::tk_local_interface,
                                            {.id = "IDL:omg.org/CORBA/PolicyManager:1.0", .name = "PolicyManager"});
inline constexpr TypeCode _tc_PolicyCurrent(TCKind::tk_local_interface,
                                            {.id = "IDL:omg.org/CORBA/PolicyCurrent:1.0", .name = "PolicyCurrent"});
}  // namespace CORBA

template <>
struct dimma::typecode_of<CORBA::SetOverrideType> : dimma::typecode_constant<CORBA::_tc_SetOverrideType> {};
template <>
struct dimma::typecode_of<CORBA::Current> : dimma::typecode_constant<CORBA::_tc_Current> {};
template <>
struct dimma::typecode_of<CORBA::PolicyManager> : dimma::typecode_constant<CORBA::_tc_PolicyManager> {};
template <>
struct dimma::typecode_of<CORBA::PolicyCurrent> : dimma::typecode_constant<CORBA::_tc_PolicyCurrent> {};

template <>
struct IDL::traits<CORBA::PolicyManager> : dimma::local_interface_traits<CORBA::PolicyManager> {};
template <>
struct IDL::traits<CORBA::Current> : dimma::local_interface_traits<CORBA::Current> {};
template <>
struct IDL::traits<CORBA::PolicyCurrent> : dimma::local_interface_traits<CORBA::PolicyCurrent> {};
template <>
struct IDL::traits<Messaging::RelativeRoundtripTimeoutPolicy>
    : dimma::local_interface_traits<Messaging::RelativeRoundtripTimeoutPolicy> {};
template <>
struct IDL::traits<Messaging::SyncScopePolicy> : dimma::local_interface_traits<Messaging::SyncScopePolicy> {};
