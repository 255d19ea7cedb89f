#pragma once
/// Servants (formal/2012-07-02, "Mapping of PortableServer::Servant"): the base of all skeletons.

#include <dimma/classic/generated/skeleton.hpp>
#include <dimma/classic/object.hpp>
#include <dimma/classic/values/types.hpp>

#include <atomic>

namespace dimma {
namespace classic {

struct Interface;
struct ServantLink;   // src/classic/servants/servant_link.hpp
struct ServedObject;  // src/classic/servants/served_object.hpp

namespace PortableServer {

class POA;
typedef POA* POA_ptr;

/// The base of all skeletons. A servant may be on the stack, on the heap or a member of another object. It belongs to
/// the application; while an object that it incarnates is active, and while a request to it is in progress, the ORB
/// holds one reference to it. A POA calls servants from any of its threads, several at once.
///
/// The application destroys a servant only when it is deactivated and its requests have ended: by _remove_ref() for a
/// servant on the heap. If a servant is destroyed while it is active, later requests to its objects raise
/// OBJECT_NOT_EXIST.
class ServantBase {
 public:
  virtual ~ServantBase();

  /// Returns the POA for implicit activation, as a new reference; by default the root POA of the ORB that was created
  /// first.
  virtual POA_ptr _default_POA();
  /// Returns true if the servant has the interface with this repository id.
  virtual CORBA::Boolean _is_a(const char* repository_id);
  /// The reply to a client that asks whether the object no longer exists; false by default.
  virtual CORBA::Boolean _non_existent();
  /// Returns the component that the object is part of, as a new reference; nil by default.
  virtual CORBA::Object_ptr _get_component();

  /// Count the references to the servant. A new servant has one, and _remove_ref() deletes a servant that has none
  /// left ("Servant Memory Management Considerations"). Thread-safe. A class that overrides them counts in its own way.
  virtual void _add_ref();
  virtual void _remove_ref();
  /// Returns the number of references. It may be out of date when it is returned.
  virtual CORBA::ULong _refcount_value() const;

  // For generated code and the library.

  /// Serves one request with the skeleton's operations. Returns false if there is no such operation.
  virtual bool _dispatch(ServerRequest& request);
  /// Returns this as the skeleton of the interface (a `POA_M::Echo*`), or null.
  virtual void* _operations(const Interface& type);
  /// Returns the repository id of the most derived interface.
  virtual const char* _most_derived_id() const;
  /// Returns the repository id of one of the objects of a dynamic servant, which the caller frees; null for any other
  /// servant. The object is the one of the request being served if it is null.
  virtual char* _interface_of(const ServedObject* object);
  /// Returns true if the skeleton has the interface with this repository id.
  virtual CORBA::Boolean _has_interface(const char* repository_id) const;

  /// For the library: the servant's connection with the POAs in which it is active; null until the first activation.
  std::atomic<ServantLink*>& _link() { return link_; }

 protected:
  ServantBase();
  /// A copy is a new servant: it has one reference and is not active.
  ServantBase(const ServantBase& other);
  /// Changes neither the number of references nor the activations.
  ServantBase& operator=(const ServantBase& other);

  /// Implements `_this()` of a skeleton: returns a new reference, as a pointer to the stub class of the interface.
  /// Within an upcall on this servant it is the object being called. Otherwise it is the object that the servant
  /// incarnates in _default_POA(), or else the only one that it incarnates in the ORB's other POAs with UNIQUE_ID. If
  /// there is none, the servant is activated in _default_POA(). Throws PortableServer::POA::WrongPolicy if that POA
  /// does not allow it.
  void* _this_as(const Interface& type);

 private:
  std::atomic<CORBA::ULong> references_;
  std::atomic<ServantLink*> link_;
};

typedef ServantBase* Servant;

/// Older programs derive from this class as well, to have their servants counted. ServantBase counts now.
class RefCountServantBase : public virtual ServantBase {
 protected:
  RefCountServantBase();
  ~RefCountServantBase();
};

}  // namespace PortableServer
}  // namespace classic
}  // namespace dimma
