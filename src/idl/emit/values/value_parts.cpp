#include "idl/emit/values/value_parts.hpp"

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"

namespace dimma::idl::cxx {

void write_value_names(Writer& writer, const std::string& scoped) {
  writer.write(R"(
using _ref_type = ::CORBA::valuetype_reference<$scoped$>;
using _traits_type = ::IDL::traits<$scoped$>;
static const ::dimma::ValueType _value_type;

)",
               {{"scoped", scoped}});
}

const char* state_functions(bool forgets) {
  return forgets ? R"(
const ::dimma::ValueType& _type_of_value() const noexcept override;
void _write_state(::dimma::cdr::Encoder& _out) const override;
void _read_state(::dimma::cdr::Decoder& _in) override;
void _forget_state() override;
)"
                 : R"(
const ::dimma::ValueType& _type_of_value() const noexcept override;
void _write_state(::dimma::cdr::Encoder& _out) const override;
void _read_state(::dimma::cdr::Decoder& _in) override;
)";
}

void write_value_description(Writer& writer, const Declaration& declaration, const std::string& more,
                             const std::string& made) {
  const std::string type = scoped_name(declaration).substr(2);
  std::string description = ".repository_id = " + string_literal(declaration.repository_id) + more;
  if (!made.empty()) description += ", .make = ::dimma::make_value<" + made + ">";
  writer.write("constinit const ::dimma::ValueType $type$::_value_type{$description$};",
               {{"type", type}, {"description", description}});
  if (!made.empty()) {
    writer.write("namespace _values::$type$ {\nstatic const ::dimma::KnownValueType _known{::$type$::_value_type};\n}",
                 {{"type", type}});
  }
}

}  // namespace dimma::idl::cxx
