#include "idl/emit/classic/interfaces/abstract_interfaces.hpp"

#include <string>
#include <vector>

#include "idl/emit/classic/interfaces/interface_parts.hpp"
#include "idl/emit/classic/interfaces/signatures.hpp"
#include "idl/emit/classic/interfaces/stub_calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/interface_queries.hpp"

namespace dimma::idl::classic {

namespace {

std::string stub_class(const Interface& interface) { return "_stub_" + interface.identifier; }

std::string abstract_base_clause(const Interface& interface) {
  std::vector<std::string> bases;
  for (const Interface* base : interface.bases) bases.push_back("public virtual " + cxx::scoped_name(*base));
  if (bases.empty()) bases.emplace_back("public virtual ::CORBA::AbstractBase");
  return cxx::join(bases, ", ");
}

void write_operations(cxx::Writer& writer, const std::vector<cxx::Call>& calls, const char* end) {
  for (const cxx::Call& call : calls) {
    writer.write(
        "virtual $result$ $name$($parameters$)$end$;",
        {{"result", result_type(call)}, {"name", call.name}, {"parameters", parameter_list(call)}, {"end", end}});
  }
  writer.blank_line();
}

}  // namespace

void write_abstract_names(cxx::Writer& writer, const Interface& interface) {
  write_pointer_types(writer, interface);
  writer.write(R"(
$name$_ptr _duplicate_reference($name$_ptr _reference);
void _release_reference($name$_ptr _reference);
void _write_reference(::dimma::classic::Output& _out, $name$_ptr _reference);
void _read_reference(::dimma::classic::Input& _in, $name$_ptr& _reference);
::dimma::classic::ReferenceOctets<5> _reference_octets($name$_ptr);
)",
               {{"name", cxx::identifier(interface)}});
  writer.blank_line();
}

void write_abstract_interface(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  const std::string name = cxx::identifier(interface);
  writer.blank_line();
  write_abstract_names(writer, interface);
  writer.write("/// abstract interface $idl$\nclass $name$ : $bases$ {\n public:",
               {{"idl", interface.full_name()}, {"name", name}, {"bases", abstract_base_clause(interface)}});
  {
    const cxx::Writer::Indentation inside(writer);
    writer.write(R"(
typedef $name$* _ptr_type;
typedef ::dimma::classic::ObjectVar<$name$> _var_type;
typedef ::dimma::classic::ObjectOut<$name$> _out_type;
typedef ::dimma::classic::ObjectMember<$name$> _member_type;

static _ptr_type _duplicate(_ptr_type _reference) { return _duplicate_reference(_reference); }
static _ptr_type _nil() { return 0; }
static _ptr_type _narrow(::CORBA::AbstractBase_ptr _reference);
static _ptr_type _unchecked_narrow(::CORBA::AbstractBase_ptr _reference);

)",
                 {{"name", name}});
    write_nested_definitions(writer, interface, context);
    write_operations(writer, calls_of(interface, context.names), " = 0");
    writer.write("static const ::dimma::classic::Interface _interface;");
  }
  writer.blank_line();
  writer.write(" protected:\n  $name$() {}\n  virtual ~$name$() {}\n};", {{"name", name}});
  writer.blank_line();
  writer.write(R"(
/// The stub of an object of which only the abstract interface is known.
class $stub$ : public virtual $name$, public virtual ::CORBA::Object {
 public:
)",
               {{"stub", stub_class(interface)}, {"name", name}});
  {
    const cxx::Writer::Indentation inside(writer);
    write_operations(writer, cxx::calls_of_each(cxx::with_bases(interface), context.names), "");
    writer.write(R"(
virtual void* _as(const ::dimma::classic::Interface& _wanted);
virtual ::CORBA::Boolean _has_interface(const char* _id) const;
)");
  }
  writer.blank_line();
  writer.write(" protected:\n  $stub$() {}\n  virtual ~$stub$() {}\n};", {{"stub", stub_class(interface)}});
  writer.blank_line();
}

void write_abstract_interface_source(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  const std::string stub = stub_class(interface);
  const std::string scoped = cxx::scoped_name(interface);
  writer.blank_line();
  writer.write(R"(
const ::dimma::classic::Interface $name$::_interface = {$id$, &::dimma::classic::make_stub<$stub$>};

$name$_ptr _duplicate_reference($name$_ptr _reference) {
  _duplicate_reference(static_cast< ::CORBA::AbstractBase_ptr>(_reference));
  return _reference;
}
void _release_reference($name$_ptr _reference) {
  _release_reference(static_cast< ::CORBA::AbstractBase_ptr>(_reference));
}
void _write_reference(::dimma::classic::Output& _out, $name$_ptr _reference) {
  ::dimma::classic::write_abstract(_out, _reference);
}
void _read_reference(::dimma::classic::Input& _in, $name$_ptr& _reference) {
  _reference = ::dimma::classic::read_abstract< $scoped$>(_in);
}

$name$_ptr $name$::_narrow(::CORBA::AbstractBase_ptr _reference) {
  return ::dimma::classic::narrow_reference< $scoped$>(_reference, true);
}
$name$_ptr $name$::_unchecked_narrow(::CORBA::AbstractBase_ptr _reference) {
  return ::dimma::classic::narrow_reference< $scoped$>(_reference, false);
}

void* $stub$::_as(const ::dimma::classic::Interface& _wanted) {
  $casts$
  return ::CORBA::Object::_as(_wanted);
}
::CORBA::Boolean $stub$::_has_interface(const char* _id) const {
  return ::CORBA::Object::_has_interface(_id)$ids$;
}
)",
               {{"name", cxx::identifier(interface)},
                {"scoped", scoped},
                {"stub", stub},
                {"id", cxx::string_literal(interface.repository_id)},
                {"casts", casts_to(cxx::with_bases(interface))},
                {"ids", comparisons_with(cxx::with_bases(interface))}});
  for (const cxx::Call& call : cxx::calls_of_each(cxx::with_bases(interface), context.names))
    write_stub_call(writer, {stub, nullptr}, call, context);
}

}  // namespace dimma::idl::classic
