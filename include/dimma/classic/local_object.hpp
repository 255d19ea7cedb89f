#pragma once
/// CORBA::LocalObject (CORBA 3.3 part 1, 8.3.15; formal/2012-07-02, 4.42).

#include <dimma/classic/object.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

/// The base of an application's implementations of local interfaces:
///
///   class Locator : public virtual PortableServer::ServantLocator, public virtual CORBA::LocalObject { ... };
///
/// A local object stays in its process, and operations that would call another one throw NO_IMPLEMENT. It is made with
/// a count of one, which belongs to its maker: `new Locator` is released like any reference. The first reference to an
/// object that is not on the heap is never released.
class LocalObject : public virtual Object {
 public:
  typedef LocalObject* _ptr_type;
  typedef ObjectVar<LocalObject> _var_type;

  static LocalObject* _duplicate(LocalObject* object) { return classic::duplicate(object); }
  static LocalObject* _nil() { return nullptr; }
  /// Returns the object with one reference more; nil if it is not a LocalObject.
  static LocalObject* _narrow(Object_ptr object) { return classic::duplicate(dynamic_cast<LocalObject*>(object)); }
  static LocalObject* _unchecked_narrow(Object_ptr object) { return _narrow(object); }

 protected:
  LocalObject() {}
  ~LocalObject() override;
};
typedef LocalObject* LocalObject_ptr;
typedef ObjectVar<LocalObject> LocalObject_var;
typedef ObjectOut<LocalObject> LocalObject_out;

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
