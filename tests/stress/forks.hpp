#pragma once
// A process that is forked during the calls of its parent.

#include "caller.hpp"

namespace stress {

// A call for a child to make. Only the parent allocates ids.
struct ChildsCall {
  Call call;
  std::uint64_t next_id;  // the id of the call by which it is relayed
  std::size_t kind;
};

// The work of one child.
struct ChildsWork {
  std::vector<ChildsCall> calls;
  bool serves;        // makes its own ORB, to which calls are relayed; otherwise they are relayed to the parent
  bool destroys_orb;  // destroys the inherited ORB before it ends
};

// Forks a child, while no other thread is in a call, which does that work with the inherited ORB and bindings. Returns
// when the child has ended; reports a fault if that takes longer than `within`. The child itself records the outcome of
// each call, since the outcomes are in shared memory.
void fork_child(Run& run, const ChildsWork& work, std::chrono::seconds within);

}  // namespace stress
