#include "idl/emit/values/factories.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/interface_queries.hpp"

namespace dimma::idl::cxx {

namespace {

std::vector<const Initializer*> initializers_of(const ValueType& value) {
  std::vector<const Initializer*> initializers;
  for (const Declaration* content : value.contents) {
    if (content->kind == DeclarationKind::Initializer) initializers.push_back(&as<Initializer>(*content));
  }
  return initializers;
}

bool has_operations(const std::vector<Declaration*>& contents) {
  return std::any_of(contents.begin(), contents.end(), [](const Declaration* each) {
    return each->kind == DeclarationKind::Operation || each->kind == DeclarationKind::Attribute;
  });
}

bool has_operations(const Interface& interface) {
  const auto interfaces = with_bases(interface);
  return std::any_of(interfaces.begin(), interfaces.end(),
                     [](const Interface* each) { return has_operations(each->contents); });
}

bool find_completeness(const ValueType& value) {
  if (value.is_abstract || value.is_custom || has_operations(value.contents)) return false;
  const auto is_plain = [](const ValueType* base) {
    return base->is_abstract ? !has_operations(base->contents) : is_complete_by_itself(*base);
  };
  return std::all_of(value.bases.begin(), value.bases.end(), is_plain) &&
         std::none_of(value.supports.begin(), value.supports.end(),
                      [](const Interface* each) { return has_operations(*each); });
}

std::string factory_identifier(const ValueType& value) { return value.identifier + "_init"; }

void write_factory_class(Writer& writer, const ValueType& value, const Context& context) {
  Writer creators;
  for (const Initializer* initializer : initializers_of(value)) {
    Call call;
    std::set<std::string> taken;
    for (const Parameter* parameter : initializer->parameters) {
      call.parameters.push_back(
          {parameter->direction, parameter->type, context.names.unique(parameter->identifier, taken)});
    }
    creators.write(
        "virtual ::CORBA::valuetype_reference<$value$> $name$($parameters$) = 0;",
        {{"value", scoped_name(value)}, {"name", identifier(*initializer)}, {"parameters", call.parameter_list()}});
  }
  writer.blank_line();
  writer.write(R"(
/// Base of the factories of valuetype $idl$.
class $name$ : public ::CORBA::ValueFactoryBase {
 public:
  using _ref_type = ::CORBA::valuefactory_reference<$name$>;

  $creators$
  /// The id to register the factory by.
  ::std::string _obv_repository_id() const override { return $id$; }

 protected:
  $name$() = default;
  ~$name$() override = default;
};
)",
               {{"idl", value.full_name()},
                {"name", factory_identifier(value)},
                {"creators", creators.text()},
                {"id", string_literal(value.repository_id)}});
}

}  // namespace

bool is_complete_by_itself(const ValueType& value) {
  return remembered(value, Property::CompleteByItself, [&] { return find_completeness(value); });
}

std::string factory_name(const ValueType& value) {
  if (!initializers_of(value).empty()) {
    const std::string scope = value.enclosing == nullptr ? "" : scoped_name(*value.enclosing);
    return scope + "::" + factory_identifier(value);
  }
  if (!is_complete_by_itself(value)) return "::dimma::NamedFactory<" + scoped_name(value) + ">";
  return "::dimma::ReadyFactory<" + state_class_name(value) + ">";
}

void write_factory(Writer& writer, NamespaceScope& scope, const ValueType& value, const Context& context) {
  const bool has_initializers = !initializers_of(value).empty();
  if (!has_initializers && context.names.declares(factory_identifier(value))) return;
  scope.enter(namespaces(value));
  if (has_initializers) {
    write_factory_class(writer, value, context);
  } else {
    writer.write("using $name$ = $factory$;", {{"name", factory_identifier(value)}, {"factory", factory_name(value)}});
  }
}

}  // namespace dimma::idl::cxx
