#include "unit/classic/compat/modern_view.hpp"

#include <dimma/binding.hpp>
#include <dimma/orb.hpp>

std::string description_of_orb(const std::string& id) {
  int argc = 0;
  return dimma::describe(CORBA::ORB_init(argc, nullptr, id)).to_string();
}
