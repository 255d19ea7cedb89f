#pragma once
// A process that is forked beside the calls of its parent.

#include "caller.hpp"

namespace stress {

// A call that a child is to make. Its ids come from the parent, which alone gives them.
struct ChildsCall {
  Call call;
  std::uint64_t next_id;  // the id of the call by which it is relayed
  std::size_t kind;
};

// The work of one child.
struct ChildsWork {
  std::vector<ChildsCall> calls;
  bool serves;        // makes an ORB of its own, to which the relayed calls lead; otherwise these lead to its parent
  bool destroys_orb;  // before it ends; the inherited one
};

// Forks a child, while no other thread is in a call, which does that work over the inherited ORB and bindings. Returns
// when the child has ended; complains if that lasts longer than `within`. The child itself notes what it has been told
// of each call, since the outcomes are in shared memory.
void fork_child(Run& run, const ChildsWork& work, std::chrono::seconds within);

}  // namespace stress
