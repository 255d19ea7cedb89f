#include "idl/emit/definitions/typecodes.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/basic_types.hpp"
#include "idl/emit/types/typecode_kinds.hpp"
#include "idl/emit/types/value_queries.hpp"

namespace dimma::idl::cxx {

namespace {

std::string constant_name(const Declaration& declaration) { return "_tc_" + declaration.identifier; }

std::string qualified_constant(const Declaration& declaration) {
  const std::string scope = declaration.enclosing == nullptr ? "" : scoped_name(*declaration.enclosing);
  return scope + "::" + constant_name(declaration);
}

// Returns a label as a number: 0 or 1, the code of a character, the ordinal of an enumerator.
std::string label_number(const ConstantValue& label) {
  if (const auto* flag = std::get_if<bool>(&label)) return *flag ? "1" : "0";
  if (const auto* character = std::get_if<CharValue>(&label)) return std::to_string(character->code);
  if (const auto* wide = std::get_if<WideCharValue>(&label)) return std::to_string(wide->code);
  if (const auto* enumerator = std::get_if<const Enumerator*>(&label)) return std::to_string((*enumerator)->ordinal);
  // Both kinds of integers are written as signed ones, the unsigned ones with the same bits.
  const auto number = std::holds_alternative<std::uint64_t>(label)
                          ? static_cast<std::int64_t>(std::get<std::uint64_t>(label))
                          : std::get<std::int64_t>(label);
  return number == std::numeric_limits<std::int64_t>::min() ? std::to_string(number + 1) + "LL - 1"
                                                            : std::to_string(number) + "LL";
}

// Returns a label of type int8 as an octet, since the TypeCode of int8 is that of octet.
std::string octet_number(const ConstantValue& label) {
  const auto number = std::holds_alternative<std::uint64_t>(label)
                          ? std::get<std::uint64_t>(label)
                          : static_cast<std::uint64_t>(std::get<std::int64_t>(label));
  return std::to_string(number & 0xffU);
}

class TypeCodes {
 public:
  TypeCodes(Writer& writer, const std::string& file) : writer_(writer), file_(file) {}

  void define(const Declaration& declaration) {
    Writer parts;
    std::string members;
    std::string content;
    std::string number;
    switch (declaration.kind) {
      case DeclarationKind::Struct:
        members = members_of(as<Struct>(declaration));
        break;
      case DeclarationKind::Exception:
        members = members_of(as<Exception>(declaration).members);
        break;
      case DeclarationKind::Union:
        content = address(*as<Union>(declaration).discriminator);
        members = labels_of(as<Union>(declaration), number);
        break;
      case DeclarationKind::Enum:
        for (const Enumerator* each : as<Enum>(declaration).enumerators) {
          members += "{.name = " + string_literal(each->identifier) + "},\n";
        }
        break;
      case DeclarationKind::ValueType: {
        const auto& value = as<ValueType>(declaration);
        members = members_of(state_of(value));
        if (const ValueType* base = state_base(value)) content = "&" + qualified_constant(*base);
        number = modifier(value);
        break;
      }
      case DeclarationKind::ValueBox:
        content = address(*as<ValueBox>(declaration).boxed);
        break;
      case DeclarationKind::Typedef:
        content = address(*as<Typedef>(declaration).type);
        break;
      case DeclarationKind::Bitmask:
        content = unsigned_constant(as<Bitmask>(declaration).bit_bound);
        break;
      case DeclarationKind::Bitset:
        content = unsigned_constant(as<Bitset>(declaration).bit_count);
        break;
      default:
        break;
    }
    std::string array;
    if (!members.empty()) {
      array = local_name("members", ++arrays_);
      writer_.write(
          "namespace {\nconstexpr ::CORBA::TypeCode::Member $array$[] = {\n    $members$\n};\n}  // namespace",
          {{"array", array}, {"members", members}});
    }
    writer_.write("constinit const ::CORBA::TypeCode $name$(::CORBA::TCKind::tk_$kind$,\n    {$description$});",
                  {{"name", qualified_constant(declaration).substr(2)},
                   {"kind", typecode_kind(declaration)},
                   {"description", description(declaration, array, content, number)}});
    writer_.blank_line();
  }

 private:
  static std::string description(const Declaration& declaration, const std::string& array, const std::string& content,
                                 const std::string& number) {
    std::string text =
        ".id = " + string_literal(declaration.repository_id) + ", .name = " + string_literal(declaration.identifier);
    if (!array.empty()) text += ", .members = " + array;
    if (!content.empty()) text += ", .content = " + content;
    if (!number.empty()) text += ", .number = " + number;
    return text;
  }

  // CORBA's TypeCodes have no inheritance of structs: the base's members come first, as in the encoding.
  std::string members_of(const Struct& structure) {
    const std::string inherited = structure.base == nullptr ? "" : members_of(*structure.base);
    return inherited + members_of(structure.members);
  }

  std::string members_of(const std::vector<Member*>& members) {
    std::string text;
    for (const Member* member : members) {
      const bool is_public_state = member->enclosing != nullptr &&
                                   member->enclosing->kind == DeclarationKind::ValueType &&
                                   member->visibility == Visibility::Public;
      text += "{.name = " + string_literal(member->identifier) + ", .type = " + address(*member->type) +
              (is_public_state ? ", .visibility = ::CORBA::PUBLIC_MEMBER" : "") + "},\n";
    }
    return text;
  }

  static std::string modifier(const ValueType& value) {
    if (value.is_custom) return "::CORBA::VM_CUSTOM";
    if (value.is_abstract) return "::CORBA::VM_ABSTRACT";
    return value.is_truncatable ? "::CORBA::VM_TRUNCATABLE" : "";
  }

