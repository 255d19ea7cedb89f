#include "idl/emit/classic/definitions/members.hpp"

#include "idl/emit/classic/types/argument_types.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

// Unlike in the modern mapping, a member named `what` of an exception may hide the function of std::exception.
std::string member_name(const Declaration& member) { return cxx::escaped(member.identifier); }

namespace {

// Returns the dimensions of an array's slice: all but the first.
std::string slice_brackets(const ArrayType& array) {
  const std::string all = brackets(array);
  return all.substr(all.find(']') + 1);
}

}  // namespace

void write_anonymous_types(cxx::Writer& writer, const Type& type, const std::string& member) {
  if (type.kind == TypeKind::Sequence) {
    writer.write("typedef $type$ _$member$_seq;", {{"type", spell(type)}, {"member", member}});
  }
  if (type.kind != TypeKind::Array) return;
  const auto& array = as<ArrayType>(type);
  writer.write("typedef $element$ _$member$_array$all$;\ntypedef $element$ _$member$_slice$rest$;",
               {{"element", spell_member(*array.element)},
                {"member", member},
                {"all", brackets(array)},
                {"rest", slice_brackets(array)}});
}

void write_nested_types(cxx::Writer& writer, const std::vector<Declaration*>& types, const cxx::Context& context) {
  for (const Declaration* each : types) context.write_definition(writer, *each, context);
  if (!types.empty()) writer.blank_line();
}

void write_members(cxx::Writer& writer, const std::vector<Member*>& members) {
  for (const Member* each : members) {
    write_anonymous_types(writer, *each->type, each->identifier);
    writer.write("$declaration$;", {{"declaration", declare_member(*each->type, member_name(*each))}});
  }
}

std::string member_in_type(const Type& type, const std::string& member) {
  return type.kind == TypeKind::Array ? "const _" + member + "_array" : in_type(type);
}

std::string copy_array(const Type& array, const std::string& to, const std::string& from) {
  const ArrayShape shape = shape_of(array);
  std::string loops;
  std::string indices;
  std::string indentation;
  for (std::size_t i = 0; i < shape.dimensions.size(); ++i) {
    const std::string index = "_i" + std::to_string(i);
    loops += indentation + "for (::CORBA::ULong " + index + " = 0; " + index + " < " +
             std::to_string(shape.dimensions[i]) + "; ++" + index + ")\n";
    indices += "[" + index + "]";
    indentation += "  ";
  }
  return loops + indentation + to + indices + " = " + from + indices + ";";
}

std::string var_template(const Declaration& declaration) {
  return std::string("::dimma::classic::") + (is_variable(declaration) ? "VariableVar" : "FixedVar") + "<" +
         cxx::identifier(declaration) + ">";
}

void write_var_and_out(cxx::Writer& writer, const Declaration& declaration) {
  const std::string name = cxx::identifier(declaration);
  writer.write("typedef $var$ $name$_var;\ntypedef $out$ $name$_out;",
               {{"var", var_template(declaration)},
                {"name", name},
                {"out", is_variable(declaration) ? "::dimma::classic::VariableOut<" + name + ">" : name + "&"}});
  writer.blank_line();
}

}  // namespace dimma::idl::classic
