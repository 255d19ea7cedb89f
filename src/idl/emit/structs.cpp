#include <algorithm>

#include "idl/emit/definitions.hpp"
#include "idl/emit/fields.hpp"
#include "idl/emit/types.hpp"

namespace dimma::idl::cxx {

namespace {

void write_swap(Writer& writer, const std::string& name, const std::vector<Field>& fields) {
  writer.blank_line();
  if (fields.empty()) {
    writer.write("void swap($name$&) noexcept {}", {{"name", name}});
    return;
  }
  Writer swaps;
  for (const Field& field : fields) swaps.write("swap($data$, _other.$data$);", {{"data", field.data}});
  writer.write(R"(
void swap($name$& _other) {
  using ::std::swap;
  $swaps$
}
)",
               {{"name", name}, {"swaps", swaps.text()}});
}

void write_comparison(Writer& writer, const std::string& name, const std::vector<Field>& fields) {
  const bool comparable =
      std::all_of(fields.begin(), fields.end(), [](const Field& field) { return is_comparable(*field.type); });
  if (!comparable || fields.empty()) return;
  std::vector<std::string> comparisons;
  for (const Field& field : fields) comparisons.push_back("_left." + field.data + " == _right." + field.data);
  writer.blank_line();
  writer.write(R"(
friend bool operator==(const $name$& _left, const $name$& _right) {
  return $comparisons$;
}
)",
               {{"name", name}, {"comparisons", join(comparisons, " &&\n       ")}});
}

}  // namespace

void write_struct(Writer& writer, const Struct& structure, const Context& context) {
  const std::string name = identifier(structure);
  const auto fields = fields_of(structure, structure.members, structure.nested_types, context.names);
  writer.blank_line();
  writer.write("/// struct $idl$", {{"idl", structure.full_name()}});
  writer.write("class $name$ {", {{"name", name}});
  writer.write(" public:");
  {
    const Writer::Indentation inside(writer);
    write_members(writer, structure.nested_types, context);
    writer.write("$name$() = default;", {{"name", name}});
    writer.write("$constructor$", {{"constructor", all_members_constructor(structure, fields)}});
    write_accessors(writer, fields);
    write_swap(writer, name, fields);
    if (context.options.write_comparison) write_comparison(writer, name, fields);
    if (!is_in_namespace(structure)) {
      writer.write("friend void swap($name$& _left, $name$& _right) { _left.swap(_right); }", {{"name", name}});
    }
  }
  if (!fields.empty()) {
    writer.blank_line();
    writer.write(" private:");
    const Writer::Indentation inside(writer);
    write_data(writer, fields);
  }
  writer.write("};");
  if (is_in_namespace(structure)) {
    writer.write("inline void swap($name$& _left, $name$& _right) { _left.swap(_right); }", {{"name", name}});
  }
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
