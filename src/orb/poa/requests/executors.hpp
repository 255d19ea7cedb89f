#pragma once
// Requests whose upcalls an executor of the application makes.

#include <dimma/generated/server_request.hpp>
#include <dimma/upcall_executor.hpp>

#include <memory>

namespace dimma::channel {
class Dispatcher;
}

namespace dimma::orb {

// True if the calling thread is running something for that executor.
bool runs_on(const UpcallExecutor& executor) noexcept;

// Has the executor dispatch the request, from its beginning. Puts the request aside meanwhile, or waits if the channel
// keeps its thread to one request at a time. Returns false and does nothing if there is no thread that could wait.
// Throws NO_RESOURCES if the executor runs nothing more.
bool serve_on(const std::shared_ptr<UpcallExecutor>& executor, channel::Dispatcher& dispatcher, ServerRequest& request);

}  // namespace dimma::orb
