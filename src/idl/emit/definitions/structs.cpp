#include "idl/emit/definitions/structs.hpp"

#include <algorithm>

#include "idl/emit/definitions/fields.hpp"
#include "idl/emit/definitions/functions.hpp"
#include "idl/emit/definitions/nested_definitions.hpp"
#include "idl/emit/definitions/printing.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/member_storage.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

namespace {

std::string base_name(const Struct& structure) { return structure.base == nullptr ? "" : scoped_name(*structure.base); }

Function member_swap(const std::string& name, const std::vector<Field>& fields, const std::string& base) {
  if (fields.empty() && base.empty()) return {"", "void", "swap(" + name + "&)", "{}", true};
  std::string body = "{\n";
  if (!base.empty()) body += "  " + base + "::swap(_other);\n";
  if (!fields.empty()) body += "  using ::std::swap;\n";
  for (const Field& field : fields) body += "  swap(" + field.data + ", _other." + field.data + ");\n";
  return {"", "void", "swap(" + name + "& _other)", body + "}", true};
}

Function comparison(const std::string& scoped, const std::vector<Field>& fields, const std::string& base) {
  std::vector<std::string> comparisons;
  if (!base.empty()) {
    comparisons.push_back("static_cast<const " + base + "&>(_left) == static_cast<const " + base + "&>(_right)");
  }
  for (const Field& field : fields) comparisons.push_back("_left." + field.data + " == _right." + field.data);
  return {"friend", "bool", "operator==(const " + scoped + "& _left, const " + scoped + "& _right)",
          "{\n  return " + join(comparisons, " &&\n         ") + ";\n}", true};
}

// If the members are public, the data members have the names that the accessors would have.
std::vector<Field> struct_fields(const Struct& structure, const Context& context) {
  auto fields = fields_of(structure, structure.members, structure.nested_types, context.names);
  if (!has_public_members(structure)) return fields;
  for (Field& field : fields) field.data = field.accessor;
  return fields;
}

std::vector<Function> all_functions(const Struct& structure, const std::vector<Field>& fields, const Context& context) {
  std::vector<Function> functions;
  if (!has_public_members(structure)) functions = functions_of(structure, fields, base_name(structure));
  functions.push_back(member_swap(identifier(structure), fields, base_name(structure)));
  const bool is_comparable_as_a_whole = (!fields.empty() || structure.base != nullptr) &&
                                        (structure.base == nullptr || is_comparable(*structure.base)) &&
                                        std::all_of(structure.members.begin(), structure.members.end(),
                                                    [](const Member* each) { return is_comparable_member(*each); });
  if (context.options.write_comparison && is_comparable_as_a_whole) {
    functions.push_back(comparison(scoped_name(structure), fields, base_name(structure)));
  }
  return functions;
}

}  // namespace

void write_struct(Writer& writer, const Struct& structure, const Context& context) {
  const std::string name = identifier(structure);
  const auto fields = struct_fields(structure, context);
  writer.blank_line();
  writer.write("/// struct $idl$", {{"idl", structure.full_name()}});
  const std::string base = structure.base == nullptr ? "" : " : public " + base_name(structure);
  const bool is_public = has_public_members(structure);
  writer.write("$kind$ $name$$base$ {", {{"kind", is_public ? "struct" : "class"}, {"name", name}, {"base", base}});
  if (!is_public) writer.write(" public:");
  {
    const Writer::Indentation inside(writer);
    write_nested_definitions(writer, structure.nested_types, context);
    if (!is_public) writer.write("$name$() = default;", {{"name", name}});
    write_in_class(writer, all_functions(structure, fields, context), !context.unfinished.contains(&structure));
    write_insertion_operator(writer, structure);
    if (!is_in_namespace(structure)) {
      writer.write("friend void swap($name$& _left, $name$& _right) { _left.swap(_right); }", {{"name", name}});
    }
  }
  if (is_public) {
    writer.blank_line();
    write_data_members(writer, fields);
  } else {
    write_data(writer, fields, scoped_name(structure));
  }
  writer.write("};");
  if (is_in_namespace(structure)) {
    writer.write("inline void swap($name$& _left, $name$& _right) { _left.swap(_right); }", {{"name", name}});
  }
  writer.blank_line();
}

void write_struct_functions(Writer& writer, const Struct& structure, const Context& context) {
  const auto fields = struct_fields(structure, context);
  write_behind_class(writer, structure, all_functions(structure, fields, context));
}

}  // namespace dimma::idl::cxx
