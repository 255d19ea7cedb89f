#include "classic/objects/local_wrapper.hpp"
#include "classic/orb/wrap.hpp"
#include "classic/poa/wrap.hpp"

#include <dimma/classic/local_object.hpp>

#include <utility>

namespace dimma::classic {

namespace {

// Stands for a modern local object of which the classic mapping knows nothing but how to give it back.
class UnknownObject final : public virtual CORBA::LocalObject, public LocalWrapper {
 public:
  explicit UnknownObject(ModernReference local) : local_(std::move(local)) {}
  ModernReference modern() const override { return local_; }

 private:
  const ModernReference local_;
};

}  // namespace

CORBA::Object* classic_local(const ModernReference& local) {
  if (auto* const own = application_object(local)) return own;
  if (auto* const known = wrap_local(local)) return known;
  if (auto* const known = wrap_of_orb(local)) return known;
  return new UnknownObject(local);
}

}  // namespace dimma::classic
