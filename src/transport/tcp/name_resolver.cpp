#include "transport/tcp/name_resolver.hpp"

#include "base/deadline.hpp"
#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "execution/task.hpp"

#include <cerrno>
#include <map>
#include <system_error>

namespace dimma::transport {
namespace {

struct Asked {
  std::string host;
  std::uint16_t port = 0;
  std::function<void(Resolved)> done;
};

}  // namespace

class NameResolver::State {
 public:
  explicit State(ResolveName resolve) : resolve_(std::move(resolve)) {}

  Resolved resolve(const std::string& host, std::uint16_t port) const {
    try {
      return resolve_(host, port);
    } catch (const std::exception& error) {
      return {{}, error.what()};
    }
  }

  // Returns true if a resolver may be started for the lookup. Otherwise the lookup waits until a running resolver takes
  // it.
  bool enter(Asked& asked, std::uint64_t& number) {
    const sync::LockGuard lock(mutex_);
    number = ++last_number_;
    if (in_progress_ < in_progress_max) {
      ++in_progress_;
      return true;
    }
    waiting_.emplace(number, std::move(asked));
    return false;
  }

  void give_up(std::uint64_t number) {
    Asked given_up;  // destroyed after the mutex is released
    const sync::LockGuard lock(mutex_);
    const auto found = waiting_.find(number);
    if (found == waiting_.end()) return;
    given_up = std::move(found->second);
    waiting_.erase(found);
  }

  // Serves the lookup, then waiting lookups until there are none.
  void run(Asked asked) {
    do {
      asked.done(resolve(asked.host, asked.port));
      asked = {};
    } while (take_next(asked));
  }

  // Called if a resolver could not be started. Waiting lookups need no action: they wait only while other resolvers
  // run, one of which will take them.
  void leave() {
    const sync::LockGuard lock(mutex_);
    DIMMA_ASSERT(in_progress_ != 0);
    --in_progress_;
  }

  bool take_next(Asked& asked) {
    const sync::LockGuard lock(mutex_);
    DIMMA_ASSERT(in_progress_ != 0);
    if (waiting_.empty()) {
      --in_progress_;
      return false;
    }
    asked = std::move(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    return true;
  }

 private:
  const ResolveName resolve_;
  sync::Mutex mutex_;
  std::size_t in_progress_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::uint64_t last_number_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::map<std::uint64_t, Asked> waiting_ DIMMA_GUARDED_BY(mutex_);  // ordered by arrival
};

NameResolver::NameResolver(ResolveName resolve) : state_(std::make_shared<State>(std::move(resolve))) {}

NameResolver::Lookup::~Lookup() { state_->give_up(number_); }

std::unique_ptr<NameResolver::Lookup> NameResolver::begin(const std::string& host, std::uint16_t port,
                                                          std::function<void(Resolved)> done) {
  Asked asked{host, port, std::move(done)};
  std::uint64_t number = 0;
  const bool may_start = state_->enter(asked, number);
  auto lookup = std::make_unique<Lookup>(state_, number);
  if (!may_start) return lookup;
  const auto shared = std::make_shared<Asked>(std::move(asked));
  try {
    execution::start_thread({}, execution::thread_name::resolving, [state = state_, shared] {
      state->run(std::move(*shared));
    }).detach();
  } catch (const std::system_error& error) {
    shared->done({{}, std::string("cannot start a thread for name resolution: ") + error.what()});
    state_->leave();
  }
  return lookup;
}

std::optional<Resolved> NameResolver::resolve(const std::string& host, std::uint16_t port, Deadline deadline) {
  if (!sync::has_threads || deadline == no_deadline) return state_->resolve(host, port);
  if (passed(deadline)) return {};
  struct Answer {
    sync::Mutex mutex;
    sync::Condition arrived;
    std::optional<Resolved> resolved DIMMA_GUARDED_BY(mutex);
  };
  const auto answer = std::make_shared<Answer>();
  const auto lookup = begin(host, port, [answer](Resolved resolved) {
    const sync::LockGuard lock(answer->mutex);
    answer->resolved = std::move(resolved);
    answer->arrived.notify_one();
  });
  sync::UniqueLock lock(answer->mutex);
  answer->arrived.wait_until(lock, deadline,
                             [&answer]() DIMMA_REQUIRES(answer->mutex) { return answer->resolved.has_value(); });
  return std::move(answer->resolved);
}

Connected unresolved(const Endpoint& to, const std::optional<Resolved>& resolved) {
  if (!resolved) return failed_connect(to, {Status::timeout, 0, 0}, "the name was not resolved in time");
  const bool is_name = to.host.find(':') == std::string::npos;
  return failed_connect(to, {Status::failed, 0, EHOSTUNREACH},
                        (is_name ? "the name does not resolve: " : "") + resolved->problem);
}

}  // namespace dimma::transport
