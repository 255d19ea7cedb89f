#pragma once
/// Object adapters (CORBA 3.3 part 1, clause 15; IDL to C++11, 6.26): PortableServer::POA and related interfaces.
///
/// All are local interfaces, whose functions are thread-safe and may be called within upcalls unless their comment says
/// otherwise.

#include <dimma/orb.hpp>
#include <dimma/policy.hpp>
#include <dimma/servant.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace PortableServer {

/// Names an object within its POA; may contain any octets.
using ObjectId = std::vector<std::uint8_t>;
using POAList = std::vector<CORBA::object_reference<POA>>;

/// Returns the octets of the text, without a terminating zero.
ObjectId string_to_ObjectId(const std::string& text);
/// Throws CORBA::BAD_PARAM for an id that contains a zero octet.
std::string ObjectId_to_string(const ObjectId& id);
/// Returns the octets of the characters in this process's representation of wchar_t.
ObjectId wstring_to_ObjectId(const std::wstring& text);
/// Throws CORBA::BAD_PARAM for an id that wstring_to_ObjectId() cannot have made.
std::wstring ObjectId_to_wstring(const ObjectId& id);

/// Thrown by a servant manager to forward the request to another object.
class ForwardRequest final : public dimma::plain_exception<ForwardRequest> {
 public:
  static constexpr const char* exception_name = "ForwardRequest";
  static constexpr const char* repository_id = "IDL:omg.org/PortableServer/ForwardRequest:1.0";

  ForwardRequest() = default;
  explicit ForwardRequest(CORBA::object_reference<CORBA::Object> to) : forward_reference_(std::move(to)) {}
  CORBA::object_reference<CORBA::Object> forward_reference() const { return forward_reference_; }
  void forward_reference(CORBA::object_reference<CORBA::Object> to) { forward_reference_ = std::move(to); }

 private:
  CORBA::object_reference<CORBA::Object> forward_reference_;
};

/// Controls whether the requests of a group of POAs are served. A new manager holds them until activate(). Also
/// controls calls within the process: a call to a POA that holds requests waits until the POA is activated.
class POAManager : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<POAManager>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableServer/POAManager:1.0"};

  /// The treatment of requests: they are held, served, refused with TRANSIENT, or refused with OBJ_ADAPTER permanently.
  enum class State : std::uint32_t { HOLDING, ACTIVE, DISCARDING, INACTIVE };
  DIMMA_LOCAL_EXCEPTION(AdapterInactive, "PortableServer/POAManager");

  /// Starts serving requests. Throws INITIALIZE for an address on which the process cannot listen, INV_POLICY for a
  /// default QoS that no server can have. This and the next three functions throw AdapterInactive once the manager is
  /// INACTIVE.
  virtual void activate() = 0;
  /// Makes requests wait. With `wait_for_completion`, returns when the requests in progress have ended or the state has
  /// changed again; within an upcall of the same ORB it then throws CORBA::BAD_INV_ORDER (OMG minor 3).
  virtual void hold_requests(bool wait_for_completion) = 0;
  /// Makes requests fail with CORBA::TRANSIENT (OMG minor 1). `wait_for_completion` as for hold_requests().
  virtual void discard_requests(bool wait_for_completion) = 0;
  /// Makes requests fail with CORBA::OBJ_ADAPTER, permanently. With `etherealize_objects`, servant activators release
  /// their servants. `wait_for_completion` as for hold_requests().
  virtual void deactivate(bool etherealize_objects, bool wait_for_completion) = 0;
  /// Returns the current state.
  virtual State get_state() = 0;
  /// Returns "RootPOAManager", the id given to POAManagerFactory::create_POAManager, or else a generated id.
  virtual std::string get_id() = 0;

 protected:
  POAManager() = default;
  ~POAManager() override = default;
};

/// Creates and finds the POAManagers of an ORB.
class POAManagerFactory : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<POAManagerFactory>;
  using POAManagerSeq = std::vector<CORBA::object_reference<POAManager>>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableServer/POAManagerFactory:1.0"};

  DIMMA_LOCAL_EXCEPTION(ManagerAlreadyExists, "PortableServer/POAManagerFactory");

  /// Throws ManagerAlreadyExists, and CORBA::PolicyError for any policy, as managers have no policies.
  virtual CORBA::object_reference<POAManager> create_POAManager(const std::string& id,
                                                                const CORBA::PolicyList& policies) = 0;
  /// Returns the managers that a POA uses or that a reference keeps alive.
  virtual POAManagerSeq list() = 0;
  /// Returns nil if no manager has this id.
  virtual CORBA::object_reference<POAManager> find(const std::string& id) = 0;

 protected:
  POAManagerFactory() = default;
  ~POAManagerFactory() override = default;
};

