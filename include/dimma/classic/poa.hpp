#pragma once
/// PortableServer::POA (CORBA 3.3 part 1, 15.3.9). A POA is a local object; its functions are thread-safe, and may be
/// called within upcalls unless their comment says otherwise.

#include <dimma/classic/generated/local_interface.hpp>
#include <dimma/classic/local_exception.hpp>
#include <dimma/classic/object_id.hpp>
#include <dimma/classic/poa_manager.hpp>
#include <dimma/classic/poa_policies.hpp>
#include <dimma/classic/servant.hpp>
#include <dimma/classic/servant_manager.hpp>
#include <dimma/classic/values/object_sequence.hpp>

namespace dimma {
namespace classic {
namespace PortableServer {

typedef ObjectVar<POA> POA_var;
typedef ObjectOut<POA> POA_out;
typedef UnboundedObjectSequence<POA> POAList;
typedef SequenceVar<POAList> POAList_var;
typedef SequenceOut<POAList> POAList_out;

/// An object adapter: maps objects to the servants that incarnate them, and makes references to the objects. Two POA
/// references may be different pointers to one POA; _is_equivalent() compares them.
///
/// Deactivation takes effect for new requests at once, and the id may be activated again at once; the servant is
/// released when the requests in progress have ended. Objects can also be activated in a POA that holds or discards
/// requests or is inactive. After destroy() every function throws OBJECT_NOT_EXIST.
///
/// The caller owns what the functions return: references, lists, ids, strings, and servants, which are returned with
/// one reference more (formal/2012-07-02, "Servant Memory Management Considerations").
class POA : public virtual CORBA::Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(POA)

  DIMMA_CLASSIC_LOCAL_EXCEPTION(AdapterAlreadyExists, "PortableServer/POA");
  DIMMA_CLASSIC_LOCAL_EXCEPTION(AdapterNonExistent, "PortableServer/POA");
  DIMMA_CLASSIC_LOCAL_EXCEPTION(NoServant, "PortableServer/POA");
  DIMMA_CLASSIC_LOCAL_EXCEPTION(ObjectAlreadyActive, "PortableServer/POA");
  DIMMA_CLASSIC_LOCAL_EXCEPTION(ObjectNotActive, "PortableServer/POA");
  DIMMA_CLASSIC_LOCAL_EXCEPTION(ServantAlreadyActive, "PortableServer/POA");
  DIMMA_CLASSIC_LOCAL_EXCEPTION(ServantNotActive, "PortableServer/POA");
  DIMMA_CLASSIC_LOCAL_EXCEPTION(WrongAdapter, "PortableServer/POA");
  DIMMA_CLASSIC_LOCAL_EXCEPTION(WrongPolicy, "PortableServer/POA");

  /// Thrown if a policy passed to create_POA is not supported, or contradicts another policy; `index` is the position
  /// of the first such policy.
  class InvalidPolicy : public LocalException<InvalidPolicy> {
   public:
    DIMMA_CLASSIC_EXCEPTION_NAMES(InvalidPolicy, "PortableServer/POA")
    explicit InvalidPolicy(CORBA::UShort position = 0) : index(position) {}

    CORBA::UShort index;
  };

  // The tree of POAs.

  /// Creates a child. The defaults of `policies` are ORB_CTRL_MODEL, TRANSIENT, UNIQUE_ID, SYSTEM_ID,
  /// NO_IMPLICIT_ACTIVATION, RETAIN, USE_ACTIVE_OBJECT_MAP_ONLY. If `manager` is nil the POA gets a new manager. Throws
  /// AdapterAlreadyExists, InvalidPolicy.
  virtual POA_ptr create_POA(const char* name, POAManager_ptr manager, const CORBA::PolicyList& policies) = 0;
  /// Returns the child with this name. With `activate_it`, calls the activator if the child does not exist. Throws
  /// AdapterNonExistent.
  virtual POA_ptr find_POA(const char* name, CORBA::Boolean activate_it) = 0;
  /// Destroys the POA and its descendants: no further requests are accepted, and each object is deactivated when its
  /// requests have ended. With `wait_for_completion` it returns after that; within an upcall of the same ORB it then
  /// throws BAD_INV_ORDER (OMG minor 3) instead. A child of the same name can be created at once. It is not an error if
  /// the POA is already destroyed, as are the POAs of an ORB that was shut down.
  virtual void destroy(CORBA::Boolean etherealize_objects, CORBA::Boolean wait_for_completion) = 0;
  /// Returns the name within the parent; "RootPOA" for the root.
  virtual char* the_name() = 0;
  /// Returns nil for the root.
  virtual POA_ptr the_parent() = 0;
  /// Returns the direct children.
  virtual POAList* the_children() = 0;
  virtual POAManager_ptr the_POAManager() = 0;
  virtual POAManagerFactory_ptr the_POAManagerFactory() = 0;
  /// The activator that creates children on demand; nil if there is none.
  virtual AdapterActivator_ptr the_activator() = 0;
  virtual void the_activator(AdapterActivator_ptr activator) = 0;
  /// Returns an id that is unique among the POAs of the ORB, and constant for the life of this POA.
  virtual ObjectId* id() = 0;

