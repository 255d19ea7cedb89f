#include "idl/emit/classic/interfaces/interfaces.hpp"

#include <string>
#include <vector>

#include "idl/emit/classic/interfaces/abstract_interfaces.hpp"
#include "idl/emit/classic/interfaces/interface_parts.hpp"
#include "idl/emit/classic/interfaces/signatures.hpp"
#include "idl/emit/classic/interfaces/stub_calls.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/interface_queries.hpp"

namespace dimma::idl::classic {

namespace {

// Returns the classes of the direct bases that are objects, or the class of all objects.
std::vector<std::string> classes_of_bases(const Interface& interface) {
  std::vector<std::string> bases;
  for (const Interface* base : interface.bases) {
    if (!cxx::is_abstract(*base)) bases.push_back(cxx::scoped_name(*base));
  }
  if (bases.empty()) bases.push_back("::CORBA::Object");
  return bases;
}

std::string base_clause(const Interface& interface) {
  std::vector<std::string> clause;
  for (const std::string& base : classes_of_bases(interface)) clause.push_back("public virtual " + base);
  for (const Interface* base : interface.bases) {
    if (cxx::is_abstract(*base)) clause.push_back("public virtual " + cxx::scoped_name(*base));
  }
  return cxx::join(clause, ", ");
}

void write_operations(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  for (const cxx::Call& call : calls_to_make(interface, context)) {
    writer.write("virtual $result$ $name$($parameters$)$end$;", {{"result", result_type(call)},
                                                                 {"name", call.name},
                                                                 {"parameters", parameter_list(call)},
                                                                 {"end", cxx::is_remote(interface) ? "" : " = 0"}});
  }
  for (const AsynchronousCall& each : interface.asynchronous) {
    const cxx::Call call = call_of(each, context.names);
    writer.write("void $name$($parameters$);",
                 {{"name", cxx::escaped(each.name)},
                  {"parameters", asynchronous_signature(interface, call, context.names).parameters}});
  }
  writer.blank_line();
}

// Writes the functions by which the library finds a class of an object, and makes one.
void write_class_functions(cxx::Writer& writer, const Interface& interface) {
  cxx::Writer casts;
  std::string ids;
  const auto bases = classes_of_bases(interface);
  for (std::size_t index = 0; index + 1 < bases.size(); ++index) {
    casts.write("if (void* const _base = $base$::_as(_wanted)) return _base;", {{"base", bases[index]}});
  }
  for (const std::string& base : bases) ids += " || " + base + "::_has_interface(_id)";
  const auto abstract = cxx::bases_to_make(interface);
  ids += comparisons_with(abstract);
  casts.write("$text$", {{"text", casts_to(abstract)}});
  writer.write(
      R"(
const char* const $class$::_PD_repoId = $id$;
const ::dimma::classic::Interface $class$::_interface = {$id$, $make$};

$class$_ptr $class$::_narrow(::CORBA::Object_ptr _object) { return ::dimma::classic::narrow< $scoped$>(_object); }

$class$_ptr $class$::_unchecked_narrow(::CORBA::Object_ptr _object) {
  return ::dimma::classic::narrow_unchecked< $scoped$>(_object);
}

void* $class$::_as(const ::dimma::classic::Interface& _wanted) {
  if (&_wanted == &_interface) return this;
  $casts$
  return $last$::_as(_wanted);
}

::CORBA::Boolean $class$::_has_interface(const char* _id) const {
  return ::std::strcmp(_id, _interface.repository_id) == 0$ids$;
}
)",
      {{"class", cxx::identifier(interface)},
       {"scoped", cxx::scoped_name(interface)},
       {"id", cxx::string_literal(interface.repository_id)},
       {"make",
        cxx::is_remote(interface) ? "&::dimma::classic::make_stub< " + cxx::scoped_name(interface) + ">" : "nullptr"},
       {"casts", casts.text()},
       {"last", bases.back()},
       {"ids", ids}});
}

// Declares the functions by which references can be used while the class is incomplete.
void write_reference_functions(cxx::Writer& writer, const Interface& interface) {
  writer.write(R"(
$name$_ptr _duplicate_reference($name$_ptr _object);
void _release_reference($name$_ptr _object);
::CORBA::Object_ptr _object_of($name$_ptr _object);
const ::dimma::classic::Interface& _interface_of($name$_ptr);
)",
               {{"name", cxx::identifier(interface)}});
}