/// An older name of POAManagerFactory::POAManagerSeq, the name in the IDL.
using POAManagerSeq = POAManagerFactory::POAManagerSeq;

/// Creates child POAs on demand.
class AdapterActivator : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<AdapterActivator>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableServer/AdapterActivator:1.0"};

  /// Creates the child `name` of `parent` and returns true, or returns false if there is no such child. If it throws,
  /// the request fails with CORBA::OBJ_ADAPTER (OMG minor 1).
  virtual bool unknown_adapter(CORBA::object_reference<POA> parent, const std::string& name) = 0;

 protected:
  AdapterActivator() = default;
  ~AdapterActivator() override = default;
};

/// The base of the two kinds of servant manager.
class ServantManager : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<ServantManager>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableServer/ServantManager:1.0"};

 protected:
  ServantManager() = default;
  ~ServantManager() override = default;
};

/// A servant manager for POAs with RETAIN: makes servants that stay in the active object map. Its functions are called
/// one at a time.
class ServantActivator : public virtual ServantManager {
 public:
  using _ref_type = CORBA::object_reference<ServantActivator>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableServer/ServantActivator:1.0"};

  /// Returns the servant for the object. Throws ForwardRequest if the object is elsewhere.
  virtual CORBA::servant_reference<Servant> incarnate(const ObjectId& id, CORBA::object_reference<POA> adapter) = 0;
  /// Called when the object has been deactivated and no request to it is in progress.
  virtual void etherealize(const ObjectId& id, CORBA::object_reference<POA> adapter,
                           CORBA::servant_reference<Servant> servant, bool cleanup_in_progress,
                           bool remaining_activations) = 0;

 protected:
  ServantActivator() = default;
  ~ServantActivator() override = default;
};

/// A servant manager for POAs with NON_RETAIN: returns the servant for each request. May be called on any thread.
class ServantLocator : public virtual ServantManager {
 public:
  using _ref_type = CORBA::object_reference<ServantLocator>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableServer/ServantLocator:1.0"};
  using Cookie = void*;

  /// Returns the servant for this request. Throws ForwardRequest if the object is elsewhere.
  virtual CORBA::servant_reference<Servant> preinvoke(const ObjectId& id, CORBA::object_reference<POA> adapter,
                                                      const CORBA::Identifier& operation, Cookie& cookie) = 0;
  /// Called when the servant's operation has ended. A system exception thrown here becomes the reply to a request that
  /// came through a channel, in place of the results or the user exception. It is ignored for a call within the
  /// process, and if the servant has raised a system exception.
  virtual void postinvoke(const ObjectId& id, CORBA::object_reference<POA> adapter, const CORBA::Identifier& operation,
                          Cookie cookie, CORBA::servant_reference<Servant> servant) = 0;

 protected:
  ServantLocator() = default;
  ~ServantLocator() override = default;
};

