#include "services/naming/service/common/failures.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

namespace dimma::naming {

void raise_store_error(const store::StoreError& error, ServiceLog& log) {
  using Kind = store::StoreError::Kind;
  log.limited(error.what());
  switch (error.kind()) {
    case Kind::unavailable:
      throw CORBA::TRANSIENT(minor::transient_store, CORBA::COMPLETED_NO, error.what());
    case Kind::failed:
      throw CORBA::PERSIST_STORE(minor::persist_store_failed, CORBA::COMPLETED_NO, error.what());
    case Kind::damaged:
      throw CORBA::PERSIST_STORE(minor::persist_store_damaged, CORBA::COMPLETED_NO, error.what());
    case Kind::uncertain:
      throw CORBA::COMM_FAILURE(minor::comm_failure_store, CORBA::COMPLETED_MAYBE, error.what());
    default:
      throw CORBA::INTERNAL(minor::internal_store, CORBA::COMPLETED_NO, error.what());
  }
}

}  // namespace dimma::naming
