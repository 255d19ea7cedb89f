#pragma once
/// CORBA::ValueBase (formal/2012-07-02, "Mapping for Value Types"): the base of all values, and the class that counts
/// their references.

#include <dimma/classic/generated/output.hpp>
#include <dimma/classic/values/object_var.hpp>
#include <dimma/classic/values/types.hpp>

#include <atomic>

namespace dimma {
namespace classic {

class Input;
class ValueAccess;

namespace CORBA {
class ValueBase;
typedef ObjectVar<ValueBase> ValueBase_var;
typedef ObjectOut<ValueBase> ValueBase_out;
}  // namespace CORBA

/// The static description of a valuetype with state, which is known by its address. Generated, one constant for each.
struct ValueDescription {
  const char* repository_id;
  /// The type to truncate to if a receiver cannot make this one; null if there is none.
  const ValueDescription* truncatable_to;
  /// Makes an empty value; null if that takes a factory.
  CORBA::ValueBase* (*make)();
  /// The type as the runtime knows it: null until the first use, then never changed.
  mutable const void* prepared;
};

namespace CORBA {

/// The base of all values: reference-counted objects of this process, which are copied when they are passed to an
/// operation, even of an object in this process. A value that occurs several times among the arguments of a call is
/// one value at the receiver, too. Values that refer to each other in a circle keep each other alive until the program
/// breaks the circle.
///
/// The class of a valuetype with state, and the class OBV_X with its members, leave the counting to the class that
/// implements the valuetype, which derives from DefaultValueRefCountBase as well. A value is as thread-safe as its
/// members.
class ValueBase {
 public:
  typedef ValueBase* _ptr_type;
  typedef ValueBase_var _var_type;
  typedef ValueBase_out _out_type;
  typedef ObjectMember<ValueBase> _member_type;

  ValueBase& operator=(const ValueBase&) = delete;

  /// Count the references. A new value has one, and deletes itself when the last one is given up.
  virtual void _add_ref() = 0;
  virtual void _remove_ref() = 0;
  virtual ULong _refcount_value() = 0;
  /// Returns a deep copy, which the caller owns. The values in it are made like received ones: by the factories of the
  /// process's first ORB, if it has one. Throws what sending and receiving the value would throw.
  virtual ValueBase* _copy_value();
  /// Returns the value itself; like `_downcast` of every valuetype it does not change the count.
  static ValueBase* _downcast(ValueBase* value) { return value; }
  /// An extension of dimma: returns the value with one reference more; null for null.
  static ValueBase* _duplicate(ValueBase* value) {
    if (value != nullptr) value->_add_ref();
    return value;
  }

  /// For generated code: the most derived valuetype with state, and the state, beginning with that of the base.
  virtual const ValueDescription& _describe() const = 0;
  virtual void _write_state(Output& out) const = 0;
  virtual void _read_state(Input& in) = 0;
  /// For generated code: clears the members that could hold values.
  virtual void _forget_state() {}

 protected:
  ValueBase();
  /// A copy is a new value, with a count of its own.
  ValueBase(const ValueBase& other);
  virtual ~ValueBase();

 private:
  friend class classic::ValueAccess;
  void* room_[2];  // the value as the runtime knows it, which the library constructs here
};

/// Counts the references of a value.
class DefaultValueRefCountBase : public virtual ValueBase {
 public:
  void _add_ref() override { count_.fetch_add(1, std::memory_order_relaxed); }
  void _remove_ref() override {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
  ULong _refcount_value() override { return count_.load(std::memory_order_relaxed); }

 protected:
  DefaultValueRefCountBase() : count_(1) {}
  DefaultValueRefCountBase(const DefaultValueRefCountBase& other) : ValueBase(other), count_(1) {}
  ~DefaultValueRefCountBase() override;

 private:
  std::atomic<ULong> count_;
};

/// Count a reference, and give it up. No-ops for null.
inline void add_ref(ValueBase* value) {
  if (value != nullptr) value->_add_ref();
}
inline void remove_ref(ValueBase* value) {
  if (value != nullptr) value->_remove_ref();
}

}  // namespace CORBA

}  // namespace classic
}  // namespace dimma
