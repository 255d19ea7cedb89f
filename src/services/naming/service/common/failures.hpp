#pragma once
// Translates errors of the store to system exceptions.

#include <dimma/store.hpp>
#include "services/naming/service/common/service_log.hpp"

namespace dimma::naming {

// Logs the error and throws the system exception that reports it to a client (docs/reference/minor-codes.md).
[[noreturn]] void raise_store_error(const store::StoreError& error, ServiceLog& log);

// Calls `work` and translates a StoreError to a system exception.
template <class Work>
auto with_store(ServiceLog& log, Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const store::StoreError& error) {
    raise_store_error(error, log);
  }
}

}  // namespace dimma::naming
