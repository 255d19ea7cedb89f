#pragma once
// Translates the store's errors for a client.

#include <dimma/store.hpp>
#include "services/naming/service/service_log.hpp"

namespace dimma::naming {

// Writes the error to the log and throws the system exception that reports it to a client
// (docs/reference/minor-codes.md).
[[noreturn]] void raise_store_error(const store::StoreError& error, ServiceLog& log);

// Calls `work`, and turns a StoreError into a system exception.
template <class Work>
auto with_store(ServiceLog& log, Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const store::StoreError& error) {
    raise_store_error(error, log);
  }
}

}  // namespace dimma::naming
