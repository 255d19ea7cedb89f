#include "idl/emit/classic/valuetypes/factories.hpp"

#include <set>
#include <vector>

#include "idl/emit/classic/interfaces/signatures.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/values/factories.hpp"

namespace dimma::idl::classic {

namespace {

std::vector<const Initializer*> initializers_of(const ValueType& value) {
  std::vector<const Initializer*> initializers;
  for (const Declaration* each : value.contents) {
    if (each->kind == DeclarationKind::Initializer) initializers.push_back(&as<Initializer>(*each));
  }
  return initializers;
}

std::string factory_identifier(const ValueType& value) { return value.identifier + "_init"; }

// The class has nothing but initializers to add, so that it makes way for a name of the IDL.
bool has_factory(const ValueType& value, const cxx::Context& context) {
  return !initializers_of(value).empty() || !context.names.declares(factory_identifier(value));
}

// Returns true if the factory can make values itself.
bool is_complete(const ValueType& value) { return initializers_of(value).empty() && cxx::is_complete_by_itself(value); }

}  // namespace

void write_factory_class(cxx::Writer& writer, const ValueType& value, const cxx::Context& context) {
  if (!has_factory(value, context)) return;
  cxx::Writer functions;
  for (const Initializer* initializer : initializers_of(value)) {
    cxx::Call call;
    std::set<std::string> taken;
    for (const Parameter* parameter : initializer->parameters) {
      call.parameters.push_back(
          {parameter->direction, parameter->type, context.names.unique(parameter->identifier, taken)});
    }
    functions.write("virtual $value$* $name$($parameters$) = 0;", {{"value", cxx::scoped_name(value)},
                                                                   {"name", cxx::identifier(*initializer)},
                                                                   {"parameters", parameter_list(call)}});
  }
  if (is_complete(value)) functions.write("::CORBA::ValueBase* create_for_unmarshal() override;");
  writer.write(R"(
/// The base of the factories of valuetype $idl$.
class $name$ : public ::CORBA::ValueFactoryBase {
 public:
  /// Returns the factory as this type, without counting a reference; null if it is of another type.
  static $name$* _downcast(::CORBA::ValueFactory _factory);
  $functions$
  $begin$
  $name$() {}
  virtual ~$name$() {}
};
)",
               {{"idl", value.full_name()},
                {"name", factory_identifier(value)},
                {"functions", functions.text()},
                {"begin", is_complete(value) ? "" : "\n protected:"}});
  writer.blank_line();
}

void write_factory_class_source(cxx::Writer& writer, const ValueType& value, const cxx::Context& context) {
  if (!has_factory(value, context)) return;
  const std::string name = factory_identifier(value);
  writer.write("$name$* $name$::_downcast(::CORBA::ValueFactory _factory) { return dynamic_cast<$name$*>(_factory); }",
               {{"name", name}});
  if (!is_complete(value)) return;
  writer.write("::CORBA::ValueBase* $name$::create_for_unmarshal() { return new $state$; }",
               {{"name", name}, {"state", cxx::state_class_name(value)}});
}

}  // namespace dimma::idl::classic
