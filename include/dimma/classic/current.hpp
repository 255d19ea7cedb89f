#pragma once
/// Objects whose state belongs to the calling thread (CORBA 3.3 part 1, 8.6 and 8.8.2).

#include <dimma/classic/generated/local_interface.hpp>
#include <dimma/classic/policy.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

DIMMA_CLASSIC_LOCAL_CLASS(Current);
DIMMA_CLASSIC_LOCAL_CLASS(PolicyCurrent);

/// The base of objects whose state belongs to the calling thread.
class Current : public virtual Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(Current)

 protected:
  Current() {}
  ~Current() override;
};

/// resolve_initial_references("PolicyCurrent"): the policies of the calls made by the calling thread. The reference may
/// be kept and used by any thread; each thread has its own policies.
class PolicyCurrent : public virtual PolicyManager, public virtual Current {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(PolicyCurrent)

 protected:
  PolicyCurrent() {}
  ~PolicyCurrent() override;
};

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
