#include "idl/emit/classic/servants/ties.hpp"

#include <string>

#include "idl/emit/classic/interfaces/signatures.hpp"
#include "idl/emit/classic/servants/skeletons.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/interface_queries.hpp"

namespace dimma::idl::classic {

namespace {

std::string functions_of(const Interface& interface, const cxx::Context& context) {
  cxx::Writer functions;
  for (const Interface* each : cxx::with_bases(interface)) {
    for (const cxx::Call& call : calls_of(*each, context.names)) {
      functions.write("virtual $result$ $name$($parameters$) { $return$_object->$name$($arguments$); }",
                      {{"result", result_type(call)},
                       {"name", call.name},
                       {"parameters", parameter_list(call)},
                       {"return", call.result == nullptr ? "" : "return "},
                       {"arguments", argument_list(call)}});
    }
  }
  return functions.text();
}

}  // namespace

void write_tie(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  writer.blank_line();
  writer.write(R"(
/// Delegates each call to an object, which it deletes at its end if it owns it.
template <class _tied_type>
class $class$_tie : public virtual $skeleton$ {
 public:
  $class$_tie(_tied_type& _tied) : _object(&_tied), _poa(0), _owns(false) {}
  $class$_tie(_tied_type& _tied, ::PortableServer::POA_ptr _adapter)
      : _object(&_tied), _poa(::PortableServer::POA::_duplicate(_adapter)), _owns(false) {}
  $class$_tie(_tied_type* _tied, ::CORBA::Boolean _release = true) : _object(_tied), _poa(0), _owns(_release) {}
  $class$_tie(_tied_type* _tied, ::PortableServer::POA_ptr _adapter, ::CORBA::Boolean _release = true)
      : _object(_tied), _poa(::PortableServer::POA::_duplicate(_adapter)), _owns(_release) {}
  virtual ~$class$_tie() { _free(); }

  _tied_type* _tied_object() { return _object; }
  void _tied_object(_tied_type& _tied) {
    _free();
    _object = &_tied;
    _owns = false;
  }
  void _tied_object(_tied_type* _tied, ::CORBA::Boolean _release = true) {
    _free();
    _object = _tied;
    _owns = _release;
  }
  ::CORBA::Boolean _is_owner() { return _owns; }
  void _is_owner(::CORBA::Boolean _is) { _owns = _is; }
  virtual ::PortableServer::POA_ptr _default_POA() {
    if (::CORBA::is_nil(_poa.in())) return $skeleton$::_default_POA();
    return ::PortableServer::POA::_duplicate(_poa.in());
  }

  $functions$

 private:
  $class$_tie(const $class$_tie&);
  $class$_tie& operator=(const $class$_tie&);
  void _free() {
    if (_owns) delete _object;
  }

  _tied_type* _object;
  ::PortableServer::POA_var _poa;
  ::CORBA::Boolean _owns;
};
)",
               {{"class", skeleton_class(interface)},
                {"skeleton", cxx::skeleton_name(interface)},
                {"functions", functions_of(interface, context)}});
  writer.blank_line();
}

}  // namespace dimma::idl::classic
