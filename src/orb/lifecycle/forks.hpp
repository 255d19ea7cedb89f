#pragma once
// Processes that fork while they have ORBs.
//
// A child has one thread and its parent's memory, descriptors included: a change to a connection, a poller or a ring
// would also change its parent's. Its ORBs therefore leave all of that alone and begin anew as clients. This costs
// calls nothing: a reference whose channel has been left binds like one that was never bound.

namespace dimma::orb {

// Has forks of this process handled from the first call on.
void heed_forks();

}  // namespace dimma::orb
