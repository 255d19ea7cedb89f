// Values in messages.

#include <dimma/classic/generated/values.hpp>

#include "classic/streams/over.hpp"
#include "classic/valuetypes/modern_value.hpp"

#include <dimma/minor.hpp>

#include <new>
#include <string>

namespace dimma::classic {

namespace {

template <class T, std::size_t Words>
T& in_room(void* (&room)[Words]) noexcept {
  static_assert(sizeof(T) == sizeof room && alignof(T) <= alignof(void*));
  return *std::launder(reinterpret_cast<T*>(room));
}

}  // namespace

WrittenValues::WrittenValues(Output& out) { ::new (static_cast<void*>(room_)) cdr::WritingValues(out.commit()); }
WrittenValues::~WrittenValues() { std::destroy_at(&in_room<cdr::WritingValues>(room_)); }

ReadValues::ReadValues(Input& in) { ::new (static_cast<void*>(room_)) cdr::ReadingValues(in.commit()); }
ReadValues::~ReadValues() { std::destroy_at(&in_room<cdr::ReadingValues>(room_)); }

KnownValue::KnownValue(const ValueDescription& type) {
  ::new (static_cast<void*>(room_))::dimma::KnownValueType(modern_type(type));
}
KnownValue::~KnownValue() { std::destroy_at(&in_room<::dimma::KnownValueType>(room_)); }

void write_value(Output& out, CORBA::ValueBase* value) {
  cdr::write_value(out.commit(), modern_of(value));
  out.reload();
}

CORBA::ValueBase* read_value(Input& in, const ValueDescription* formal) {
  const ModernValue read = cdr::read_value(in.commit(), formal == nullptr ? nullptr : &modern_type(*formal));
  in.reload();
  CORBA::ValueBase* const value = classic_of(read);
  if (value == nullptr && read != nullptr) refuse_value(in, "IDL:omg.org/CORBA/ValueBase:1.0");
  return value;
}

void refuse_value(Input& in, const char* repository_id) {
  throw ::CORBA::MARSHAL(minor::marshal_value_type, in.commit().completed(),
                         std::string("a value that is not of type ") + repository_id);
}

}  // namespace dimma::classic
