#include "idl/emit/fields.hpp"

#include "idl/emit/types.hpp"

namespace dimma::idl::cxx {

namespace {

// Taken by value, except arrays, which cannot be moved cheaply.
std::string constructor_argument_type(const Type& type) {
  const bool is_array = resolve_aliases(type).kind == TypeKind::Array;
  return is_array ? "const " + spell(type) + "&" : spell(type);
}

std::string initializer(const Field& field) {
  const bool copied = passing(*field.type) == Passing::Value || resolve_aliases(*field.type).kind == TypeKind::Array;
  const std::string value = copied ? field.parameter : "::std::move(" + field.parameter + ")";
  return field.data + "(" + value + ")";
}

constexpr std::string_view value_accessors = R"(
void $name$($type$ _value) { $data$ = _value; }
$type$ $name$() const { return $data$; }
$type$& $name$() { return $data$; }
)";

constexpr std::string_view reference_accessors = R"(
void $name$($type$ _value) { $data$ = ::std::move(_value); }
$type$ $name$() const { return $data$; }
$type$& $name$() { return $data$; }
)";

constexpr std::string_view constructed_accessors = R"(
void $name$(const $type$& _value) { $data$ = _value; }
void $name$($type$&& _value) { $data$ = ::std::move(_value); }
const $type$& $name$() const { return $data$; }
$type$& $name$() { return $data$; }
)";

std::string_view accessors_of(const Type& type) {
  switch (passing(type)) {
    case Passing::Value:
      return value_accessors;
    case Passing::Reference:
      return reference_accessors;
    case Passing::Constructed:
      break;
  }
  return constructed_accessors;
}

}  // namespace

std::vector<Field> fields_of(const Declaration& owner, const std::vector<Member*>& members,
                             const std::vector<Declaration*>& nested_types, const VariableNames& names) {
  std::set<std::string> taken = {identifier(owner)};
  for (const Declaration* nested : nested_types) taken.insert(identifier(*nested));
  for (const Member* member : members) taken.insert(identifier(*member));

  std::vector<Field> fields;
  std::set<std::string> taken_parameters;
  for (const Member* member : members) {
    Field field;
    field.type = member->type;
    field.accessor = identifier(*member);
    field.data = member->identifier + "_";
    while (!taken.insert(field.data).second) field.data += '_';
    taken_parameters.insert(field.data);
    fields.push_back(std::move(field));
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    fields[i].parameter = names.unique(members[i]->identifier, taken_parameters);
  }
  return fields;
}

std::string all_members_constructor(const Declaration& owner, const std::vector<Field>& fields) {
  if (fields.empty()) return {};
  std::vector<std::string> parameters;
  std::vector<std::string> initializers;
  for (const Field& field : fields) {
    parameters.push_back(constructor_argument_type(*field.type) + " " + field.parameter);
    initializers.push_back(initializer(field));
  }
  return "explicit " + identifier(owner) + "(" + join(parameters, ", ") + ")\n    : " + join(initializers, ", ") +
         " {}";
}

void write_accessors(Writer& writer, const std::vector<Field>& fields) {
  for (const Field& field : fields) {
    writer.blank_line();
    writer.write(accessors_of(*field.type),
                 {{"name", field.accessor}, {"type", spell(*field.type)}, {"data", field.data}});
  }
}

void write_data(Writer& writer, const std::vector<Field>& fields) {
  for (const Field& field : fields) {
    writer.write("$type$ $data$$initial$;",
                 {{"type", spell(*field.type)}, {"data", field.data}, {"initial", initialization(*field.type)}});
  }
}

}  // namespace dimma::idl::cxx
