#pragma once
// Serves a request between the points of a server's interceptors.

#include <dimma/generated/function_ref.hpp>

namespace dimma {
class ServerRequest;
}

namespace dimma::orb {

class InterceptedRequest;
class PoaTree;

// Like Dispatcher::dispatch(): a reply is always begun. Throws only if it can't call interceptors or can't
// write the reply.
void serve_intercepted(PoaTree& tree, ServerRequest& request);

// Ends a request that was deferred: `serve` replies to the request that it is given, or throws how the request ends.
// Throws only if it can't write the reply.
void end_intercepted(InterceptedRequest& intercepted, ServerRequest& request, function_ref<void(ServerRequest&)> serve);

}  // namespace dimma::orb
