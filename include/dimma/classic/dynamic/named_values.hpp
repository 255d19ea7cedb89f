#pragma once
/// CORBA::NamedValue and CORBA::NVList (CORBA 3.3 part 1, 11.1.1 and 11.3; formal/2012-07-02, "NamedValue" and
/// "NVList"): the arguments of dynamic calls.

#include <dimma/classic/any.hpp>
#include <dimma/classic/dynamic/pseudo_object.hpp>
#include <dimma/classic/local_exception.hpp>
#include <dimma/classic/values/object_sequence.hpp>
#include <dimma/classic/values/orb_types.hpp>
#include <dimma/classic/values/strings.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

/// How an argument is passed.
const Flags ARG_IN = 1;
const Flags ARG_OUT = 2;
const Flags ARG_INOUT = 3;
/// Have no effect, since a list always copies the values and owns the memory of results.
const Flags OUT_LIST_MEMORY = 0x10;
const Flags IN_COPY_VALUE = 0x20;

/// Thrown for an index that is out of range of a list.
DIMMA_CLASSIC_LOCAL_EXCEPTION(Bounds, "CORBA");

/// An argument, a result, or a property of a context: a name, which is not sent, a value, and how it is passed.
class NamedValue : public PseudoObject {
 public:
  DIMMA_CLASSIC_PSEUDO_OBJECT(NamedValue)
  /// For the library: copies the name, which may be null, and the value.
  NamedValue(const char* name, const Any& value, Flags flags);

  /// The name, which belongs to this; empty if there is none.
  const char* name() const { return name_.in(); }
  /// The value to send and, after the call, the value received. It belongs to this; the caller may change it.
  Any* value() const { return &value_; }
  Flags flags() const { return flags_; }

 protected:
  ~NamedValue() override;

 private:
  const String_var name_;
  mutable Any value_;
  const Flags flags_;
};

/// Arguments in the order of the operation's parameters. The list owns its elements: a NamedValue_ptr that a function
/// returns is not released by the caller, and is valid until the element is removed.
class NVList : public PseudoObject {
 public:
  DIMMA_CLASSIC_PSEUDO_OBJECT(NVList)
  typedef CORBA::Bounds Bounds;

  NVList();
  /// The number of elements.
  ULong count() const { return items_.length(); }

  /// Add an element, whose value is empty if none is given. Names and values are copied; a name may be null.
  NamedValue_ptr add(Flags flags);
  NamedValue_ptr add_item(const char* name, Flags flags);
  NamedValue_ptr add_value(const char* name, const Any& value, Flags flags);
  /// The same, but the list then owns the name, which is from string_alloc() or string_dup(), and the value. Throws
  /// BAD_PARAM if the value is null.
  NamedValue_ptr add_item_consume(char* name, Flags flags);
  NamedValue_ptr add_value_consume(char* name, Any* value, Flags flags);

  /// Return and remove an element. Throw Bounds if the index is out of range.
  NamedValue_ptr item(ULong index);
  void remove(ULong index);

 protected:
  ~NVList() override;

 private:
  UnboundedObjectSequence<NamedValue> items_;
};

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
