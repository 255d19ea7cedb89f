#include "idl/emit/classic/codecs/octets_min.hpp"

#include <algorithm>
#include <optional>

#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/types/basic_types.hpp"
#include "idl/emit/types/interface_queries.hpp"

namespace dimma::idl::classic {

namespace {

// A length may be zero even for a string or the type id of a reference, since some ORBs send no zero at the end.
constexpr std::uint64_t length_octets = 4;
constexpr std::uint64_t enumerator_octets = 4;
constexpr std::uint64_t kind_octets = 4;            // the kind; an Any of kind tk_null has no more
constexpr std::uint64_t reference_octets = 8;       // the type id, and the number of profiles
constexpr std::uint64_t abstract_octets = 5;        // a boolean, and a nil value
constexpr std::uint64_t value_octets = 4;           // the tag; a nil value has no more
constexpr std::uint64_t wide_character_octets = 2;  // in GIOP 1.1; GIOP 1.2 sends a length and the octets
constexpr std::uint64_t octets_max = 0x10000000;    // a larger minimum would not fit an `enum`

std::uint64_t octets_of_basic(BasicKind kind) {
  return kind == BasicKind::WChar ? wide_character_octets : cxx::facts_of(kind).octets;
}

bool is_abstract(const Type& resolved) {
  const Declaration* const named = named_declaration(resolved);
  return named != nullptr && named->kind == DeclarationKind::Interface && cxx::is_abstract(as<Interface>(*named));
}

std::uint64_t limited(std::uint64_t octets) { return std::min(octets, octets_max); }

std::uint64_t octets_of_members(const std::vector<Member*>& members) {
  std::uint64_t sum = 0;
  for (const Member* each : members) sum = limited(sum + octets_min(*each->type));
  return sum;
}

std::uint64_t find_octets_min(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Enum:
      return enumerator_octets;
    case DeclarationKind::Struct:
      return octets_of_members(as<Struct>(declaration).members);
    case DeclarationKind::Exception:
      return octets_of_members(as<Exception>(declaration).members);
    case DeclarationKind::Union:
      return octets_min(*as<Union>(declaration).discriminator);
    default:
      return 0;
  }
}

}  // namespace

// Remembered, since structs that each hold two of the next would take exponential time.
std::uint64_t octets_min(const Declaration& declaration) {
  std::optional<std::uint64_t>& known = declaration.octets_min;
  if (!known) known = find_octets_min(declaration);
  return *known;
}

std::uint64_t octets_min(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (is_basic(resolved, BasicKind::Any) || is_basic(resolved, BasicKind::TypeCode)) return kind_octets;
  if (resolved.kind == TypeKind::Fixed) return as<FixedType>(resolved).digits / 2 + 1;
  switch (class_of(resolved)) {
    case TypeClass::String:
    case TypeClass::WideString:
    case TypeClass::Sequence:
      return length_octets;
    case TypeClass::Object:
      if (is_abstract(resolved)) return abstract_octets;
      return is_value(resolved) ? value_octets : reference_octets;
    case TypeClass::FixedArray:
    case TypeClass::VariableArray: {
      const ArrayShape shape = shape_of(resolved);
      return limited(std::min(shape.count(), octets_max) * octets_min(*shape.element));
    }
    default:
      break;
  }
  const Declaration* const named = named_declaration(resolved);
  return named != nullptr ? octets_min(*named) : octets_of_basic(as<BasicType>(resolved).basic);
}

}  // namespace dimma::idl::classic
