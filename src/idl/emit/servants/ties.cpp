#include "idl/emit/servants/ties.hpp"

#include <set>
#include <string>
#include <vector>

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/interface_queries.hpp"

namespace dimma::idl::cxx {

namespace {

std::string tie_functions(const Interface& interface, const Context& context) {
  Writer functions;
  std::set<std::string> written;  // two reply handlers may inherit the same call from an abstract interface
  for (const Interface* each : with_bases(interface)) {
    for (const Call& call : calls_of(*each, context.names)) {
      if (!written.insert(call.name + "(" + call.parameter_list() + ")").second) continue;
      functions.write(R"(
$result$ $name$($parameters$) override {
  return _object->$name$($arguments$);
}
)",
                      {{"result", call.result_type()},
                       {"name", call.name},
                       {"parameters", call.parameter_list()},
                       {"arguments", call.argument_list()}});
    }
  }
  return functions.text();
}

// Returns the first interface that is not local or abstract, and that the value or one of its bases supports.
const Interface* served_interface(const ValueType& value, std::set<const ValueType*>& visited) {
  if (!visited.insert(&value).second) return nullptr;
  for (const Interface* interface : value.supports) {
    if (is_remote(*interface)) return interface;
  }
  for (const ValueType* base : value.bases) {
    if (const Interface* interface = served_interface(*base, visited)) return interface;
  }
  return nullptr;
}

const Interface* served_interface(const ValueType& value) {
  std::set<const ValueType*> visited;
  return served_interface(value, visited);
}

}  // namespace

void write_value_servant_traits(Writer& writer, const ValueType& value) {
  const Interface* const interface = served_interface(value);
  if (interface == nullptr) return;
  writer.blank_line();
  writer.write(R"(
template <>
struct CORBA::servant_traits<$value$>
    : ::dimma::skeleton_traits<$value$, ::dimma::ValueSkeleton<$value$, $skeleton$>> {};
)",
               {{"value", scoped_name(value)}, {"skeleton", skeleton_name(*interface)}});
  writer.blank_line();
}

void write_servant_traits(Writer& writer, const Interface& interface, const Context& context) {
  Writer others;
  if (context.options.deferred && !is_reply_handler(interface)) {
    others.write("using deferred_base_type = $name$;", {{"name", deferred_name(interface)}});
  }
  if (context.options.awaitable && !is_reply_handler(interface)) {
    others.write("using awaitable_base_type = $name$;", {{"name", awaitable_name(interface)}});
  }
  writer.blank_line();
  writer.write(R"(
template <>
struct CORBA::servant_traits<$stub$> : ::dimma::skeleton_traits<$stub$, $skeleton$> {
  $others$
  /// A servant that delegates each call to an object of any class that has the operations.
  template <class _tied_type>
  class _tie : public virtual $skeleton$ {
   public:
    explicit _tie(::std::shared_ptr<_tied_type> _tied, ::CORBA::object_reference<::PortableServer::POA> _poa = {})
        : _object(::std::move(_tied)), _adapter(::std::move(_poa)) {}

    ::std::shared_ptr<_tied_type> _tied_object() const { return _object; }
    void _tied_object(::std::shared_ptr<_tied_type> _tied) { _object = ::std::move(_tied); }
    ::CORBA::object_reference<::PortableServer::POA> _default_POA() override {
      return _adapter ? _adapter : $skeleton$::_default_POA();
    }

    $functions$

   private:
    ::std::shared_ptr<_tied_type> _object;
    ::CORBA::object_reference<::PortableServer::POA> _adapter;
  };
  template <class _tied_type>
  using tie_type = _tie<_tied_type>;
};
)",
               {{"stub", scoped_name(interface)},
                {"skeleton", skeleton_name(interface)},
                {"others", others.text()},
                {"functions", tie_functions(interface, context)}});
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
