#pragma once
// Requests whose upcalls an executor of the application makes.

#include <dimma/generated/server_request.hpp>
#include <dimma/upcall_executor.hpp>

#include <memory>

namespace dimma::channel {
class Dispatcher;
}

namespace dimma::orb {

// True if the calling thread runs for that executor now.
bool runs_on(const UpcallExecutor& executor) noexcept;

// Has the executor dispatch the request, from its beginning: puts it aside for that time, or waits where the channel
// keeps its thread to one request at a time. False, and nothing is done, where there is no thread that could wait.
// Throws NO_RESOURCES when the executor runs nothing more.
bool serve_on(const std::shared_ptr<UpcallExecutor>& executor, channel::Dispatcher& dispatcher, ServerRequest& request);

}  // namespace dimma::orb
