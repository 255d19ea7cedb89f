#include "services/tools/call/idl_types.hpp"

#include "services/tools/common/command.hpp"

#include <dimma/value.hpp>

#include <algorithm>
#include <limits>

namespace dimma::tools::call {

using idl::as;
using idl::BasicKind;
using idl::DeclarationKind;
using idl::TypeKind;

namespace {

const CORBA::TypeCode& basic_type(BasicKind kind) {
  switch (kind) {
    case BasicKind::Boolean:
      return CORBA::_tc_boolean;
    case BasicKind::Char:
      return CORBA::_tc_char;
    case BasicKind::WChar:
      return CORBA::_tc_wchar;
    case BasicKind::Octet:
    case BasicKind::Int8:
    case BasicKind::UInt8:
      return CORBA::_tc_octet;
    case BasicKind::Short:
      return CORBA::_tc_short;
    case BasicKind::UShort:
      return CORBA::_tc_ushort;
    case BasicKind::Long:
      return CORBA::_tc_long;
    case BasicKind::ULong:
      return CORBA::_tc_ulong;
    case BasicKind::LongLong:
      return CORBA::_tc_longlong;
    case BasicKind::ULongLong:
      return CORBA::_tc_ulonglong;
    case BasicKind::Float:
      return CORBA::_tc_float;
    case BasicKind::Double:
      return CORBA::_tc_double;
    case BasicKind::LongDouble:
      return CORBA::_tc_longdouble;
    case BasicKind::Any:
      return CORBA::_tc_any;
    case BasicKind::Object:
      return CORBA::_tc_Object;
    case BasicKind::TypeCode:
      return CORBA::_tc_TypeCode;
    case BasicKind::ValueBase:
      return CORBA::_tc_ValueBase;
    case BasicKind::Void:
      break;
  }
  return CORBA::_tc_void;
}

// Returns the unsigned integer type that encodes a bitmask or bitset of `bits` bits.
const CORBA::TypeCode& unsigned_type(unsigned bits) {
  return bits <= 8    ? CORBA::_tc_octet
         : bits <= 16 ? CORBA::_tc_ushort
         : bits <= 32 ? CORBA::_tc_ulong
                      : CORBA::_tc_ulonglong;
}

std::uint32_t bound_of(std::uint64_t bound) {
  if (bound > std::numeric_limits<std::uint32_t>::max()) throw UsageError("a bound above 2^32 in the IDL");
  return static_cast<std::uint32_t>(bound);
}

// Returns the label as a number: 0 or 1, the code of a character, the ordinal of an enumerator.
std::int64_t label_number(const idl::ConstantValue& label) {
  if (const auto* flag = std::get_if<bool>(&label)) return *flag ? 1 : 0;
  if (const auto* character = std::get_if<idl::CharValue>(&label)) return character->code;
  if (const auto* wide = std::get_if<idl::WideCharValue>(&label)) return wide->code;
  if (const auto* enumerator = std::get_if<const idl::Enumerator*>(&label)) return (*enumerator)->ordinal;
  if (const auto* large = std::get_if<std::uint64_t>(&label)) return static_cast<std::int64_t>(*large);
  return std::get<std::int64_t>(label);
}

CORBA::Any label_any(const CORBA::typecode_reference& discriminator, std::int64_t number) {
  using CORBA::TCKind;
  CORBA::Any label;
  switch (discriminator->_without_aliases().kind()) {
    case TCKind::tk_boolean:
      label <<= number != 0;
      break;
    case TCKind::tk_char:
      label <<= static_cast<char>(number);
      break;
    case TCKind::tk_wchar:
      label <<= static_cast<wchar_t>(number);
      break;
    case TCKind::tk_octet:
      label <<= static_cast<std::uint8_t>(number);
      break;
    case TCKind::tk_short:
      label <<= static_cast<std::int16_t>(number);
      break;
    case TCKind::tk_ushort:
      label <<= static_cast<std::uint16_t>(number);
      break;
    case TCKind::tk_long:
      label <<= static_cast<std::int32_t>(number);
      break;
    case TCKind::tk_ulong:
      label <<= static_cast<std::uint32_t>(number);
      break;
    case TCKind::tk_longlong:
      label <<= number;
      break;
    case TCKind::tk_ulonglong:
      label <<= static_cast<std::uint64_t>(number);
      break;
    default:
      return CORBA::Any::_enumerator(discriminator->_without_aliases()._reference(),
                                     static_cast<std::uint32_t>(number));
  }
  return label;
}

void refuse_optional(const idl::Declaration& member) {
  if (member.is_marked("optional")) {
    throw UsageError("the member " + member.full_name() + " is @optional, which TypeCodes of CORBA cannot express");
  }
}

}  // namespace

CORBA::typecode_reference IdlTypes::of(const idl::Type& type) {
  switch (type.kind) {
    case TypeKind::Basic:
      return basic_type(as<idl::BasicType>(type).basic)._reference();
    case TypeKind::String:
      return orb_->create_string_tc(bound_of(as<idl::StringType>(type).bound));
    case TypeKind::WString:
      return orb_->create_wstring_tc(bound_of(as<idl::StringType>(type).bound));
    case TypeKind::Sequence: {
      const auto& sequence = as<idl::SequenceType>(type);
      return orb_->create_sequence_tc(bound_of(sequence.bound), of(*sequence.element));
    }
    case TypeKind::Array:
      return array(as<idl::ArrayType>(type));
    case TypeKind::Fixed: {
      const auto& fixed = as<idl::FixedType>(type);
      return orb_->create_fixed_tc(static_cast<std::uint16_t>(fixed.digits), static_cast<std::int16_t>(fixed.scale));
    }
    case TypeKind::Map: {
      // A map is encoded as a sequence of its entries.
      const auto& map = as<idl::MapType>(type);
      const auto entry = orb_->create_struct_tc(
          "IDL:dimma/MapEntry:1.0", "MapEntry",
          {CORBA::StructMember("key", of(*map.key)), CORBA::StructMember("value", of(*map.value))});
      return orb_->create_sequence_tc(bound_of(map.bound), entry);
    }
    case TypeKind::Named:
      break;
  }
  return of(*as<idl::NamedType>(type).declaration);
}

CORBA::typecode_reference IdlTypes::array(const idl::ArrayType& type) {
  auto made = of(*type.element);
  for (auto each = type.dimensions.rbegin(); each != type.dimensions.rend(); ++each) {
    made = orb_->create_array_tc(bound_of(*each), made);
  }
  return made;
}

// A type that refers to one still being made is not cached, since it is only valid within that one.
CORBA::typecode_reference IdlTypes::of(const idl::Declaration& declaration) {
  const auto known = known_.find(&declaration);
  if (known != known_.end()) return known->second;
  const auto open = std::find(open_.begin(), open_.end(), &declaration);
  if (open != open_.end()) {
    outermost_ = std::min(outermost_, static_cast<std::size_t>(open - open_.begin()));
    return orb_->create_recursive_tc(declaration.repository_id);
  }
  // A limit, since mutually recursive types are made again within each other.
  constexpr std::size_t steps_max = 100'000;
  if (++steps_ > steps_max) throw UsageError("types nested too deeply around " + declaration.full_name());
  const std::size_t outer = outermost_;
  const std::size_t depth = open_.size();
  outermost_ = depth;
  open_.push_back(&declaration);
  const auto type = made(declaration);
  open_.pop_back();
  if (outermost_ >= depth) known_.emplace(&declaration, type);
  outermost_ = depth == 0 ? 0 : std::min(outer, outermost_);
  return type;
}

CORBA::typecode_reference IdlTypes::made(const idl::Declaration& declaration) {
  const std::string& id = declaration.repository_id;
  const std::string& name = declaration.identifier;
  switch (declaration.kind) {
    case DeclarationKind::Typedef:
      return orb_->create_alias_tc(id, name, of(*as<idl::Typedef>(declaration).type));
    case DeclarationKind::Struct:
      return orb_->create_struct_tc(id, name, members_of(as<idl::Struct>(declaration)));
    case DeclarationKind::Exception:
      return orb_->create_exception_tc(id, name, members_of(as<idl::Exception>(declaration).members));
    case DeclarationKind::Union:
      return made(as<idl::Union>(declaration));
    case DeclarationKind::Enum: {
      CORBA::EnumMemberSeq names;
      for (const auto* each : as<idl::Enum>(declaration).enumerators) names.push_back(each->identifier);
      return orb_->create_enum_tc(id, name, names);
    }
    case DeclarationKind::Interface:
      switch (as<idl::Interface>(declaration).interface_kind) {
        case idl::InterfaceKind::Abstract:
          return orb_->create_abstract_interface_tc(id, name);
        case idl::InterfaceKind::Local:
          return orb_->create_local_interface_tc(id, name);
        case idl::InterfaceKind::Regular:
          break;
      }
      return orb_->create_interface_tc(id, name);
    case DeclarationKind::ValueType:
      return made(as<idl::ValueType>(declaration));
    case DeclarationKind::ValueBox:
      return orb_->create_value_box_tc(id, name, of(*as<idl::ValueBox>(declaration).boxed));
    case DeclarationKind::Bitmask:
      return orb_->create_alias_tc(id, name, unsigned_type(as<idl::Bitmask>(declaration).bit_bound));
    case DeclarationKind::Bitset:
      return orb_->create_alias_tc(id, name, unsigned_type(as<idl::Bitset>(declaration).bit_count));
    default:
      throw UsageError(declaration.full_name() + " is " + idl::with_article(declaration.kind) + " and cannot be sent");
  }
}

// The TypeCode has one member for each label.
CORBA::typecode_reference IdlTypes::made(const idl::Union& subject) {
  const auto discriminator = of(*subject.discriminator);
  CORBA::UnionMemberSeq members;
  for (const auto* branch : subject.branches) {
    refuse_optional(*branch);
    const auto type = of(*branch->type);
    for (const auto& label : branch->labels) {
      members.emplace_back(branch->identifier, label_any(discriminator, label_number(label)), type);
    }
    if (!branch->is_default) continue;
    CORBA::Any of_default;
    of_default <<= std::uint8_t{0};
    members.emplace_back(branch->identifier, of_default, type);
  }
  return orb_->create_union_tc(subject.repository_id, subject.identifier, discriminator, members);
}

CORBA::typecode_reference IdlTypes::made(const idl::ValueType& value) {
  const idl::ValueType* const base =
      value.bases.empty() || value.bases.front()->is_abstract ? nullptr : value.bases.front();
  CORBA::ValueMemberSeq members;
  for (const auto* each : value.contents) {
    if (each->kind != DeclarationKind::Member) continue;
    const auto& member = as<idl::Member>(*each);
    refuse_optional(member);
    members.emplace_back(member.identifier, of(*member.type),
                         member.visibility == idl::Visibility::Public ? CORBA::PUBLIC_MEMBER : CORBA::PRIVATE_MEMBER);
  }
  const CORBA::ValueModifier modifier = value.is_custom        ? CORBA::VM_CUSTOM
                                        : value.is_abstract    ? CORBA::VM_ABSTRACT
                                        : value.is_truncatable ? CORBA::VM_TRUNCATABLE
                                                               : CORBA::VM_NONE;
  return orb_->create_value_tc(value.repository_id, value.identifier, modifier,
                               base == nullptr ? CORBA::typecode_reference() : of(*base), members);
}

// CORBA's TypeCodes have no inheritance of structs: the base's members come first, as in the encoding.
CORBA::StructMemberSeq IdlTypes::members_of(const idl::Struct& structure) {
  CORBA::StructMemberSeq members;
  if (structure.base != nullptr) members = members_of(*structure.base);
  for (auto& member : members_of(structure.members)) members.push_back(std::move(member));
  return members;
}

CORBA::StructMemberSeq IdlTypes::members_of(const std::vector<idl::Member*>& members) {
  CORBA::StructMemberSeq made;
  for (const auto* member : members) {
    refuse_optional(*member);
    made.emplace_back(member->identifier, of(*member->type));
  }
  return made;
}

}  // namespace dimma::tools::call