  // Policies for create_POA (15.3.8).

  /// Make policies with the given values, for create_POA() of any POA.
  virtual ThreadPolicy_ptr create_thread_policy(ThreadPolicyValue value) = 0;
  virtual LifespanPolicy_ptr create_lifespan_policy(LifespanPolicyValue value) = 0;
  virtual IdUniquenessPolicy_ptr create_id_uniqueness_policy(IdUniquenessPolicyValue value) = 0;
  virtual IdAssignmentPolicy_ptr create_id_assignment_policy(IdAssignmentPolicyValue value) = 0;
  virtual ImplicitActivationPolicy_ptr create_implicit_activation_policy(ImplicitActivationPolicyValue value) = 0;
  virtual ServantRetentionPolicy_ptr create_servant_retention_policy(ServantRetentionPolicyValue value) = 0;
  virtual RequestProcessingPolicy_ptr create_request_processing_policy(RequestProcessingPolicyValue value) = 0;

  // Objects. All functions that take a servant throw BAD_PARAM for null.

  /// Activates the servant under an id that the POA generates. Throws WrongPolicy without SYSTEM_ID and RETAIN,
  /// ServantAlreadyActive with UNIQUE_ID.
  virtual ObjectId* activate_object(Servant servant) = 0;
  /// Activates the servant under the given id. Throws ObjectAlreadyActive, ServantAlreadyActive, WrongPolicy without
  /// RETAIN, and BAD_PARAM (OMG minor 14) with SYSTEM_ID for an id that was not generated by this POA (or, with
  /// PERSISTENT, by an earlier POA of the same name).
  virtual void activate_object_with_id(const ObjectId& id, Servant servant) = 0;
  /// Deactivates the object. Returns at once, even while upcalls are in progress. Throws ObjectNotActive, WrongPolicy
  /// without RETAIN.
  virtual void deactivate_object(const ObjectId& id) = 0;
  /// Makes a reference with a generated id to an object that is not active yet. Throws WrongPolicy with USER_ID.
  virtual CORBA::Object_ptr create_reference(const char* repository_id) = 0;
  /// Throws BAD_PARAM (OMG minor 14) like activate_object_with_id.
  virtual CORBA::Object_ptr create_reference_with_id(const ObjectId& id, const char* repository_id) = 0;
  /// Returns the id of the only object that the servant incarnates; activates it with IMPLICIT_ACTIVATION. Within an
  /// upcall on the servant, returns the id of the object being called. Throws ServantNotActive, WrongPolicy
  /// (15.3.9.20).
  virtual ObjectId* servant_to_id(Servant servant) = 0;
  /// Like servant_to_id, but returns a reference.
  virtual CORBA::Object_ptr servant_to_reference(Servant servant) = 0;
  /// Throws ObjectNotActive, WrongAdapter for a reference of another POA, WrongPolicy. Here and in id_to_servant() an
  /// object whose servant is of the modern mapping counts as not active.
  virtual Servant reference_to_servant(CORBA::Object_ptr reference) = 0;
  /// Throws WrongAdapter for a reference that this POA did not make.
  virtual ObjectId* reference_to_id(CORBA::Object_ptr reference) = 0;
  /// Throws ObjectNotActive, WrongPolicy.
  virtual Servant id_to_servant(const ObjectId& id) = 0;
  /// Throws ObjectNotActive, WrongPolicy without RETAIN.
  virtual CORBA::Object_ptr id_to_reference(const ObjectId& id) = 0;

  // The servants of objects that are not active. Each function throws WrongPolicy if the POA does not have the request
  // processing policy that it belongs to.

  /// Returns the default servant. Throws NoServant if none of the classic mapping is set.
  virtual Servant get_servant() = 0;
  virtual void set_servant(Servant servant) = 0;
  /// Returns nil if no servant manager of the classic mapping is set.
  virtual ServantManager_ptr get_servant_manager() = 0;
  /// Throws OBJ_ADAPTER (OMG minor 4) for a manager of the wrong kind, BAD_INV_ORDER (OMG minor 6) if one is already
  /// set.
  virtual void set_servant_manager(ServantManager_ptr manager) = 0;
};

}  // namespace PortableServer
}  // namespace classic
}  // namespace dimma