/// An object adapter: maps objects to the servants that incarnate them, and makes references to the objects.
///
/// Deactivation takes effect for new requests at once, and the id may be activated again at once; the servant is
/// released when the requests in progress have ended. Objects can also be activated in a POA that holds or discards
/// requests or is inactive. After destroy() every function throws CORBA::OBJECT_NOT_EXIST.
class POA : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<POA>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableServer/POA:1.0"};

  DIMMA_LOCAL_EXCEPTION(AdapterAlreadyExists, "PortableServer/POA");
  DIMMA_LOCAL_EXCEPTION(AdapterNonExistent, "PortableServer/POA");
  DIMMA_LOCAL_EXCEPTION(NoServant, "PortableServer/POA");
  DIMMA_LOCAL_EXCEPTION(ObjectAlreadyActive, "PortableServer/POA");
  DIMMA_LOCAL_EXCEPTION(ObjectNotActive, "PortableServer/POA");
  DIMMA_LOCAL_EXCEPTION(ServantAlreadyActive, "PortableServer/POA");
  DIMMA_LOCAL_EXCEPTION(ServantNotActive, "PortableServer/POA");
  DIMMA_LOCAL_EXCEPTION(WrongAdapter, "PortableServer/POA");
  DIMMA_LOCAL_EXCEPTION(WrongPolicy, "PortableServer/POA");

  /// Thrown if a policy passed to create_POA is not supported, or contradicts another policy; `index()` is the first
  /// such policy in the list.
  class InvalidPolicy final : public dimma::plain_exception<InvalidPolicy> {
   public:
    static constexpr const char* exception_name = "InvalidPolicy";
    static constexpr const char* repository_id = "IDL:omg.org/PortableServer/POA/InvalidPolicy:1.0";
    InvalidPolicy() = default;
    explicit InvalidPolicy(std::uint16_t index) noexcept : index_(index) {}
    InvalidPolicy(std::uint16_t index, std::string detail) noexcept
        : plain_exception(std::move(detail)), index_(index) {}
    std::uint16_t index() const noexcept { return index_; }
    void index(std::uint16_t value) noexcept { index_ = value; }

   private:
    std::uint16_t index_ = 0;
  };

  // The tree of POAs.

  /// Creates a child. The defaults of `policies` are ORB_CTRL_MODEL, TRANSIENT, UNIQUE_ID, SYSTEM_ID,
  /// NO_IMPLICIT_ACTIVATION, RETAIN, USE_ACTIVE_OBJECT_MAP_ONLY, the ORB's endpoint. If `manager` is nil the POA gets a
  /// new manager. Throws AdapterAlreadyExists, InvalidPolicy, and dimma::QoSError for a qos_policy that cannot be
  /// assembled.
  virtual CORBA::object_reference<POA> create_POA(const std::string& name, CORBA::object_reference<POAManager> manager,
                                                  const CORBA::PolicyList& policies) = 0;
  /// Returns the child with this name. With `activate_it`, calls the activator if the child does not exist. Throws
  /// AdapterNonExistent.
  virtual CORBA::object_reference<POA> find_POA(const std::string& name, bool activate_it) = 0;
  /// Destroys the POA and its descendants: no further requests are accepted, and each object is deactivated when its
  /// requests have ended. With `wait_for_completion` it returns after that; within an upcall of the same ORB it then
  /// throws CORBA::BAD_INV_ORDER (OMG minor 3) instead. A child of the same name can be created at once. It is not an
  /// error if the POA is already destroyed, as are the POAs of an ORB that was shut down.
  virtual void destroy(bool etherealize_objects, bool wait_for_completion) = 0;
  /// Returns the name within the parent; "RootPOA" for the root.
  virtual std::string the_name() = 0;
  /// Returns nil for the root.
  virtual CORBA::object_reference<POA> the_parent() = 0;
  /// Returns the direct children.
  virtual POAList the_children() = 0;
  /// The manager of the POA's requests, and the factory of all managers.
  virtual CORBA::object_reference<POAManager> the_POAManager() = 0;
  virtual CORBA::object_reference<POAManagerFactory> the_POAManagerFactory() = 0;
  /// The activator that creates children on demand; nil if there is none.
  virtual CORBA::object_reference<AdapterActivator> the_activator() = 0;
  virtual void the_activator(CORBA::object_reference<AdapterActivator> activator) = 0;
  /// Returns an id that is unique among the POAs of the ORB, and constant for the life of this POA.
  virtual CORBA::OctetSeq id() = 0;

  // Policies for create_POA.

  /// Create the standard policies, for create_POA() (CORBA 3.3 part 1, 15.3.8).
  CORBA::object_reference<ThreadPolicy> create_thread_policy(ThreadPolicyValue value);
  CORBA::object_reference<LifespanPolicy> create_lifespan_policy(LifespanPolicyValue value);
  CORBA::object_reference<IdUniquenessPolicy> create_id_uniqueness_policy(IdUniquenessPolicyValue value);
  CORBA::object_reference<IdAssignmentPolicy> create_id_assignment_policy(IdAssignmentPolicyValue value);
  CORBA::object_reference<ImplicitActivationPolicy> create_implicit_activation_policy(
      ImplicitActivationPolicyValue value);
  CORBA::object_reference<ServantRetentionPolicy> create_servant_retention_policy(ServantRetentionPolicyValue value);
  CORBA::object_reference<RequestProcessingPolicy> create_request_processing_policy(RequestProcessingPolicyValue value);

  // Objects. All functions that take a servant throw CORBA::BAD_PARAM for nil.

  /// Activates the servant under an id that the POA generates.
  /// Throws WrongPolicy without SYSTEM_ID and RETAIN, ServantAlreadyActive with UNIQUE_ID.
  virtual ObjectId activate_object(CORBA::servant_reference<Servant> servant) = 0;
  /// Activates the servant under the given id. Throws ObjectAlreadyActive, ServantAlreadyActive, WrongPolicy without
  /// RETAIN, and CORBA::BAD_PARAM (OMG minor 14) with SYSTEM_ID for an id that was not generated by this POA (or, with
  /// PERSISTENT, by an earlier POA of the same name).
  virtual void activate_object_with_id(const ObjectId& id, CORBA::servant_reference<Servant> servant) = 0;
  /// Deactivates the object. Returns at once, even while upcalls are in progress. Throws ObjectNotActive, WrongPolicy
  /// without RETAIN.
  virtual void deactivate_object(const ObjectId& id) = 0;
  /// Makes a reference with a generated id to an object that is not active yet. Throws WrongPolicy with USER_ID.
  virtual CORBA::object_reference<CORBA::Object> create_reference(const std::string& repository_id) = 0;
  /// Throws CORBA::BAD_PARAM (OMG minor 14) like activate_object_with_id.
  virtual CORBA::object_reference<CORBA::Object> create_reference_with_id(const ObjectId& id,
                                                                          const std::string& repository_id) = 0;
  /// Returns the id of the only object that the servant incarnates; activates it with IMPLICIT_ACTIVATION. Within an
  /// upcall on the servant, returns the id of the object being called. Throws ServantNotActive, WrongPolicy
  /// (15.3.9.20).
  virtual ObjectId servant_to_id(CORBA::servant_reference<Servant> servant) = 0;
  /// Like servant_to_id, but returns a reference.
  virtual CORBA::object_reference<CORBA::Object> servant_to_reference(CORBA::servant_reference<Servant> servant) = 0;
  /// Throws ObjectNotActive, WrongAdapter for a reference of another POA, WrongPolicy.
  virtual CORBA::servant_reference<Servant> reference_to_servant(CORBA::object_reference<CORBA::Object> reference) = 0;
  /// Throws WrongAdapter for a reference that this POA did not make.
  virtual ObjectId reference_to_id(CORBA::object_reference<CORBA::Object> reference) = 0;
  /// Throws ObjectNotActive, WrongPolicy.
  virtual CORBA::servant_reference<Servant> id_to_servant(const ObjectId& id) = 0;
  /// Throws ObjectNotActive, WrongPolicy without RETAIN.
  virtual CORBA::object_reference<CORBA::Object> id_to_reference(const ObjectId& id) = 0;

  // The servants of objects that are not active. Each function throws WrongPolicy if the POA does not have the request
  // processing policy that it belongs to.

  /// Returns the default servant. Throws NoServant if none is set.
  virtual CORBA::servant_reference<Servant> get_servant() = 0;
  virtual void set_servant(CORBA::servant_reference<Servant> servant) = 0;
  /// Returns nil if no servant manager is set.
  virtual CORBA::object_reference<ServantManager> get_servant_manager() = 0;
  /// Throws CORBA::OBJ_ADAPTER (OMG minor 4) for a manager of the wrong kind, CORBA::BAD_INV_ORDER (OMG minor 6) if one
  /// is already set.
  virtual void set_servant_manager(CORBA::object_reference<ServantManager> manager) = 0;

 protected:
  POA() = default;
  ~POA() override = default;
};

