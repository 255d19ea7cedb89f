#pragma once
/// Policies (CORBA 3.3 part 1, 8.8) and those of object adapters (15.3.8), and as a dimma extension the QoS of a POA.

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/plain_exception.hpp>
#include <dimma/object.hpp>
#include <dimma/traits.hpp>

#include <cstdint>
#include <vector>

namespace dimma {
struct EngineeringQoS;
}

namespace CORBA {

/// A setting that controls the behaviour of an ORB, an adapter or a reference. A local object; immutable, and therefore
/// thread-safe.
class Policy : public virtual Object {
 public:
  using _ref_type = object_reference<Policy>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/Policy:1.0"};

  /// Returns the type of the policy.
  virtual PolicyType policy_type() = 0;
  /// Returns a policy with the same value.
  virtual object_reference<Policy> copy() = 0;
  /// A no-op: a policy lives as long as its references.
  virtual void destroy() {}

 protected:
  Policy() = default;
  ~Policy() override = default;
};

using PolicyErrorCode = std::int16_t;
inline constexpr PolicyErrorCode BAD_POLICY = 0;
inline constexpr PolicyErrorCode UNSUPPORTED_POLICY = 1;
inline constexpr PolicyErrorCode BAD_POLICY_TYPE = 2;
inline constexpr PolicyErrorCode BAD_POLICY_VALUE = 3;
inline constexpr PolicyErrorCode UNSUPPORTED_POLICY_VALUE = 4;

/// Thrown if a policy cannot be made; `reason()` is one of the codes above.
class PolicyError final : public dimma::plain_exception<PolicyError> {
 public:
  static constexpr const char* exception_name = "PolicyError";
  static constexpr const char* repository_id = "IDL:omg.org/CORBA/PolicyError:1.0";

  PolicyError() = default;
  explicit PolicyError(PolicyErrorCode reason) noexcept : reason_(reason) {}
  PolicyError(PolicyErrorCode reason, std::string detail) noexcept
      : plain_exception(std::move(detail)), reason_(reason) {}
  PolicyErrorCode reason() const noexcept { return reason_; }
  void reason(PolicyErrorCode value) noexcept { reason_ = value; }
  void _encode(dimma::cdr::Encoder& out) const override { dimma::cdr::write(out, reason_); }

 private:
  PolicyErrorCode reason_ = BAD_POLICY;
};

}  // namespace CORBA

namespace PortableServer {

inline constexpr CORBA::PolicyType THREAD_POLICY_ID = 16;
inline constexpr CORBA::PolicyType LIFESPAN_POLICY_ID = 17;
inline constexpr CORBA::PolicyType ID_UNIQUENESS_POLICY_ID = 18;
inline constexpr CORBA::PolicyType ID_ASSIGNMENT_POLICY_ID = 19;
inline constexpr CORBA::PolicyType IMPLICIT_ACTIVATION_POLICY_ID = 20;
inline constexpr CORBA::PolicyType SERVANT_RETENTION_POLICY_ID = 21;
inline constexpr CORBA::PolicyType REQUEST_PROCESSING_POLICY_ID = 22;

/// The threads that make upcalls. ORB_CTRL_MODEL: any number at the same time. SINGLE_THREAD_MODEL: one at a time
/// within a POA, whose servants may meanwhile call each other through stubs. A request that re-enters such a POA
/// through a channel (from another process, or by a dynamic call) waits until the upcall ends: if the upcall in turn
/// waits for the caller of that request, this is a deadlock, unless the call has a deadline. MAIN_THREAD_MODEL, with
/// upcalls only by the thread in ORB::run(), is the behaviour of the build without threads; create_POA refuses it
/// (InvalidPolicy) in the build with threads.
enum class ThreadPolicyValue : std::uint32_t { ORB_CTRL_MODEL, SINGLE_THREAD_MODEL, MAIN_THREAD_MODEL };
/// Determines whether references outlive the POA (and the process) that made them.
enum class LifespanPolicyValue : std::uint32_t { TRANSIENT, PERSISTENT };
/// Determines whether a servant may incarnate more than one object.
enum class IdUniquenessPolicyValue : std::uint32_t { UNIQUE_ID, MULTIPLE_ID };
/// Determines whether the POA or the application generates the object ids.
enum class IdAssignmentPolicyValue : std::uint32_t { USER_ID, SYSTEM_ID };
/// Determines whether obtaining a servant's reference activates it.
enum class ImplicitActivationPolicyValue : std::uint32_t { IMPLICIT_ACTIVATION, NO_IMPLICIT_ACTIVATION };
/// Determines whether the POA remembers which servant incarnates which object.
enum class ServantRetentionPolicyValue : std::uint32_t { RETAIN, NON_RETAIN };
/// Determines how an object that is not in the active object map is served.
enum class RequestProcessingPolicyValue : std::uint32_t {
  USE_ACTIVE_OBJECT_MAP_ONLY,
  USE_DEFAULT_SERVANT,
  USE_SERVANT_MANAGER
};

/// A policy whose value is an enumerator.
template <class Value, CORBA::PolicyType Type>
class ValuePolicy : public virtual CORBA::Policy {
 public:
  using _ref_type = CORBA::object_reference<ValuePolicy>;
  /// Returns the value.
  virtual Value value() const noexcept = 0;
  CORBA::PolicyType policy_type() override { return Type; }

