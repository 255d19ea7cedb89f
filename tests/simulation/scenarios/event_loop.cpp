// EventLoop: two threads run all posted work, each item once, and a retired object outlives their use of it.

#include "reactor/event_loop.hpp"
#include "base/sync/sync.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

namespace dimma::simulation {
namespace {

class PostedWaiter final : public reactor::Waiter {
 public:
  explicit PostedWaiter(Shared<int>& lives) : lives_(lives) { lives_.set(1); }
  ~PostedWaiter() override { lives_.set(2); }
  void readable() noexcept override {
    check(lives_.get() == 1, "a waiter lives while its event is served");
    check(++served_ == 1, "an event is served once");
    served_.notify_all();
  }
  void await() const { served_.wait(0); }

 private:
  Shared<int>& lives_;
  sync::Atomic<int> served_{0};
};

const Registered event_loop_post("event_loop.post", "two threads serve two posted functions, one of them is retired",
                                 [] {
                                   Shared<int> first_lives;
                                   Shared<int> second_lives;
                                   {
                                     reactor::EventLoop loop;
                                     sync::Atomic<bool> stops{false};
                                     const auto serve = [&] {
                                       while (!stops) loop.serve_one(std::chrono::hours(1));
                                     };
                                     auto first = std::make_shared<PostedWaiter>(first_lives);
                                     const auto second = std::make_shared<PostedWaiter>(second_lives);
                                     sync::Thread one(serve);
                                     sync::Thread other(serve);
                                     loop.post(*first, first);
                                     loop.post(*second, second);
                                     first->await();
                                     loop.retire(std::move(first));
                                     second->await();
                                     stops = true;
                                     loop.stop();
                                     one.join();
                                     other.join();
                                   }
                                   check(first_lives.get() == 2 && second_lives.get() == 2,
                                         "nothing is kept by the loop");
                                 });

}  // namespace
}  // namespace dimma::simulation