/// resolve_initial_references("POACurrent"): the request whose upcall the calling thread is making. Each function
/// throws NoContext outside of an upcall.
class Current : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<Current>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableServer/Current:1.0"};

  DIMMA_LOCAL_EXCEPTION(NoContext, "PortableServer/Current");

  /// The POA, object and servant of the request. All four functions throw NoContext outside of an upcall.
  virtual CORBA::object_reference<POA> get_POA() = 0;
  virtual ObjectId get_object_id() = 0;
  virtual CORBA::object_reference<CORBA::Object> get_reference() = 0;
  virtual CORBA::servant_reference<Servant> get_servant() = 0;

 protected:
  Current() = default;
  ~Current() override = default;
};

}  // namespace PortableServer

namespace dimma {
template <>
struct printer<PortableServer::POAManager::State> {
  static void print(std::ostream& out, const PortableServer::POAManager::State& value);
};
}  // namespace dimma
namespace PortableServer {
using dimma::operator<<;
}  // namespace PortableServer

template <>
struct IDL::traits<PortableServer::POA> : dimma::local_interface_traits<PortableServer::POA> {};
template <>
struct IDL::traits<PortableServer::POAManager> : dimma::local_interface_traits<PortableServer::POAManager> {};
template <>
struct IDL::traits<PortableServer::POAManagerFactory>
    : dimma::local_interface_traits<PortableServer::POAManagerFactory> {};
template <>
struct IDL::traits<PortableServer::AdapterActivator> : dimma::local_interface_traits<PortableServer::AdapterActivator> {
};
template <>
struct IDL::traits<PortableServer::ServantManager> : dimma::local_interface_traits<PortableServer::ServantManager> {};
template <>
struct IDL::traits<PortableServer::ServantActivator> : dimma::local_interface_traits<PortableServer::ServantActivator> {
};
template <>
struct IDL::traits<PortableServer::ServantLocator> : dimma::local_interface_traits<PortableServer::ServantLocator> {};
template <>
struct IDL::traits<PortableServer::Current> : dimma::local_interface_traits<PortableServer::Current> {};
