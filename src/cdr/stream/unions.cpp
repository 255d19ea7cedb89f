#include <dimma/exception.hpp>
#include <dimma/generated/union.hpp>
#include <dimma/minor.hpp>

namespace dimma {

void refuse_union_member() {
  throw CORBA::BAD_PARAM(minor::bad_param_union_member, CORBA::COMPLETED_NO,
                         "a member of a union that is not the active one");
}

void refuse_union_discriminator() {
  throw CORBA::BAD_PARAM(minor::bad_param_union_discriminator, CORBA::COMPLETED_NO,
                         "a discriminator of a union that is no label of the member");
}

}  // namespace dimma
