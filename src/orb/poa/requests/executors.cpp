#include "orb/poa/requests/executors.hpp"

#include "base/log/log.hpp"
#include "base/sync/sync.hpp"
#include "channel/channel.hpp"
#include "channel/nested_wait.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/poa/tree/poa_tree.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <dimma/minor.hpp>

#include <utility>

namespace dimma::orb {

namespace {

constinit DIMMA_PER_THREAD const UpcallExecutor* running = nullptr;

class Running {
 public:
  explicit Running(const UpcallExecutor& executor) noexcept : outer_(std::exchange(running, &executor)) {}
  ~Running() { running = outer_; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  const UpcallExecutor* const outer_;
};

constexpr const char* has_ended = "the executor of the object's POA has stopped";

// Posts the function. If an application's executor throws, the function is treated as one that will never be called.
void execute(UpcallExecutor& executor, std::function<void()> call) noexcept {
  try {
    executor.execute(std::move(call));
  } catch (...) {
    log::write(log::Event::executor_threw,
               [] { return log::Entry{"the executor of a POA threw when an upcall was posted to it"}; });
  }
}

// A request that the channel has put aside here until the executor runs it.
class MovedRequest final : public WaitingPlace {
 public:
  explicit MovedRequest(std::shared_ptr<UpcallExecutor> executor) noexcept : executor_(std::move(executor)) {}
  ~MovedRequest() {
    if (waiting_) waiting_->refuse(has_ended);
  }

  void put_aside(ServerRequest& request, const std::shared_ptr<MovedRequest>& self) {
    waiting_ = request.put_aside(self);
  }
  void run() noexcept {
    const Running on_this_thread(*executor_);
    std::exchange(waiting_, nullptr)->run_here();
  }

  void abandoned(const WaitingRequest& /*request*/) noexcept override {}
  bool is_executor() const noexcept override { return true; }

 private:
  const std::shared_ptr<UpcallExecutor> executor_;
  std::shared_ptr<WaitingRequest> waiting_;
};

// A request whose thread waits until the executor has served it.
class AwaitedRequest {
 public:
  AwaitedRequest(const UpcallExecutor& executor, channel::Dispatcher& dispatcher, ServerRequest& request) noexcept
      : executor_(executor), dispatcher_(dispatcher), request_(request) {}

  void run() noexcept {
    {
      const Running on_this_thread(executor_);
      dispatcher_.dispatch(request_);
    }
    end(State::served);
  }
  // Called when the executor has destroyed the posted function. No-op if the request has been served.
  void drop() noexcept { end(State::dropped); }
  bool await() {
    sync::UniqueLock lock(mutex_);
    changed_.wait(lock, [this]() DIMMA_REQUIRES(mutex_) { return state_ != State::waiting; });
    return state_ == State::served;
  }

 private:
  enum class State : std::uint8_t { waiting, served, dropped };
  void end(State state) noexcept {
    const sync::LockGuard lock(mutex_);
    if (state_ == State::waiting) state_ = state;
    changed_.notify_all();
  }

  const UpcallExecutor& executor_;
  channel::Dispatcher& dispatcher_;
  ServerRequest& request_;
  sync::Mutex mutex_;
  sync::Condition changed_;
  State state_ DIMMA_GUARDED_BY(mutex_) = State::waiting;
};

// Allows other threads to read the connection. Called after execute(), so that requests are posted in order.
bool await(AwaitedRequest& awaited) {
  try {
    const channel::NestedWait waiting;
    return awaited.await();
  } catch (const CORBA::NO_RESOURCES&) {
    return awaited.await();  // no other thread can take over
  }
}

void serve_and_wait(const std::shared_ptr<UpcallExecutor>& executor, channel::Dispatcher& dispatcher,
                    ServerRequest& request) {
  const auto awaited = std::make_shared<AwaitedRequest>(*executor, dispatcher, request);
  {
    const std::shared_ptr<void> dropped(nullptr, [awaited](void*) { awaited->drop(); });
    execute(*executor, [awaited, dropped] { awaited->run(); });
  }
  if (await(*awaited)) return;
  throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO, has_ended);
}

}  // namespace

bool runs_on(const UpcallExecutor& executor) noexcept { return running == &executor || executor.runs_here(); }

bool serve_on(const std::shared_ptr<UpcallExecutor>& executor, channel::Dispatcher& dispatcher,
              ServerRequest& request) {
  if (request.can_be_moved()) {
    const auto moved = std::make_shared<MovedRequest>(executor);
    moved->put_aside(request, moved);
    execute(*executor, [moved] { moved->run(); });
    return true;
  }
  if (!sync::has_threads) return false;
  serve_and_wait(executor, dispatcher, request);
  return true;
}

}  // namespace dimma::orb

namespace dimma {

std::shared_ptr<UpcallExecutor> current_upcall_executor() {
  const auto* const upcall = orb::current_upcall();
  return upcall != nullptr ? orb::adapter_of(*upcall->object).executor_of_coroutines() : nullptr;
}

}  // namespace dimma
