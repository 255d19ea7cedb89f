#pragma once
// Requests whose upcalls are made by an executor of the application.

#include <dimma/generated/server_request.hpp>
#include <dimma/upcall_executor.hpp>

#include <memory>

namespace dimma::channel {
class Dispatcher;
}

namespace dimma::orb {

// Returns true if the calling thread is running a function for that executor.
bool runs_on(const UpcallExecutor& executor) noexcept;

// Makes the executor dispatch the request from the beginning. The request is put aside, or the calling thread blocks if
// the channel serves only one request at a time on its thread. Returns false without any effect if no thread may block.
// Throws NO_RESOURCES if the executor has stopped.
bool serve_on(const std::shared_ptr<UpcallExecutor>& executor, channel::Dispatcher& dispatcher, ServerRequest& request);

}  // namespace dimma::orb
