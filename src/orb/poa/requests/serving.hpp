#pragma once
// Serves a request together with the interception points of the server's interceptors.

#include <dimma/generated/function_ref.hpp>

namespace dimma {
class ServerRequest;
}

namespace dimma::orb {

class InterceptedRequest;
class PoaTree;

// Like Dispatcher::dispatch(), always begins a reply. Throws only if the interceptors cannot be called or the reply
// cannot be written.
void serve_intercepted(PoaTree& tree, ServerRequest& request);

// Ends a deferred request: `serve` replies to the request passed to it, or throws to end the request. Throws only if
// the reply cannot be written.
void end_intercepted(InterceptedRequest& intercepted, ServerRequest& request, function_ref<void(ServerRequest&)> serve);

}  // namespace dimma::orb
