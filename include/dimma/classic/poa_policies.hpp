#pragma once
/// The policies of object adapters (CORBA 3.3 part 1, 15.3.8). POA::create_thread_policy() and the like make them. All
/// are immutable, and therefore thread-safe.

#include <dimma/classic/generated/local_interface.hpp>
#include <dimma/classic/policy.hpp>

namespace dimma {
namespace classic {
namespace PortableServer {

const CORBA::PolicyType THREAD_POLICY_ID = 16;
const CORBA::PolicyType LIFESPAN_POLICY_ID = 17;
const CORBA::PolicyType ID_UNIQUENESS_POLICY_ID = 18;
const CORBA::PolicyType ID_ASSIGNMENT_POLICY_ID = 19;
const CORBA::PolicyType IMPLICIT_ACTIVATION_POLICY_ID = 20;
const CORBA::PolicyType SERVANT_RETENTION_POLICY_ID = 21;
const CORBA::PolicyType REQUEST_PROCESSING_POLICY_ID = 22;

/// The threads that make upcalls: any number at the same time; one at a time within a POA; only the thread in
/// ORB::run(), which create_POA refuses (InvalidPolicy) in the build with threads.
enum ThreadPolicyValue { ORB_CTRL_MODEL, SINGLE_THREAD_MODEL, MAIN_THREAD_MODEL };
/// Determines whether references outlive the POA (and the process) that made them.
enum LifespanPolicyValue { TRANSIENT, PERSISTENT };
/// Determines whether a servant may incarnate more than one object.
enum IdUniquenessPolicyValue { UNIQUE_ID, MULTIPLE_ID };
/// Determines whether the POA or the application generates the object ids.
enum IdAssignmentPolicyValue { USER_ID, SYSTEM_ID };
/// Determines whether obtaining a servant's reference activates it.
enum ImplicitActivationPolicyValue { IMPLICIT_ACTIVATION, NO_IMPLICIT_ACTIVATION };
/// Determines whether the POA remembers which servant incarnates which object.
enum ServantRetentionPolicyValue { RETAIN, NON_RETAIN };
/// Determines how an object that is not in the active object map is served.
enum RequestProcessingPolicyValue { USE_ACTIVE_OBJECT_MAP_ONLY, USE_DEFAULT_SERVANT, USE_SERVANT_MANAGER };

// Declares a policy, and the type of an out argument for its value.
#define DIMMA_CLASSIC_POA_POLICY(NAME)        \
  class NAME : public virtual CORBA::Policy { \
   public:                                    \
    DIMMA_CLASSIC_LOCAL_INTERFACE(NAME)       \
    virtual NAME##Value value() = 0;          \
  };                                          \
  DIMMA_CLASSIC_LOCAL_CLASS(NAME);            \
  typedef NAME##Value& NAME##Value_out;
/// Has a ThreadPolicyValue, which value() returns. The functions are those of CORBA 3.3 part 1, 15.3.8.
DIMMA_CLASSIC_POA_POLICY(ThreadPolicy)
/// Has a LifespanPolicyValue. The functions are those of ThreadPolicy.
DIMMA_CLASSIC_POA_POLICY(LifespanPolicy)
/// Has an IdUniquenessPolicyValue. The functions are those of ThreadPolicy.
DIMMA_CLASSIC_POA_POLICY(IdUniquenessPolicy)
/// Has an IdAssignmentPolicyValue. The functions are those of ThreadPolicy.
DIMMA_CLASSIC_POA_POLICY(IdAssignmentPolicy)
/// Has an ImplicitActivationPolicyValue. The functions are those of ThreadPolicy.
DIMMA_CLASSIC_POA_POLICY(ImplicitActivationPolicy)
/// Has a ServantRetentionPolicyValue. The functions are those of ThreadPolicy.
DIMMA_CLASSIC_POA_POLICY(ServantRetentionPolicy)
/// Has a RequestProcessingPolicyValue. The functions are those of ThreadPolicy.
DIMMA_CLASSIC_POA_POLICY(RequestProcessingPolicy)
#undef DIMMA_CLASSIC_POA_POLICY

}  // namespace PortableServer
}  // namespace classic
}  // namespace dimma
