#include "orb/interception/request_info.hpp"

#include <dimma/minor.hpp>

#include <string>

namespace dimma::orb {

void raise_over() {
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_interception, CORBA::COMPLETED_NO,
                                "the request info is valid only within the interception point");
}

void raise_not_here(const char* what) {
  throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_interceptor, CORBA::COMPLETED_NO,
                             std::string(what) + " is not available at this interception point");
}

void raise_not_told(const char* what) {
  throw CORBA::NO_RESOURCES(minor::no_resources_interceptor, CORBA::COMPLETED_NO,
                            std::string("interceptors cannot access ") + what);
}

}  // namespace dimma::orb
