#pragma once
// Serves a request between the points of a server's interceptors.

#include <dimma/generated/function_ref.hpp>

namespace dimma {
class ServerRequest;
}

namespace dimma::orb {

class InterceptedRequest;
class PoaTree;

// As Dispatcher::dispatch(): whatever happens, a reply is begun. Throws only what keeps it from calling interceptors or
// from writing the reply.
void serve_intercepted(PoaTree& tree, ServerRequest& request);

// The end of one that was deferred: `serve` replies to what it is given, or throws how the request ends. Throws only
// what keeps it from writing the reply.
void end_intercepted(InterceptedRequest& intercepted, ServerRequest& request, function_ref<void(ServerRequest&)> serve);

}  // namespace dimma::orb
