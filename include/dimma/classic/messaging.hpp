#pragma once
/// Client policies (CORBA 3.3 part 1, chapter 22): the timeout of a call, and the event that a oneway waits for. They
/// apply to a reference (Object::_set_policy_overrides), to the calls of a thread (CORBA::PolicyCurrent) or to all
/// calls of an ORB (CORBA::PolicyManager); the most specific policy counts.
///
///   CORBA::Any tenth_of_a_second;
///   tenth_of_a_second <<= TimeBase::TimeT(1000000);
///   CORBA::PolicyList policies(1);
///   policies.length(1);
///   policies[0] = orb->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, tenth_of_a_second);
///   CORBA::Object_var patient = echo->_set_policy_overrides(policies, CORBA::ADD_OVERRIDE);

#include <dimma/classic/orb.hpp>
#include <dimma/classic/policy.hpp>

namespace dimma {
namespace classic {

namespace TimeBase {
/// A time in units of 100 nanoseconds.
typedef CORBA::ULongLong TimeT;
}  // namespace TimeBase

namespace Messaging {

/// The event that the caller of a oneway waits for: nothing, which is treated like the next one; that the request has
/// been passed to the transport, the default; that the object has been found; that the servant has returned.
typedef CORBA::Short SyncScope;
const SyncScope SYNC_NONE = 0;
const SyncScope SYNC_WITH_TRANSPORT = 1;
const SyncScope SYNC_WITH_SERVER = 2;
const SyncScope SYNC_WITH_TARGET = 3;

const CORBA::PolicyType SYNC_SCOPE_POLICY_TYPE = 24;
const CORBA::PolicyType RELATIVE_RT_TIMEOUT_POLICY_TYPE = 32;

DIMMA_CLASSIC_LOCAL_CLASS(RelativeRoundtripTimeoutPolicy);
DIMMA_CLASSIC_LOCAL_CLASS(SyncScopePolicy);

/// The maximum time until the reply, including connecting; after that CORBA::TIMEOUT is thrown. Made from an Any with a
/// TimeBase::TimeT; 0 means no limit. Does not apply to a call to an object of the same process.
class RelativeRoundtripTimeoutPolicy : public virtual CORBA::Policy {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(RelativeRoundtripTimeoutPolicy)
  /// Returns the limit, in units of 100 nanoseconds.
  virtual TimeBase::TimeT relative_expiry() = 0;

 protected:
  RelativeRoundtripTimeoutPolicy() {}
  ~RelativeRoundtripTimeoutPolicy() override;
};

/// The event at which a oneway returns. Made from an Any with a SyncScope.
class SyncScopePolicy : public virtual CORBA::Policy {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(SyncScopePolicy)
  /// Returns one of the four constants above.
  virtual SyncScope synchronization() = 0;

 protected:
  SyncScopePolicy() {}
  ~SyncScopePolicy() override;
};

}  // namespace Messaging
}  // namespace classic
}  // namespace dimma