// They are always defined, since the file that declares the interface need not be known here.
void write_reference_functions_source(cxx::Writer& writer, const Interface& interface) {
  writer.blank_line();
  write_reference_functions(writer, interface);
  writer.write(R"(
$name$_ptr _duplicate_reference($name$_ptr _object) { return $name$::_duplicate(_object); }
void _release_reference($name$_ptr _object) {
  if (_object != 0) _object->_remove_ref();
}
::CORBA::Object_ptr _object_of($name$_ptr _object) { return _object; }
const ::dimma::classic::Interface& _interface_of($name$_ptr) { return $name$::_interface; }
)",
               {{"name", cxx::identifier(interface)}});
  writer.blank_line();
}

}  // namespace

void write_forward_interface(cxx::Writer& writer, const Interface& interface) {
  if (cxx::is_abstract(interface)) return write_abstract_names(writer, interface);
  write_pointer_types(writer, interface);
  if (is_defined_elsewhere(interface) || !interface.from_main_file) write_reference_functions(writer, interface);
}

void write_interface(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  if (cxx::is_abstract(interface)) return write_abstract_interface(writer, interface, context);
  writer.blank_line();
  if (interface.reply_handler != nullptr) write_pointer_types(writer, *interface.reply_handler);
  write_pointer_types(writer, interface);
  writer.blank_line();
  writer.write("/// $local$interface $idl$",
               {{"local", cxx::is_remote(interface) ? "" : "local "}, {"idl", interface.full_name()}});
  writer.write("class $name$ : $bases$ {", {{"name", cxx::identifier(interface)}, {"bases", base_clause(interface)}});
  writer.write(" public:");
  {
    const cxx::Writer::Indentation inside(writer);
    writer.write(R"(
typedef $name$* _ptr_type;
typedef ::dimma::classic::ObjectVar<$name$> _var_type;
typedef ::dimma::classic::ObjectOut<$name$> _out_type;
typedef ::dimma::classic::ObjectMember<$name$> _member_type;

static _ptr_type _duplicate(_ptr_type _object) {
  if (_object != nullptr) _object->_add_ref();
  return _object;
}
static _ptr_type _nil() { return nullptr; }
static _ptr_type _narrow(::CORBA::Object_ptr _object);
static _ptr_type _unchecked_narrow(::CORBA::Object_ptr _object);

)",
                 {{"name", cxx::identifier(interface)}});
    write_nested_definitions(writer, interface, context);
    write_operations(writer, interface, context);
    writer.write(R"(
static const char* const _PD_repoId;  // omniORB's name for the repository id
static const ::dimma::classic::Interface _interface;
virtual void* _as(const ::dimma::classic::Interface& _wanted);
virtual ::CORBA::Boolean _has_interface(const char* _id) const;
)");
  }
  writer.blank_line();
  writer.write(R"(
 protected:
  $name$() {}
  virtual ~$name$() {}
};
)",
               {{"name", cxx::identifier(interface)}});
  writer.blank_line();
}

void write_interface_source(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  if (cxx::is_abstract(interface)) return write_abstract_interface_source(writer, interface, context);
  writer.blank_line();
  write_class_functions(writer, interface);
  write_reference_functions_source(writer, interface);
  if (!cxx::is_remote(interface)) return;
  for (const cxx::Call& call : calls_to_make(interface, context)) {
    write_stub_call(writer, {cxx::identifier(interface), &interface}, call, context);
  }
}

}  // namespace dimma::idl::classic
