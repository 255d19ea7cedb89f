#pragma once
// From a request to the object that it is for, by the names that were published and what the connection remembers.

namespace dimma {
class ServerRequest;
}

namespace dimma::orb {

class ActiveObject;
class PoaTree;

// The object that the request is for, entered; nullptr when the request has been put aside. Throws what the request is
// to be refused with, or PortableServer::ForwardRequest.
ActiveObject* enter_target(PoaTree& tree, ServerRequest& request);
// The same in two steps, for who does something in between that is done once: puts it aside if it has to wait; then
// enters, and waits on the thread if it has to all the same.
bool put_target_aside(PoaTree& tree, ServerRequest& request);
ActiveObject& enter_target_on_this_thread(PoaTree& tree, const ServerRequest& request);

}  // namespace dimma::orb
