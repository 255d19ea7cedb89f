#include "base/sync/sync_single_threaded.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

namespace dimma::sync {

void raise_would_wait_for_itself() {
  throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_would_deadlock, CORBA::COMPLETED_NO,
                             "this build has no threads: waiting here would deadlock");
}

}  // namespace dimma::sync
