#include "idl/emit/values/value_boxes.hpp"

#include <string>

#include "idl/emit/names/names.hpp"
#include "idl/emit/types/types.hpp"
#include "idl/emit/types/value_queries.hpp"
#include "idl/emit/values/value_parts.hpp"

namespace dimma::idl::cxx {

void write_value_box_class(Writer& writer, const ValueBox& box) {
  writer.blank_line();
  writer.write(R"(
/// valuetype $idl$: a box
class $name$ : public ::dimma::ValueBox<$boxed$> {
 public:
)",
               {{"idl", box.full_name()}, {"name", identifier(box)}, {"boxed", spell(*box.boxed)}});
  {
    const Writer::Indentation inside(writer);
    write_value_names(writer, scoped_name(box));
    writer.write(R"(
$name$();
explicit $name$($boxed$ _value);

::CORBA::valuetype_reference<::CORBA::ValueBase> _copy_value() const override;
$functions$
)",
                 {{"name", identifier(box)},
                  {"boxed", spell(*box.boxed)},
                  {"functions", state_functions(holds_values(*box.boxed))}});
  }
  writer.blank_line();
  writer.write(R"(
 protected:
  ~$name$() override;
};
)",
               {{"name", identifier(box)}});
  writer.blank_line();
}

void write_value_box_traits(Writer& writer, const ValueBox& box) {
  writer.write(R"(
template <>
struct IDL::traits<$type$> : ::dimma::value_box_traits<$type$, $boxed$> {};
)",
               {{"type", scoped_name(box)}, {"boxed", spell(*box.boxed)}});
}

void write_value_box_functions(Writer& writer, const ValueBox& box) {
  const std::string type = scoped_name(box).substr(2);
  const std::string boxed = spell(*box.boxed);
  write_value_description(writer, box, "", scoped_name(box));
  writer.write(R"(
$type$::$name$() = default;
$type$::$name$($boxed$ _value) : ::dimma::ValueBox<$boxed$>(::std::move(_value)) {}
$type$::~$name$() = default;

::CORBA::valuetype_reference<::CORBA::ValueBase> $type$::_copy_value() const {
  return ::CORBA::make_reference<::$type$>(_value());
}
const ::dimma::ValueType& $type$::_type_of_value() const noexcept { return _value_type; }

void $type$::_write_state(::dimma::cdr::Encoder& _out) const { ::dimma::cdr::write(_out, _value()); }

void $type$::_read_state(::dimma::cdr::Decoder& _in) { ::dimma::cdr::read(_in, _value()); }
)",
               {{"type", type}, {"name", identifier(box)}, {"boxed", boxed}});
  if (holds_values(*box.boxed)) {
    writer.write("\nvoid $type$::_forget_state() { _value() = $boxed$(); }", {{"type", type}, {"boxed", boxed}});
  }
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