  // Returns one entry for each label, and sets `default_index` to the index of the default branch; "-1" if there is
  // none.
  std::string labels_of(const Union& subject, std::string& default_index) {
    std::string text;
    std::size_t count = 0;
    default_index = "-1";
    const Type& discriminator = resolve_aliases(*subject.discriminator);
    const bool is_octet =
        discriminator.kind == TypeKind::Basic && as<BasicType>(discriminator).basic == BasicKind::Int8;
    for (const UnionBranch* branch : subject.branches) {
      const std::string rest = ".type = " + address(*branch->type) + ", .label = ";
      const std::string name = "{.name = " + string_literal(branch->identifier) + ", ";
      for (const ConstantValue& label : branch->labels) {
        text += name + rest + (is_octet ? octet_number(label) : label_number(label)) + "},\n";
        ++count;
      }
      if (!branch->is_default) continue;
      default_index = std::to_string(count++);
      text += name + rest + "0},\n";
    }
    return text;
  }

  // Returns "&::M::_tc_S". For an anonymous type, first writes a constant.
  std::string address(const Type& type) {
    switch (type.kind) {
      case TypeKind::Basic:
        return std::string("&::CORBA::_tc_") + facts_of(as<BasicType>(type).basic).typecode;
      case TypeKind::Named:
        return "&" + qualified_constant(*as<NamedType>(type).declaration);
      case TypeKind::String:
        return bounded_text("string", as<StringType>(type).bound);
      case TypeKind::WString:
        return bounded_text("wstring", as<StringType>(type).bound);
      case TypeKind::Sequence:
        return anonymous("sequence", address(*as<SequenceType>(type).element), as<SequenceType>(type).bound);
      case TypeKind::Array: {
        const auto& array = as<ArrayType>(type);
        std::string element = address(*array.element);
        for (auto each = array.dimensions.rbegin(); each != array.dimensions.rend(); ++each) {
          element = anonymous("array", element, *each);
        }
        return element;
      }
      case TypeKind::Fixed:
        return anonymous("fixed", "", as<FixedType>(type).digits, as<FixedType>(type).scale);
      case TypeKind::Map: {
        const auto& map = as<MapType>(type);
        return anonymous("sequence", entry(address(*map.key), address(*map.value)), map.bound);
      }
    }
    return "nullptr";
  }

  // Returns the TypeCode of the unsigned integer type that encodes a bitmask or bitset of `bits` bits.
  static std::string unsigned_constant(unsigned bits) {
    return std::string("&::CORBA::_tc_") + unsigned_type(bits).typecode;
  }

  // Returns the TypeCode of the struct that encodes an entry of a map. Writes it on first use.
  std::string entry(const std::string& key, const std::string& value) {
    const auto [known, is_new] = entries_.emplace(key + ", " + value, local_name("entry", entries_.size() + 1));
    if (is_new) {
      writer_.write(R"(
namespace {
constexpr ::CORBA::TypeCode::Member $name$_members[] = {
    {.name = "key", .type = $key$},
    {.name = "value", .type = $value$},
};
constexpr ::CORBA::TypeCode $name$(::CORBA::TCKind::tk_struct, {.members = $name$_members});
}  // namespace
)",
                    {{"name", known->second}, {"key", key}, {"value", value}});
    }
    return "&" + known->second;
  }

  std::string bounded_text(const std::string& kind, std::uint64_t bound) {
    if (bound == 0) return "&::CORBA::_tc_" + kind;
    return anonymous(kind, "", bound);
  }

  // Returns the address of the TypeCode of an anonymous type. Writes it on first use.
  std::string anonymous(const std::string& kind, const std::string& content, std::uint64_t length,
                        unsigned number = 0) {
    std::string description = content.empty() ? "" : ".content = " + content;
    if (length != 0) description += (content.empty() ? ".length = " : ", .length = ") + std::to_string(length);
    if (number != 0) description += ", .number = " + std::to_string(number);
    const std::string definition = "(::CORBA::TCKind::tk_" + kind + ", {" + description + "})";
    const auto [known, is_new] = anonymous_.emplace(definition, local_name("typecode", anonymous_.size() + 1));
    if (is_new) {
      writer_.write("namespace {\nconstexpr ::CORBA::TypeCode $name$$definition$;\n}  // namespace",
                    {{"name", known->second}, {"definition", definition}});
    }
    return "&" + known->second;
  }

  std::string local_name(const std::string& what, std::size_t number) const {
    return "_" + what + "_" + std::to_string(number) + "_of_" + file_;
  }

  Writer& writer_;
  const std::string& file_;
  std::size_t arrays_ = 0;
  std::map<std::string, std::string> anonymous_;
  std::map<std::string, std::string> entries_;
};

}  // namespace

void write_typecode_declaration(Writer& writer, const Declaration& declaration) {
  writer.write(
      "$specifier$ const ::CORBA::TypeCode $name$;",
      {{"specifier", is_in_namespace(declaration) ? "extern" : "static"}, {"name", constant_name(declaration)}});
}

void write_typecode_trait(Writer& writer, const Declaration& declaration) {
  if (declaration.kind == DeclarationKind::Typedef) return;
  writer.write("template <>\nstruct dimma::typecode_of<$type$> : ::dimma::typecode_constant<$constant$> {};",
               {{"type", scoped_name(declaration)}, {"constant", qualified_constant(declaration)}});
}

void write_typecodes(Writer& writer, const std::vector<const Declaration*>& declarations, const Context& context) {
  TypeCodes typecodes(writer, context.file);
  for (const Declaration* declaration : declarations) typecodes.define(*declaration);
}

}  // namespace dimma::idl::cxx
