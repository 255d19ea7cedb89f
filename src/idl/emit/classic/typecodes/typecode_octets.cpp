#include "idl/emit/classic/typecodes/typecode_octets.hpp"

#include <map>
#include <variant>

#include "idl/emit/classic/typecodes/encapsulation.hpp"
#include "idl/emit/classic/typecodes/typecode_numbers.hpp"
#include "idl/emit/types/value_queries.hpp"

namespace dimma::idl::classic {

namespace {

constexpr std::uint32_t indirection = 0xffff'ffff;

// Returns a label as a number: 0 or 1, the code of a character, the ordinal of an enumerator.
std::uint64_t label_number(const ConstantValue& label) {
  if (const auto* flag = std::get_if<bool>(&label)) return *flag ? 1 : 0;
  if (const auto* character = std::get_if<CharValue>(&label)) return character->code;
  if (const auto* wide = std::get_if<WideCharValue>(&label)) return wide->code;
  if (const auto* enumerator = std::get_if<const Enumerator*>(&label)) return (*enumerator)->ordinal;
  if (const auto* number = std::get_if<std::uint64_t>(&label)) return *number;
  return static_cast<std::uint64_t>(std::get<std::int64_t>(label));
}

class TypeCodeEncoder {
 public:
  std::string encode(const Declaration& declaration) {
    put_named(declaration);
    return out_.octets();
  }

 private:
  void put_kind(TypeCodeKind kind) { out_.put_long(static_cast<std::uint32_t>(kind)); }

  void put_identity(const std::string& id, const std::string& name) {
    out_.put_string(id);
    out_.put_string(name);
  }

  void put_named(const Declaration& declaration) {
    const std::size_t place = out_.place_of_long();
    const auto [known, is_new] = places_.emplace(&declaration, place);
    if (!is_new) {
      out_.put_long(indirection);
      // The distance is from the number itself.
      out_.put_long(static_cast<std::uint32_t>(known->second - out_.place_of_long()));
      return;
    }
    put_kind(kind_of(declaration));
    const Encapsulation::Nested parameters(out_);
    put_identity(declaration.repository_id, declaration.identifier);
    put_content(declaration);
  }

  void put_content(const Declaration& declaration) {
    switch (declaration.kind) {
      case DeclarationKind::Enum:
        put_enumerators(as<Enum>(declaration));
        break;
      case DeclarationKind::Exception:
        put_members(as<Exception>(declaration).members);
        break;
      case DeclarationKind::Struct:
        put_members(as<Struct>(declaration).members);
        break;
      case DeclarationKind::Typedef:
        put_type(*as<Typedef>(declaration).type);
        break;
      case DeclarationKind::Union:
        put_branches(as<Union>(declaration));
        break;
      case DeclarationKind::ValueBox:
        put_type(*as<ValueBox>(declaration).boxed);
        break;
      case DeclarationKind::ValueType:
        put_value(as<ValueType>(declaration));
        break;
      default:
        break;  // an interface has no more than its id and name
    }
  }

  void put_enumerators(const Enum& enumeration) {
    out_.put_long(static_cast<std::uint32_t>(enumeration.enumerators.size()));
    for (const Enumerator* each : enumeration.enumerators) out_.put_string(each->identifier);
  }

  void put_members(const std::vector<Member*>& members) {
    out_.put_long(static_cast<std::uint32_t>(members.size()));
    for (const Member* each : members) put_member(each->identifier, *each->type);
  }

  void put_value(const ValueType& value) {
    out_.put_short(value.is_custom ? custom : value.is_abstract ? abstract : value.is_truncatable ? truncatable : 0);
    if (const ValueType* const base = cxx::state_base(value)) {
      put_named(*base);
    } else {
      put_kind(TypeCodeKind::Null);
    }
    const auto members = cxx::state_of(value);
    out_.put_long(static_cast<std::uint32_t>(members.size()));
    for (const Member* each : members) {
      put_member(each->identifier, *each->type);
      out_.put_short(each->visibility == Visibility::Public ? 1 : 0);
    }
  }

  void put_member(const std::string& name, const Type& type) {
    out_.put_string(name);
    put_type(type);
  }

