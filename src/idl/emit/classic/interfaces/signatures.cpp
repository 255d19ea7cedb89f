#include "idl/emit/classic/interfaces/signatures.hpp"

#include <vector>

#include "idl/emit/classic/types/argument_types.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::classic {

std::string result_type(const cxx::Call& call) { return call.result == nullptr ? "void" : return_type(*call.result); }

std::string parameter_list(const cxx::Call& call) {
  std::vector<std::string> list;
  for (const cxx::CallParameter& each : call.parameters) {
    list.push_back(parameter_type(*each.type, each.direction) + " " + each.name);
  }
  return cxx::join(list, ", ");
}

std::string argument_list(const cxx::Call& call) {
  std::vector<std::string> list;
  for (const cxx::CallParameter& each : call.parameters) list.push_back(each.name);
  return cxx::join(list, ", ");
}

}  // namespace dimma::idl::classic
