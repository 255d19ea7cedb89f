// Replaceable: a value lives while it is used, and is destroyed once.

#include "base/sync/replaceable.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

namespace dimma::simulation {
namespace {

// A value that records whether it is alive.
class Watched {
 public:
  explicit Watched(Shared<int>& lives) : lives_(&lives) { lives.set(1); }
  Watched(Watched&& other) noexcept : lives_(std::exchange(other.lives_, nullptr)) {}
  Watched& operator=(Watched&& other) noexcept {
    std::swap(lives_, other.lives_);
    return *this;
  }
  ~Watched() {
    if (lives_ == nullptr) return;
    check(lives_->get() == 1, "a value is destroyed once");
    lives_->set(2);
  }
  void use() const { check(lives_->get() == 1, "a value lives while it is used"); }

 private:
  Shared<int>* lives_;
};

const Registered replaceable_set("replaceable.set", "a value is used while others take its place", [] {
  Shared<int> first;
  Shared<int> second;
  Shared<int> third;
  {
    Replaceable<Watched> value;
    value.set(Watched(first));
    const auto use = [&] {
      if (const auto used = value.use()) used->use();
    };
    sync::Thread one([&] {
      use();
      use();
    });
    sync::Thread other([&] {
      const auto used = value.use();
      if (used) value.drop(used);
    });
    value.set(Watched(second));
    value.set(Watched(third));
    one.join();
    other.join();
    value.drop();
  }
  check(first.get() == 2 && second.get() == 2 && third.get() == 2, "no value outlives the last use");
});

}  // namespace
}  // namespace dimma::simulation
