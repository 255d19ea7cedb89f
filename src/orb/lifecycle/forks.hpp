#pragma once
// Processes that fork while they have ORBs.
//
// A child has one thread and its parent's memory, descriptors included: what it did to a connection, a poller or a
// ring, it would do to its parent's. Its ORBs therefore leave all of that alone and begin anew as clients. Nothing of
// it costs a call anything: a reference whose channel has been left binds as one that was never bound.

namespace dimma::orb {

// From the first call on, forks of this process are heeded.
void heed_forks();

}  // namespace dimma::orb
