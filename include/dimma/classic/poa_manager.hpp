#pragma once
/// PortableServer::POAManager and POAManagerFactory (CORBA 3.3 part 1, 15.3.2 and 15.3.3). Both are local; their
/// functions are thread-safe, and may be called within upcalls unless their comment says otherwise.

#include <dimma/classic/generated/local_interface.hpp>
#include <dimma/classic/local_exception.hpp>
#include <dimma/classic/policy.hpp>
#include <dimma/classic/values/object_sequence.hpp>

namespace dimma {
namespace classic {
namespace PortableServer {

DIMMA_CLASSIC_LOCAL_CLASS(POAManager);
DIMMA_CLASSIC_LOCAL_CLASS(POAManagerFactory);

/// Controls whether the requests of a group of POAs are served. A new manager holds them until activate(). Also
/// controls calls within the process: a call to a POA that holds requests waits until the POA is activated.
class POAManager : public virtual CORBA::Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(POAManager)
  DIMMA_CLASSIC_LOCAL_EXCEPTION(AdapterInactive, "PortableServer/POAManager");

  /// The treatment of requests: they are held, served, refused with TRANSIENT, or refused with OBJ_ADAPTER permanently.
  enum State { HOLDING, ACTIVE, DISCARDING, INACTIVE };
  typedef State& State_out;

  /// Starts serving requests. Throws INITIALIZE for an address on which the process cannot listen. This and the next
  /// three functions throw AdapterInactive once the manager is INACTIVE.
  virtual void activate() = 0;
  /// Makes requests wait. With `wait_for_completion`, returns when the requests in progress have ended or the state has
  /// changed again; within an upcall of the same ORB it then throws BAD_INV_ORDER (OMG minor 3).
  virtual void hold_requests(CORBA::Boolean wait_for_completion) = 0;
  /// Makes requests fail with TRANSIENT (OMG minor 1). `wait_for_completion` as for hold_requests().
  virtual void discard_requests(CORBA::Boolean wait_for_completion) = 0;
  /// Makes requests fail with OBJ_ADAPTER, permanently. With `etherealize_objects`, servant activators release their
  /// servants. `wait_for_completion` as for hold_requests().
  virtual void deactivate(CORBA::Boolean etherealize_objects, CORBA::Boolean wait_for_completion) = 0;
  virtual State get_state() = 0;
  /// Returns "RootPOAManager", the id given to create_POAManager, or else a generated id. The caller frees it.
  virtual char* get_id() = 0;
};

/// Creates and finds the POAManagers of an ORB.
class POAManagerFactory : public virtual CORBA::Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(POAManagerFactory)
  DIMMA_CLASSIC_LOCAL_EXCEPTION(ManagerAlreadyExists, "PortableServer/POAManagerFactory");

  typedef UnboundedObjectSequence<POAManager> POAManagerSeq;
  typedef SequenceVar<POAManagerSeq> POAManagerSeq_var;
  typedef SequenceOut<POAManagerSeq> POAManagerSeq_out;

  /// Throws ManagerAlreadyExists, and CORBA::PolicyError for any policy, as managers have no policies.
  virtual POAManager_ptr create_POAManager(const char* id, const CORBA::PolicyList& policies) = 0;
  /// Returns the managers that a POA uses or that a reference keeps alive. The caller deletes the list.
  virtual POAManagerSeq* list() = 0;
  /// Returns nil if no manager has this id.
  virtual POAManager_ptr find(const char* id) = 0;
};

}  // namespace PortableServer
}  // namespace classic
}  // namespace dimma