 protected:
  ValuePolicy() = default;
  ~ValuePolicy() override = default;
};

using ThreadPolicy = ValuePolicy<ThreadPolicyValue, THREAD_POLICY_ID>;
using LifespanPolicy = ValuePolicy<LifespanPolicyValue, LIFESPAN_POLICY_ID>;
using IdUniquenessPolicy = ValuePolicy<IdUniquenessPolicyValue, ID_UNIQUENESS_POLICY_ID>;
using IdAssignmentPolicy = ValuePolicy<IdAssignmentPolicyValue, ID_ASSIGNMENT_POLICY_ID>;
using ImplicitActivationPolicy = ValuePolicy<ImplicitActivationPolicyValue, IMPLICIT_ACTIVATION_POLICY_ID>;
using ServantRetentionPolicy = ValuePolicy<ServantRetentionPolicyValue, SERVANT_RETENTION_POLICY_ID>;
using RequestProcessingPolicy = ValuePolicy<RequestProcessingPolicyValue, REQUEST_PROCESSING_POLICY_ID>;

}  // namespace PortableServer

namespace dimma {

// Extracts the value of the policy from the Any given to ORB::create_policy.
#define DIMMA_POLICY_VALUE(NAME, ...)                                                                  \
  inline constexpr CORBA::TypeCode::Member NAME##_members[] = {__VA_ARGS__};                           \
  template <>                                                                                          \
  struct typecode_of<PortableServer::NAME> {                                                           \
    static constexpr CORBA::TypeCode value{                                                            \
        CORBA::TCKind::tk_enum,                                                                        \
        {.id = "IDL:omg.org/PortableServer/" #NAME ":1.0", .name = #NAME, .members = NAME##_members}}; \
  };                                                                                                   \
  template <>                                                                                          \
  struct cdr::codec<PortableServer::NAME> : cdr::enum_codec<PortableServer::NAME, std::size(NAME##_members)> {};
DIMMA_POLICY_VALUE(ThreadPolicyValue, {.name = "ORB_CTRL_MODEL"}, {.name = "SINGLE_THREAD_MODEL"},
                   {.name = "MAIN_THREAD_MODEL"})
DIMMA_POLICY_VALUE(LifespanPolicyValue, {.name = "TRANSIENT"}, {.name = "PERSISTENT"})
DIMMA_POLICY_VALUE(IdUniquenessPolicyValue, {.name = "UNIQUE_ID"}, {.name = "MULTIPLE_ID"})
DIMMA_POLICY_VALUE(IdAssignmentPolicyValue, {.name = "USER_ID"}, {.name = "SYSTEM_ID"})
DIMMA_POLICY_VALUE(ImplicitActivationPolicyValue, {.name = "IMPLICIT_ACTIVATION"}, {.name = "NO_IMPLICIT_ACTIVATION"})
DIMMA_POLICY_VALUE(ServantRetentionPolicyValue, {.name = "RETAIN"}, {.name = "NON_RETAIN"})
DIMMA_POLICY_VALUE(RequestProcessingPolicyValue, {.name = "USE_ACTIVE_OBJECT_MAP_ONLY"},
                   {.name = "USE_DEFAULT_SERVANT"}, {.name = "USE_SERVANT_MANAGER"})
#undef DIMMA_POLICY_VALUE

/// The first of dimma's own policy types.
inline constexpr CORBA::PolicyType own_policy_types = 0x444d0000;
/// The type of the policy that qos_policy() makes.
inline constexpr CORBA::PolicyType QOS_POLICY_TYPE = own_policy_types | 1;

/// Makes a policy with the QoS of one end of a binding (dimma/qos.hpp). POA::create_POA with the policy gives the POA a
/// server endpoint of its own, assembled according to `qos`, which the POA's references name.
/// Object::_set_policy_overrides with the policy returns a reference whose calls go through a binding with that QoS and
/// its credentials, made by the first call. Throws dimma::QoSError for a QoS that is valid for neither a client nor a
/// server; those two functions throw it for a QoS of the other end. Cannot be set for a thread or for a whole ORB,
/// which has --dimma-qos: NO_PERMISSION.
CORBA::object_reference<CORBA::Policy> qos_policy(const EngineeringQoS& qos);

}  // namespace dimma

namespace CORBA {
inline constexpr TypeCode _tc_Policy(TCKind::tk_objref, {.id = "IDL:omg.org/CORBA/Policy:1.0", .name = "Policy"});
}  // namespace CORBA

template <>
struct dimma::typecode_of<CORBA::Policy> : dimma::typecode_constant<CORBA::_tc_Policy> {};

/// Needed because operations in IDL may raise this exception.
template <>
struct dimma::cdr::codec<CORBA::PolicyError> {
  static constexpr std::size_t octets_min = 2;
  static void write(Encoder& out, const CORBA::PolicyError& value) { cdr::write(out, value.reason()); }
  static void read(Decoder& in, CORBA::PolicyError& value) { value.reason(cdr::read<CORBA::PolicyErrorCode>(in)); }
};

namespace CORBA {
inline constexpr TypeCode _tc_PolicyErrorCode(TCKind::tk_alias,
                                              {.id = "IDL:omg.org/CORBA/PolicyErrorCode:1.0",
                                               .name = "PolicyErrorCode",
                                               .content = &dimma::typecode_of<PolicyErrorCode>::value});
inline constexpr TypeCode _tc_PolicyTypeSeq(TCKind::tk_alias, {.id = "IDL:omg.org/CORBA/PolicyTypeSeq:1.0",
                                                               .name = "PolicyTypeSeq",
                                                               .content = &dimma::typecode_of<PolicyTypeSeq>::value});
inline constexpr TypeCode _tc_PolicyList(TCKind::tk_alias, {.id = "IDL:omg.org/CORBA/PolicyList:1.0",
                                                            .name = "PolicyList",
                                                            .content = &dimma::typecode_of<PolicyList>::value});
}  // namespace CORBA

template <>
struct IDL::traits<CORBA::Policy> : dimma::local_interface_traits<CORBA::Policy> {};
template <class Value, CORBA::PolicyType Type>
struct IDL::traits<PortableServer::ValuePolicy<Value, Type>>
    : dimma::local_interface_traits<PortableServer::ValuePolicy<Value, Type>> {};
