#include <dimma/classic/orb.hpp>
#include <dimma/classic/typecode_members.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/text_or_empty.hpp"
#include "classic/typecodes/modern_typecode.hpp"

#include <dimma/typecode_factory.hpp>

#include <string>

namespace dimma::classic::CORBA {

IDLType::~IDLType() = default;

namespace {

class Factory final : public ::CORBA::TypeCodeFactory {};

// Calls `function` with the modern factory, and returns a new TypeCode for the one that it returns.
template <class Function>
TypeCode_ptr made(Function function) {
  return with_classic_exceptions([&] {
    Factory factory;
    return TypeCodeAccess::classic(function(factory));
  });
}

::CORBA::StructMember modern(const StructMember& member) {
  return ::CORBA::StructMember(text_or_empty(member.name.in()), modern_of(member.type.in()));
}

::CORBA::UnionMember modern(const UnionMember& member) {
  return ::CORBA::UnionMember(text_or_empty(member.name.in()), AnyAccess::modern(member.label),
                              modern_of(member.type.in()));
}

::CORBA::ValueMember modern(const ValueMember& member) {
  return ::CORBA::ValueMember(text_or_empty(member.name.in()), modern_of(member.type.in()), member.access);
}

template <class Members>
auto list_of(const Members& members) {
  std::vector<decltype(modern(members[0]))> list;
  list.reserve(members.length());
  for (ULong i = 0; i != members.length(); ++i) list.push_back(modern(members[i]));
  return list;
}

}  // namespace

TypeCode_ptr ORB::create_struct_tc(const Char* id, const Char* name, const StructMemberSeq& members) {
  return made([&](Factory& factory) {
    return factory.create_struct_tc(text_or_empty(id), text_or_empty(name), list_of(members));
  });
}

TypeCode_ptr ORB::create_exception_tc(const Char* id, const Char* name, const StructMemberSeq& members) {
  return made([&](Factory& factory) {
    return factory.create_exception_tc(text_or_empty(id), text_or_empty(name), list_of(members));
  });
}

TypeCode_ptr ORB::create_union_tc(const Char* id, const Char* name, TypeCode_ptr discriminator,
                                  const UnionMemberSeq& members) {
  return made([&](Factory& factory) {
    return factory.create_union_tc(text_or_empty(id), text_or_empty(name), modern_of(discriminator), list_of(members));
  });
}

TypeCode_ptr ORB::create_enum_tc(const Char* id, const Char* name, const EnumMemberSeq& members) {
  return made([&](Factory& factory) {
    ::CORBA::EnumMemberSeq names;
    for (ULong i = 0; i != members.length(); ++i) names.push_back(text_or_empty(members[i]));
    return factory.create_enum_tc(text_or_empty(id), text_or_empty(name), names);
  });
}

TypeCode_ptr ORB::create_alias_tc(const Char* id, const Char* name, TypeCode_ptr original) {
  return made([&](Factory& factory) {
    return factory.create_alias_tc(text_or_empty(id), text_or_empty(name), modern_of(original));
  });
}

TypeCode_ptr ORB::create_interface_tc(const Char* id, const Char* name) {
  return made([&](Factory& factory) { return factory.create_interface_tc(text_or_empty(id), text_or_empty(name)); });
}

TypeCode_ptr ORB::create_abstract_interface_tc(const Char* id, const Char* name) {
  return made(
      [&](Factory& factory) { return factory.create_abstract_interface_tc(text_or_empty(id), text_or_empty(name)); });
}

TypeCode_ptr ORB::create_local_interface_tc(const Char* id, const Char* name) {
  return made(
      [&](Factory& factory) { return factory.create_local_interface_tc(text_or_empty(id), text_or_empty(name)); });
}

TypeCode_ptr ORB::create_native_tc(const Char* id, const Char* name) {
  return made([&](Factory& factory) { return factory.create_native_tc(text_or_empty(id), text_or_empty(name)); });
}

TypeCode_ptr ORB::create_value_tc(const Char* id, const Char* name, ValueModifier modifier, TypeCode_ptr concrete_base,
                                  const ValueMemberSeq& members) {
  return made([&](Factory& factory) {
    return factory.create_value_tc(text_or_empty(id), text_or_empty(name), modifier, modern_of(concrete_base),
                                   list_of(members));
  });
}

TypeCode_ptr ORB::create_value_box_tc(const Char* id, const Char* name, TypeCode_ptr boxed) {
  return made([&](Factory& factory) {
    return factory.create_value_box_tc(text_or_empty(id), text_or_empty(name), modern_of(boxed));
  });
}

TypeCode_ptr ORB::create_string_tc(ULong bound) {
  return made([=](Factory& factory) { return factory.create_string_tc(bound); });
}

TypeCode_ptr ORB::create_wstring_tc(ULong bound) {
  return made([=](Factory& factory) { return factory.create_wstring_tc(bound); });
}

TypeCode_ptr ORB::create_fixed_tc(UShort digits, Short scale) {
  return made([=](Factory& factory) { return factory.create_fixed_tc(digits, scale); });
}

TypeCode_ptr ORB::create_sequence_tc(ULong bound, TypeCode_ptr element) {
  return made([&](Factory& factory) { return factory.create_sequence_tc(bound, modern_of(element)); });
}

TypeCode_ptr ORB::create_array_tc(ULong length, TypeCode_ptr element) {
  return made([&](Factory& factory) { return factory.create_array_tc(length, modern_of(element)); });
}

TypeCode_ptr ORB::create_recursive_tc(const Char* id) {
  return made([&](Factory& factory) { return factory.create_recursive_tc(text_or_empty(id)); });
}

}  // namespace dimma::classic::CORBA
