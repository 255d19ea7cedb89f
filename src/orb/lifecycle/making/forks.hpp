#pragma once
// Handles forks of a process that has ORBs.
//
// The child has one thread and the parent's memory and descriptors. A change to a connection, a poller or a ring in the
// child would also affect the parent. The child's ORBs therefore leave these objects untouched and start over as
// clients. This adds no cost to calls: a reference whose channel was abandoned binds like one that was never bound.

namespace dimma::orb {

// Installs the fork handlers on the first call. Later calls are no-ops.
void heed_forks();

}  // namespace dimma::orb
