#pragma once
/// Used by generated code of valuetypes. Internal to dimma; applications do not need it.

#include <dimma/classic/generated/codec.hpp>
#include <dimma/classic/valuetypes/value_base.hpp>
#include <dimma/classic/valuetypes/value_factory.hpp>

namespace dimma {
namespace classic {

/// Exist while values are written and read that shall be shared: around the arguments and around the results of an
/// operation that passes values. Within another one for the same message they are no-ops.
class WrittenValues {
 public:
  explicit WrittenValues(Output& out);
  ~WrittenValues();
  WrittenValues(const WrittenValues&) = delete;
  WrittenValues& operator=(const WrittenValues&) = delete;

 private:
  void* room_[4];
};

/// If reading fails, the values that were read lose their references to others, so that circles of them are destroyed.
/// It therefore ends before the upcall.
class ReadValues {
 public:
  explicit ReadValues(Input& in);
  ~ReadValues();
  ReadValues(const ReadValues&) = delete;
  ReadValues& operator=(const ReadValues&) = delete;

 private:
  void* room_[5];
};

/// While it exists, a type that needs no factory is known to all ORBs of the process. Generated, one static variable
/// for each such type.
class KnownValue {
 public:
  explicit KnownValue(const ValueDescription& type);
  ~KnownValue();
  KnownValue(const KnownValue&) = delete;
  KnownValue& operator=(const KnownValue&) = delete;

 private:
  void* room_[1];
};

/// Writes the value; null is a value, too.
void write_value(Output& out, CORBA::ValueBase* value);
/// Reads a value of any type, which the caller owns. `formal` is the type that the IDL names, null for ValueBase and
/// for abstract valuetypes. Throws the modern MARSHAL (OMG minor 1) if nothing can make the value.
CORBA::ValueBase* read_value(Input& in, const ValueDescription* formal);
/// Throws the modern MARSHAL: the value that was read is not of the type that the IDL names.
[[noreturn]] void refuse_value(Input& in, const char* repository_id);

/// Reads a value that has to be of the class T.
template <class T>
T* read_value_as(Input& in, const ValueDescription* formal, const char* repository_id) {
  CORBA::ValueBase_var value(read_value(in, formal));
  T* const typed = dynamic_cast<T*>(value.in());
  if (typed == nullptr && value.in() != nullptr) refuse_value(in, repository_id);
  value._retn();
  return typed;
}

/// Makes an empty value: for ValueDescription.
template <class T>
CORBA::ValueBase* make_value() {
  return new T;
}

namespace CORBA {
inline void _write_reference(Output& out, ValueBase* value) { write_value(out, value); }
inline void _read_reference(Input& in, ValueBase*& value) { value = read_value(in, nullptr); }
ReferenceOctets<4> _reference_octets(ValueBase*);
}  // namespace CORBA

}  // namespace classic
}  // namespace dimma