  // There is a member for each label. The label of the default member has no meaning.
  void put_branches(const Union& subject) {
    std::uint32_t count = 0;
    std::uint32_t default_index = no_default_member;
    for (const UnionBranch* branch : subject.branches) {
      count += static_cast<std::uint32_t>(branch->labels.size());
      if (branch->is_default) default_index = count++;
    }
    put_type(*subject.discriminator);
    out_.put_long(default_index);
    out_.put_long(count);
    const TypeCodeKind kind = kind_of(*subject.discriminator);
    for (const UnionBranch* branch : subject.branches) {
      for (const ConstantValue& label : branch->labels) {
        put_label(kind, label_number(label));
        put_member(branch->identifier, *branch->type);
      }
      if (!branch->is_default) continue;
      put_label(kind, 0);
      put_member(branch->identifier, *branch->type);
    }
  }

  void put_label(TypeCodeKind discriminator, std::uint64_t label) {
    switch (discriminator) {
      case TypeCodeKind::Boolean:
      case TypeCodeKind::Char:
      case TypeCodeKind::Octet:
        out_.put_octet(static_cast<std::uint8_t>(label));
        break;
      case TypeCodeKind::WChar:
        out_.put_wide_character(static_cast<char16_t>(label));
        break;
      case TypeCodeKind::Short:
      case TypeCodeKind::UShort:
        out_.put_short(static_cast<std::uint16_t>(label));
        break;
      case TypeCodeKind::LongLong:
      case TypeCodeKind::ULongLong:
        out_.put_long_long(label);
        break;
      default:
        out_.put_long(static_cast<std::uint32_t>(label));
        break;
    }
  }

  void put_type(const Type& type) {
    switch (type.kind) {
      case TypeKind::Named:
        put_named(*as<NamedType>(type).declaration);
        break;
      case TypeKind::Basic:
        put_basic(as<BasicType>(type).basic);
        break;
      case TypeKind::String:
      case TypeKind::WString:
        put_kind(kind_of(type));
        out_.put_long(static_cast<std::uint32_t>(as<StringType>(type).bound));
        break;
      case TypeKind::Fixed:
        put_kind(kind_of(type));
        out_.put_short(static_cast<std::uint16_t>(as<FixedType>(type).digits));
        out_.put_short(static_cast<std::uint16_t>(as<FixedType>(type).scale));
        break;
      case TypeKind::Sequence:
        put_sequence(as<SequenceType>(type));
        break;
      case TypeKind::Array:
        put_array(as<ArrayType>(type), 0);
        break;
      case TypeKind::Map:
        break;  // refused
    }
  }

  void put_basic(BasicKind basic) {
    put_kind(kind_of(basic));
    if (basic != BasicKind::Object && basic != BasicKind::ValueBase) return;
    const Encapsulation::Nested parameters(out_);
    if (basic == BasicKind::Object) {
      put_identity("IDL:omg.org/CORBA/Object:1.0", "Object");
      return;
    }
    put_identity("IDL:omg.org/CORBA/ValueBase:1.0", "ValueBase");
    out_.put_short(0);
    put_kind(TypeCodeKind::Null);
    out_.put_long(0);
  }

  void put_sequence(const SequenceType& sequence) {
    put_kind(TypeCodeKind::Sequence);
    const Encapsulation::Nested parameters(out_);
    put_type(*sequence.element);
    out_.put_long(static_cast<std::uint32_t>(sequence.bound));
  }

  // An array of several dimensions is an array of arrays.
  void put_array(const ArrayType& array, std::size_t dimension) {
    put_kind(TypeCodeKind::Array);
    const Encapsulation::Nested parameters(out_);
    if (dimension + 1 < array.dimensions.size()) {
      put_array(array, dimension + 1);
    } else {
      put_type(*array.element);
    }
    out_.put_long(static_cast<std::uint32_t>(array.dimensions[dimension]));
  }

  static constexpr std::uint32_t no_default_member = 0xffff'ffff;  // -1

  // The modifiers of valuetypes (CORBA 3.3 part 1, 14.8.1).
  static constexpr std::uint16_t custom = 1;
  static constexpr std::uint16_t abstract = 2;
  static constexpr std::uint16_t truncatable = 3;

  Encapsulation out_;
  std::map<const Declaration*, std::size_t> places_;
};

}  // namespace

std::string typecode_octets(const Declaration& declaration) { return TypeCodeEncoder().encode(declaration); }

}  // namespace dimma::idl::classic
