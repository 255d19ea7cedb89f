#include <dimma/exception.hpp>
#include <dimma/generated/union.hpp>
#include <dimma/minor.hpp>

namespace dimma {

void refuse_union_member() {
  throw CORBA::BAD_PARAM(minor::bad_param_union_member, CORBA::COMPLETED_NO,
                         "the member is not the active member of the union");
}

void refuse_union_discriminator() {
  throw CORBA::BAD_PARAM(minor::bad_param_union_discriminator, CORBA::COMPLETED_NO,
                         "the discriminator is not a label of the active member of the union");
}

}  // namespace dimma
