#pragma once
// Serves a request between the points of a server's interceptors.

namespace dimma {
class ServerRequest;
}

namespace dimma::orb {

class PoaTree;

// As Dispatcher::dispatch(): whatever happens, a reply is begun. Throws only what keeps it from calling interceptors or
// from writing the reply.
void serve_intercepted(PoaTree& tree, ServerRequest& request);

}  // namespace dimma::orb
