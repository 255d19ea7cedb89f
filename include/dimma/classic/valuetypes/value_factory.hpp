#pragma once
/// CORBA::ValueFactoryBase (formal/2012-07-02, "Value Factories"): the base of the factories that make received values.

#include <dimma/classic/valuetypes/value_base.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

class AbstractBase;
class ValueFactoryBase;
typedef ValueFactoryBase* ValueFactory;
typedef ObjectVar<ValueFactoryBase> ValueFactoryBase_var;
typedef ValueFactoryBase_var ValueFactory_var;

/// Makes empty values for values that are received. An application derives a factory from this class or from the class
/// `X_init` of a valuetype, and registers it with ORB::register_value_factory. A new factory has one reference, which
/// its maker gives up after the registration. The ORB calls it from any of its threads, several at once.
class ValueFactoryBase {
 public:
  typedef ValueFactory _ptr_type;
  typedef ValueFactory_var _var_type;

  ValueFactoryBase(const ValueFactoryBase&) = delete;
  ValueFactoryBase& operator=(const ValueFactoryBase&) = delete;
  virtual ~ValueFactoryBase();

  /// Count the references. The last one to be given up deletes the factory.
  virtual void _add_ref() { count_.fetch_add(1, std::memory_order_relaxed); }
  virtual void _remove_ref() {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  /// Return the factory itself, which does not change the count, and the factory with one reference more.
  static ValueFactory _downcast(ValueFactory factory) { return factory; }
  static ValueFactory _duplicate(ValueFactory factory) {
    if (factory != nullptr) factory->_add_ref();
    return factory;
  }

  /// Returns a new value of the implementation's class, in any state, since the state is overwritten. The ORB takes
  /// over the reference.
  virtual ValueBase* create_for_unmarshal() = 0;
  /// The same for a value that supports an abstract interface. Called if create_for_unmarshal() returns null; returns
  /// null by default.
  virtual AbstractBase* create_for_unmarshal_abstract() { return nullptr; }

 protected:
  ValueFactoryBase() : count_(1) {}

 private:
  std::atomic<ULong> count_;
};

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
