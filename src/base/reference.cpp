#include <dimma/minor.hpp>
#include <dimma/reference.hpp>

namespace CORBA::detail {

void raise_nil() {
  throw INV_OBJREF(dimma::minor::inv_objref_nil, COMPLETED_NO,
                   "an operation was called on a nil reference; narrow() returns one if the object is of another type");
}

}  // namespace CORBA::detail
