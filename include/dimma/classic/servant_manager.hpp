#pragma once
/// Local interfaces that applications implement: PortableServer::AdapterActivator, ServantActivator and ServantLocator
/// (CORBA 3.3 part 1, 15.3.4 to 15.3.7; formal/2012-07-02, "Mapping for PortableServer::ServantManager").
///
///   class Locator : public virtual PortableServer::ServantLocator, public virtual CORBA::LocalObject { ... };
///
/// A POA keeps a reference to its servant manager and to its activator. A system exception that they throw is the reply
/// to the request.

#include <dimma/classic/generated/local_interface.hpp>
#include <dimma/classic/local_exception.hpp>
#include <dimma/classic/local_object.hpp>
#include <dimma/classic/object_id.hpp>
#include <dimma/classic/servant.hpp>

namespace dimma {
namespace classic {
namespace PortableServer {

DIMMA_CLASSIC_LOCAL_CLASS(AdapterActivator);
DIMMA_CLASSIC_LOCAL_CLASS(ServantManager);
DIMMA_CLASSIC_LOCAL_CLASS(ServantActivator);
DIMMA_CLASSIC_LOCAL_CLASS(ServantLocator);

/// Thrown by a servant manager to forward the request to another object.
class ForwardRequest : public LocalException<ForwardRequest> {
 public:
  DIMMA_CLASSIC_EXCEPTION_NAMES(ForwardRequest, "PortableServer")
  ForwardRequest() {}
  /// Duplicates the reference.
  explicit ForwardRequest(CORBA::Object_ptr to) : forward_reference(CORBA::Object::_duplicate(to)) {}

  ObjectMember<CORBA::Object> forward_reference;
};

/// Creates child POAs on demand.
class AdapterActivator : public virtual CORBA::Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(AdapterActivator)

  /// Creates the child `name` of `parent` and returns true, or returns false if there is no such child. If it throws,
  /// the request fails with OBJ_ADAPTER (OMG minor 1).
  virtual CORBA::Boolean unknown_adapter(POA_ptr parent, const char* name) = 0;
};

/// The base of the two kinds of servant manager.
class ServantManager : public virtual CORBA::Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(ServantManager)
};

/// A servant manager for POAs with RETAIN: makes servants that stay in the active object map. Its functions are called
/// one at a time.
class ServantActivator : public virtual ServantManager {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(ServantActivator)

  /// Returns the servant for the object; the application's reference to it stays the application's, until etherealize()
  /// gives it up. Throws ForwardRequest if the object is elsewhere.
  virtual Servant incarnate(const ObjectId& id, POA_ptr adapter) = 0;
  /// Called when the object has been deactivated and no request to it is in progress. May delete the servant, or call
  /// its _remove_ref(), unless it has `remaining_activations`.
  virtual void etherealize(const ObjectId& id, POA_ptr adapter, Servant servant, CORBA::Boolean cleanup_in_progress,
                           CORBA::Boolean remaining_activations) = 0;
};

/// A servant manager for POAs with NON_RETAIN: returns the servant for each request. May be called on any thread.
class ServantLocator : public virtual ServantManager {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(ServantLocator)

  typedef void* Cookie;

  /// Returns the servant for this request; the application's reference to it stays the application's. `cookie` is null,
  /// and its value is passed to postinvoke(). Throws ForwardRequest if the object is elsewhere.
  virtual Servant preinvoke(const ObjectId& id, POA_ptr adapter, const char* operation, Cookie& cookie) = 0;
  /// Called when the servant's operation has ended. May delete the servant, or call its _remove_ref(). A system
  /// exception thrown here becomes the reply to a request that came through a channel, in place of the results or the
  /// user exception. It is ignored for a call within the process, and if the servant has raised a system exception.
  virtual void postinvoke(const ObjectId& id, POA_ptr adapter, const char* operation, Cookie cookie,
                          Servant servant) = 0;
};

}  // namespace PortableServer
}  // namespace classic
}  // namespace dimma
