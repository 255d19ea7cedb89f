#include "idl/emit/definitions/bits.hpp"

#include "idl/emit/names/names.hpp"
#include "idl/emit/types/basic_types.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

namespace {

// Returns the field's type; the smallest type that holds the field if the IDL gives no type.
std::string field_type(const Bitfield& field) {
  if (field.type != nullptr) return spell(*field.type);
  return field.width == 1 ? "bool" : unsigned_type(field.width).cxx;
}

// Returns a type wide enough for all fields, including those of the bases, which come first.
std::string bits_type(const Bitset& set) { return unsigned_type(set.bit_count).cxx; }

}  // namespace

std::vector<const Bitfield*> all_fields(const Bitset& set) {
  std::vector<const Bitfield*> fields;
  if (set.base != nullptr) fields = all_fields(*set.base);
  fields.insert(fields.end(), set.fields.begin(), set.fields.end());
  return fields;
}

namespace {

// Returns the bits of a default-constructed bitset, according to the @default annotations of its fields.
std::uint64_t initial_bits(const Bitset& set) {
  std::uint64_t bits = 0;
  for (const Bitfield* field : all_fields(set)) {
    std::uint64_t value = 0;
    if (const auto* flag = std::get_if<bool>(&field->default_value)) value = *flag ? 1 : 0;
    if (const auto* natural = std::get_if<std::uint64_t>(&field->default_value)) value = *natural;
    if (const auto* whole = std::get_if<std::int64_t>(&field->default_value)) {
      value = static_cast<std::uint64_t>(*whole);
    }
    const std::uint64_t mask = field->width < 64 ? (std::uint64_t{1} << field->width) - 1 : ~std::uint64_t{0};
    bits |= (value & mask) << field->position;
  }
  return bits;
}

}  // namespace

void write_bitmask(Writer& writer, const Bitmask& mask) {
  const std::string type = unsigned_type(mask.bit_bound).cxx;
  std::vector<std::string> flags;
  for (const BitValue* value : mask.values) {
    flags.push_back(identifier(*value) + " = " + type + "{1} << " + std::to_string(value->position));
  }
  writer.blank_line();
  writer.write(R"(
/// bitmask $idl$
class $name$ : public ::dimma::bitmask<$type$> {
 public:
  enum _flags : $type$ { $flags$ };
  using bitmask::bitmask;
};
)",
               {{"idl", mask.full_name()}, {"name", identifier(mask)}, {"type", type}, {"flags", join(flags, ", ")}});
  writer.blank_line();
}

void write_bitset(Writer& writer, const Bitset& set) {
  const std::string name = identifier(set);
  Writer accessors;
  std::vector<std::string> parameters;
  std::string sets;
  for (const Bitfield* field : all_fields(set)) {
    const std::string type = field_type(*field);
    const std::string place = std::to_string(field->position) + ", " + std::to_string(field->width);
    accessors.write(
        "$type$ $name$() const { return _field<$type$, $place$>(); }\n"
        "void $name$($type$ _value) { _field<$place$>(_value); }",
        {{"type", type}, {"name", identifier(*field)}, {"place", place}});
    const std::string parameter = "_" + field->identifier;
    parameters.push_back(type + " " + parameter);
    sets += "\n  this->" + identifier(*field) + "(" + parameter + ");";
  }
  const std::string constructor =
      parameters.empty() ? "" : "explicit " + name + "(" + join(parameters, ", ") + ") {" + sets + "\n}";
  const std::uint64_t initial = initial_bits(set);
  writer.blank_line();
  writer.write(R"(
/// bitset $idl$
class $name$ : public ::dimma::bitset<$type$> {
 public:
  $name$() $initial$
  $constructor$

  $accessors$

  void swap($name$& _other) { _swap_bits(_other); }
  friend void swap($name$& _left, $name$& _right) { _left.swap(_right); }
};
)",
               {{"idl", set.full_name()},
                {"name", name},
                {"type", bits_type(set)},
                {"initial", initial == 0 ? "= default;" : "{ this->_bits(" + std::to_string(initial) + "U); }"},
                {"constructor", constructor},
                {"accessors", accessors.text()}});
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
