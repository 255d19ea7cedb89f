// Allocator: a resource has one holder, and a thread that waits for one gets it when it comes back.

#include "execution/allocator.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

namespace dimma::simulation {
namespace {

using Counted = Shared<int>;
using Resources = execution::Allocator<Counted>;

std::unique_ptr<Counted> make_counter() { return std::make_unique<Counted>(); }

const Registered allocator_take("allocator.take", "three threads take turns with two resources", [] {
  const auto resources = Resources::factory("resource", 2, make_counter);
  const auto use = [&] {
    const auto lease = resources->take_until(Resources::no_deadline);
    check(static_cast<bool>(lease), "a wait without a deadline ends with a resource");
    lease->set(lease->get() + 1);
  };
  sync::Thread one(use);
  sync::Thread other(use);
  use();
  one.join();
  other.join();
  check(resources->usage().in_use == 0, "each has come back");
});

const Registered allocator_close("allocator.close", "it is closed while threads wait", [] {
  const auto resources = Resources::pool("resource", 1, make_counter);
  const auto use = [&] {
    if (const auto lease = resources->take_until(Resources::no_deadline)) lease->set(1);
  };
  sync::Thread one(use);
  sync::Thread other(use);
  resources->close();
  one.join();
  other.join();
  check(!resources->take_until(Resources::no_deadline), "a closed one gives nothing");
});

}  // namespace
}  // namespace dimma::simulation
