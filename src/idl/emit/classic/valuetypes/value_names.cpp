#include "idl/emit/classic/valuetypes/value_names.hpp"

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"

namespace dimma::idl::classic {

void write_value_names(cxx::Writer& writer, const Declaration& value) {
  writer.write(R"(
class $name$;
typedef ::dimma::classic::ObjectVar<$name$> $name$_var;
typedef ::dimma::classic::ObjectOut<$name$> $name$_out;
$name$* _duplicate_reference($name$* _value);
void _release_reference($name$* _value);
void _write_reference(::dimma::classic::Output& _out, $name$* _value);
void _read_reference(::dimma::classic::Input& _in, $name$*& _value);
::dimma::classic::ReferenceOctets<4> _reference_octets($name$*);
)",
               {{"name", cxx::identifier(value)}});
  writer.blank_line();
}

void write_value_functions_source(cxx::Writer& writer, const Declaration& value, const std::string& formal) {
  writer.write(R"(
$name$* _duplicate_reference($name$* _value) {
  ::CORBA::add_ref(_value);
  return _value;
}
void _release_reference($name$* _value) { ::CORBA::remove_ref(_value); }
void _write_reference(::dimma::classic::Output& _out, $name$* _value) {
  ::dimma::classic::write_value(_out, _value);
}
void _read_reference(::dimma::classic::Input& _in, $name$*& _value) {
  _value = ::dimma::classic::read_value_as< $scoped$>(_in, $formal$, $id$);
}

$scoped$* $name$::_downcast(::CORBA::ValueBase* _value) { return dynamic_cast< $scoped$*>(_value); }
)",
               {{"name", cxx::identifier(value)},
                {"scoped", cxx::scoped_name(value)},
                {"formal", formal},
                {"id", cxx::string_literal(value.repository_id)}});
}

void write_common_members(cxx::Writer& writer, const Declaration& value) {
  writer.write(R"(
typedef $name$* _ptr_type;
typedef ::dimma::classic::ObjectVar<$name$> _var_type;
typedef ::dimma::classic::ObjectOut<$name$> _out_type;
typedef ::dimma::classic::ObjectMember<$name$> _member_type;

/// Returns the value as this type, without counting a reference; null if it is of another type.
static $name$* _downcast(::CORBA::ValueBase* _value);
/// Returns the value with one reference more.
static $name$* _duplicate($name$* _value) {
  if (_value != 0) _value->_add_ref();
  return _value;
}

)",
               {{"name", cxx::identifier(value)}});
}

}  // namespace dimma::idl::classic
