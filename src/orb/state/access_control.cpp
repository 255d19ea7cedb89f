#include "orb/state/access_control.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

namespace dimma::orb {

AccessControl::AccessControl(const std::string& path) {
  if (path.empty()) return;
  try {
    rules(AccessRules::read_file(path));
  } catch (const AccessRulesError& wrong) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO,
                           "--dimma-access: " + std::string(wrong.what()));
  }
}

}  // namespace dimma::orb
