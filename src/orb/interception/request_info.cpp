#include "orb/interception/request_info.hpp"

#include <dimma/minor.hpp>

#include <string>

namespace dimma::orb {

void raise_over() {
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_interception, CORBA::COMPLETED_NO,
                                "what an interceptor is told holds only while it is being told");
}

void raise_not_here(const char* what) {
  throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_interceptor, CORBA::COMPLETED_NO,
                             std::string(what) + " is not known at this point");
}

void raise_not_told(const char* what) {
  throw CORBA::NO_RESOURCES(minor::no_resources_interceptor, CORBA::COMPLETED_NO,
                            std::string("interceptors are not told ") + what);
}

}  // namespace dimma::orb
