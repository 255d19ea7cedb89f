#pragma once
/// Used by generated unions. Internal to dimma.

namespace dimma {
namespace classic {

/// Destroys the value of a branch. A destructor cannot be called by the name of the branch's type: if the value is a
/// union too, that name is first looked up among the value's own members.
template <class T>
void destroy_branch(T& value) {
  value.~T();
}

}  // namespace classic
}  // namespace dimma
