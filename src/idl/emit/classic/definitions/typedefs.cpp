#include "idl/emit/classic/definitions/typedefs.hpp"

#include <initializer_list>

#include "idl/emit/classic/definitions/arrays.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

void write_sequence(cxx::Writer& writer, const Typedef& alias) {
  const SequenceClass base = class_of_sequence(as<SequenceType>(*alias.type));
  writer.blank_line();
  writer.write(R"(
/// typedef $idl$
class $name$ : public $base$ {
 public:
  typedef ::dimma::classic::SequenceVar<$name$> _var_type;
  using $base$::$constructor$;
  $name$() {}
};
typedef ::dimma::classic::SequenceVar<$name$> $name$_var;
typedef ::dimma::classic::SequenceOut<$name$> $name$_out;
)",
               {{"idl", alias.full_name()},
                {"name", cxx::identifier(alias)},
                {"base", base.spelled()},
                {"constructor", base.name}});
  writer.blank_line();
}

void write_names(cxx::Writer& writer, const Typedef& alias, const std::string& type, const std::string& aliased,
                 std::initializer_list<const char*> suffixes) {
  writer.write("typedef $type$ $name$;", {{"type", type}, {"name", cxx::identifier(alias)}});
  for (const char* suffix : suffixes) {
    writer.write("typedef $aliased$$suffix$ $name$$suffix$;",
                 {{"aliased", aliased}, {"suffix", suffix}, {"name", cxx::identifier(alias)}});
  }
}

}  // namespace

void write_typedef(cxx::Writer& writer, const Typedef& alias) {
  const Type& type = *alias.type;
  const std::string aliased = name_with_suffixes(type);
  if (resolve_aliases(type).kind == TypeKind::Fixed) {
    write_names(writer, alias, spell(type), cxx::identifier(alias), {});
    writer.write("typedef $name$& $name$_out;", {{"name", cxx::identifier(alias)}});
    return;
  }
  switch (class_of(type)) {
    case TypeClass::Scalar:
      write_names(writer, alias, spell(type), aliased, {"_out"});
      break;
    case TypeClass::Object:
      if (is_value(type)) {
        write_names(writer, alias, spell(type), aliased, {"_var", "_out"});
      } else {
        write_names(writer, alias, spell(type), aliased, {"_ptr", "_var", "_out"});
      }
      break;
    case TypeClass::Sequence:
      if (type.kind == TypeKind::Sequence) {
        write_sequence(writer, alias);
      } else {
        write_names(writer, alias, spell(type), aliased, {"_var", "_out"});
      }
      break;
    case TypeClass::FixedArray:
    case TypeClass::VariableArray:
      if (type.kind == TypeKind::Array) {
        write_array(writer, alias);
      } else {
        write_names(writer, alias, spell(type), aliased, {"_slice", "_traits", "_var", "_out", "_forany"});
        write_array_functions_of_alias(writer, alias);
      }
      break;
    default:
      write_names(writer, alias, spell(type), aliased, {"_var", "_out"});
      break;
  }
}

}  // namespace dimma::idl::classic
