#pragma once
/// CORBA::Object (CORBA 3.3 part 1, 8.3; formal/2012-07-02, 4.3 and 4.40): the operations of every object reference.

#include <dimma/classic/dynamic/pseudo_object.hpp>
#include <dimma/classic/generated/interface.hpp>
#include <dimma/classic/mapping.hpp>
#include <dimma/classic/values/object_var.hpp>
#include <dimma/classic/values/types.hpp>

namespace dimma {
namespace classic {

class ObjectAccess;
template <class T>
class UnboundedSequence;
template <class T>
class UnboundedObjectSequence;

namespace detail {
/// The room for a reference of the modern mapping, which the library constructs in it.
struct ReferenceRoom {
  void* target;  // null if nothing has been constructed
  void* owner[2];
};
}  // namespace detail

namespace CORBA {

class Object;
class ORB;
class Policy;
typedef Object* Object_ptr;
typedef ObjectVar<Object> Object_var;
typedef ObjectOut<Object> Object_out;
typedef ORB* ORB_ptr;
typedef Policy* Policy_ptr;
typedef ULong PolicyType;
typedef UnboundedSequence<PolicyType> PolicyTypeSeq;
typedef UnboundedObjectSequence<Policy> PolicyList;
typedef UnboundedObjectSequence<Request> RequestSeq;

/// How policies are combined with policies that are already set. A policy replaces an existing one of its type either
/// way: with SET_OVERRIDE the given policies replace all existing ones, with ADD_OVERRIDE they are added to them.
enum SetOverrideType { SET_OVERRIDE, ADD_OVERRIDE };

/// The base of all stubs and local objects. Counts its references: it begins with one, and deletes itself when the last
/// one is released. Nil is the null pointer. Stubs are made by narrowing and by calls, never by an application. All
/// functions may be called from any thread; those that have to call the object throw system exceptions like any call.
class Object {
 public:
  typedef Object_ptr _ptr_type;
  typedef Object_var _var_type;
  typedef Object_out _out_type;
  typedef ObjectMember<Object> _member_type;

  /// Returns the object with one reference more, which the caller owns; nil for nil.
  static Object_ptr _duplicate(Object_ptr object);
  static Object_ptr _nil() { return nullptr; }
  /// Return the object with one reference more, since every object is an Object.
  static Object_ptr _narrow(Object_ptr object) { return _duplicate(object); }
  static Object_ptr _unchecked_narrow(Object_ptr object) { return _duplicate(object); }
  static const Interface _interface;

  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// Returns true if the object has the interface with this repository id. Calls the object if the reference does not
  /// name it.
  Boolean _is_a(const char* repository_id);
  /// Returns true if the object is known not to exist; false if it answers. Calls the object.
  Boolean _non_existent();
  /// Returns true if both references have the same contents, and so refer to the same object. Makes no call.
  virtual Boolean _is_equivalent(Object_ptr other);
  /// Returns a number from 0 to `maximum`, the same for equivalent references.
  virtual ULong _hash(ULong maximum);
  /// Returns the repository id of the most derived interface, which the caller frees. Calls the object if the reference
  /// does not name it.
  char* _repository_id();
  /// Returns the component that the object is part of, nil if it is not part of one. Calls the object. Throws
  /// NO_IMPLEMENT for a local object.
  Object_ptr _get_component();
  /// Returns the ORB that the reference came from. Throws NO_IMPLEMENT for a local object.
  ORB_ptr _get_orb();

  /// Returns another reference to the same object, whose calls follow the given policies, and with ADD_OVERRIDE also
  /// the policies of this reference. Throws NO_IMPLEMENT for a local object, and what
  /// PolicyManager::set_policy_overrides throws.
  Object_ptr _set_policy_overrides(const PolicyList& policies, SetOverrideType how);
  /// Returns the policies of the given types that are set for the reference; all policies if no types are given. The
  /// caller deletes the list.
  PolicyList* _get_policy_overrides(const PolicyTypeSeq& types);
  /// Returns the policy that this thread's calls through this reference follow: the reference's own, else the thread's,
  /// else the ORB's; nil if there is none. Both functions return the same, as the references of dimma carry no policies
  /// of their server.
  Policy_ptr _get_client_policy(PolicyType type);
  Policy_ptr _get_policy(PolicyType type);
  /// Connects now rather than on the first call, and returns true. Throws what binding throws (TRANSIENT, ...). Sets
  /// `inconsistent` to an empty list, which the caller deletes, since no policies can contradict those of an object.
  Boolean _validate_connection(PolicyList*& inconsistent);

  /// Make a dynamic call of an operation (<dimma/classic/dynamic/request.hpp>), which the caller releases. The others
  /// take existing lists, a result and a context, to which the request then refers too; each of them may be nil. The
  /// flags have no effect. All throw NO_IMPLEMENT for a local object, BAD_PARAM if the operation is null.
  Request_ptr _request(const char* operation);
  void _create_request(Context_ptr context, const char* operation, NVList_ptr arguments, NamedValue_ptr result,
                       Request_out request, ULong flags);
  void _create_request(Context_ptr context, const char* operation, NVList_ptr arguments, NamedValue_ptr result,
                       ExceptionList_ptr exceptions, ContextList_ptr contexts, Request_out request, ULong flags);

  /// Count the references. A local object that is not on the heap may override them.
  virtual void _add_ref();
  virtual void _remove_ref();

  /// For generated code: returns this as the class of the interface, null if it is not of that class. Makes no call.
  virtual void* _as(const Interface& type);
  /// For generated code: returns true if the class has the named interface. Makes no call.
  virtual Boolean _has_interface(const char* repository_id) const;

  /// For generated code: returns the object in the modern mapping, null for a local object.
  const void* _target() const { return reference_.target; }
  /// For generated code: returns false for a local object, and once it is known that every call goes through a channel.
  bool _may_be_here() const { return __atomic_load_n(&may_be_here_, __ATOMIC_RELAXED); }

 protected:
  Object() : reference_() {}
  virtual ~Object();

 private:
  friend class classic::ObjectAccess;

  long count_ = 1;
  detail::ReferenceRoom reference_;
  mutable bool may_be_here_ = false;
};

/// Returns true for the null pointer, which is the only nil reference. Makes no call.
inline Boolean is_nil(Object_ptr object) { return object == nullptr; }
/// Gives up the caller's reference. A no-op for nil.
inline void release(Object_ptr object) { detail::release_reference(object); }

}  // namespace CORBA

namespace detail {
/// Implement the templates below for all stub classes: they return what _as returns.
void* narrow_object(CORBA::Object* object, const Interface& type);
void* narrow_object_unchecked(CORBA::Object* object, const Interface& type);
}  // namespace detail

/// For generated code: returns the object with one reference more; nil for nil.
template <class T>
T* duplicate(T* object) {
  if (object != nullptr) object->_add_ref();
  return object;
}

/// For generated code: returns a new reference to the object as a T. It is the object itself if it is a T, a new stub
/// if the object has T's interface, which may take a call, and otherwise nil.
template <class T>
T* narrow(CORBA::Object* object) {
  return static_cast<T*>(detail::narrow_object(object, T::_interface));
}

/// Like narrow, but trusts the caller instead of calling the object; nil for a local object of another interface.
template <class T>
T* narrow_unchecked(CORBA::Object* object) {
  return static_cast<T*>(detail::narrow_object_unchecked(object, T::_interface));
}

namespace CORBA {
inline Object_ptr Object::_duplicate(Object_ptr object) { return classic::duplicate(object); }
}  // namespace CORBA

}  // namespace classic
}  // namespace dimma
