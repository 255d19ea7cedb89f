// GracePeriod: a retired object outlives the visits that had begun.

#include "reactor/grace_period.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

namespace dimma::simulation {
namespace {

class RetiredObject {
 public:
  explicit RetiredObject(Shared<int>& state) : state_(state) { state_.set(1); }
  ~RetiredObject() { state_.set(2); }
  void use() const { check(state_.get() == 1, "an object lives while a visit may use it"); }

 private:
  Shared<int>& state_;
};

const Registered grace_period_retire("grace_period.retire", "objects are retired while threads visit them", [] {
  Shared<int> first;
  Shared<int> second;
  reactor::GracePeriod grace;
  auto object = std::make_shared<RetiredObject>(first);
  sync::Atomic<RetiredObject*> current{object.get()};
  const auto visit = [&] {
    const reactor::GracePeriod::Visit visited(grace);
    if (RetiredObject* const used = current.load()) used->use();
  };
  sync::Thread one([&] {
    visit();
    visit();
  });
  sync::Thread other(visit);
  auto next = std::make_shared<RetiredObject>(second);
  current.store(next.get());
  grace.retire(std::move(object));
  current.store(nullptr);
  grace.retire(std::move(next));
  one.join();
  other.join();
  check(first.get() == 2 && second.get() == 2, "no object is kept once no thread visits");
});

}  // namespace
}  // namespace dimma::simulation
