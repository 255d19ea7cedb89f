#pragma once
/// Policies (CORBA 3.3 part 1, 8.8).

#include <dimma/classic/generated/local_interface.hpp>
#include <dimma/classic/local_exception.hpp>
#include <dimma/classic/object.hpp>
#include <dimma/classic/values/object_sequence.hpp>
#include <dimma/classic/values/sequence.hpp>

namespace dimma {
namespace classic {

class Input;
template <class T>
struct codec;

namespace CORBA {

typedef ObjectVar<Policy> Policy_var;
typedef ObjectOut<Policy> Policy_out;
typedef SequenceVar<PolicyList> PolicyList_var;
typedef SequenceOut<PolicyList> PolicyList_out;
typedef SequenceVar<PolicyTypeSeq> PolicyTypeSeq_var;
typedef SequenceOut<PolicyTypeSeq> PolicyTypeSeq_out;

/// A setting that controls the behaviour of an ORB, an adapter or a reference. A local object; immutable, and therefore
/// thread-safe.
class Policy : public virtual Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(Policy)

  /// Returns the type of the policy.
  virtual PolicyType policy_type() = 0;
  /// Returns a policy with the same value.
  virtual Policy_ptr copy() = 0;
  /// A no-op: a policy lives as long as its references.
  virtual void destroy() = 0;

 protected:
  Policy() {}
  ~Policy() override;
};

typedef Short PolicyErrorCode;
const PolicyErrorCode BAD_POLICY = 0;
const PolicyErrorCode UNSUPPORTED_POLICY = 1;
const PolicyErrorCode BAD_POLICY_TYPE = 2;
const PolicyErrorCode BAD_POLICY_VALUE = 3;
const PolicyErrorCode UNSUPPORTED_POLICY_VALUE = 4;

/// Thrown if a policy cannot be made; `reason` is one of the codes above.
class PolicyError : public LocalException<PolicyError> {
 public:
  DIMMA_CLASSIC_EXCEPTION_NAMES(PolicyError, "CORBA")
  PolicyError() : reason(BAD_POLICY) {}
  explicit PolicyError(PolicyErrorCode reason_value) : reason(reason_value) {}

  void _encode(Output& out) const override;

  PolicyErrorCode reason;
};

/// Thrown if some policies cannot be set together; `indices` identifies them.
class InvalidPolicies : public LocalException<InvalidPolicies> {
 public:
  DIMMA_CLASSIC_EXCEPTION_NAMES(InvalidPolicies, "CORBA")
  typedef UnboundedSequence<UShort> Indices;
  InvalidPolicies() {}
  explicit InvalidPolicies(const Indices& indices_value) : indices(indices_value) {}

  void _encode(Output& out) const override;

  Indices indices;
};

DIMMA_CLASSIC_LOCAL_CLASS(PolicyManager);

/// resolve_initial_references("ORBPolicyManager"): the policies of all calls of the ORB. Thread-safe; a call in
/// progress keeps the policies that it began with.
class PolicyManager : public virtual Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(PolicyManager)

  /// Returns the policies of the given types that are set here; all policies if no types are given. The caller deletes
  /// the list.
  virtual PolicyList* get_policy_overrides(const PolicyTypeSeq& types) = 0;
  /// Throws NO_PERMISSION for a policy that is not a client policy, BAD_PARAM (OMG minor 30) for nil or for two
  /// policies of the same type.
  virtual void set_policy_overrides(const PolicyList& policies, SetOverrideType how) = 0;

 protected:
  PolicyManager() {}
  ~PolicyManager() override;
};

}  // namespace CORBA

template <>
struct codec<CORBA::PolicyError> {
  enum { octets_min = 2 };
  static void write(Output& out, const CORBA::PolicyError& value);
  static void read(Input& in, CORBA::PolicyError& value);
};
template <>
struct codec<CORBA::InvalidPolicies> {
  enum { octets_min = 4 };
  static void write(Output& out, const CORBA::InvalidPolicies& value);
  static void read(Input& in, CORBA::InvalidPolicies& value);
};

}  // namespace classic
}  // namespace dimma
