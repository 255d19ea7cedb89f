#include "iiop/server/core/server_core.hpp"

#include "iiop/server/core/sealed_requests.hpp"

namespace dimma::iiop {

namespace {

// Returns how the pool waits for events. With nullTask it waits only for new connections, which is not worth a
// processor.
WaitStrategy pool_wait(const EngineeringQoS& qos) noexcept {
  return qos.is_null_task() ? WaitStrategy::block : qos.wait;
}

}  // namespace

ServerCore::ServerCore(channel::Dispatcher& to, const Settings& settings, const EngineeringQoS& qos)
    : sealed(qos.memory == Memory::any ? nullptr : std::make_unique<SealedRequests>(to, qos.memory)),
      dispatcher(sealed ? *sealed : to),
      rules(settings, qos),
      workers(settings.application_loop ? std::make_shared<execution::WorkerPool>(settings.application_loop)
                                        : std::make_shared<execution::WorkerPool>(pool_size(qos, settings),
                                                                                  qos.scheduling, pool_wait(qos))),
      divided(std::make_shared<DividedConnections>(std::shared_ptr<reactor::EventLoop>(workers, &workers->loop()))),
      threads_(rules.threads_max == execution::no_limit ? std::function<void()>() : [this] {
        if (thread_ended_) thread_ended_();
      }),
      servings_(rules, sealed != nullptr),
      long_memory_(rules, servings_),
      monitor_(*workers, servings_, connections, tick),
      idle_sweep_(*workers, connections, long_memory_, settings.idle_limit) {}

ServerCore::~ServerCore() = default;

void ServerCore::serve(std::shared_ptr<ServedConnection> connection) {
  connections.add(connection);
  idle_sweep_.begin();
  try {
    connection->start();
  } catch (...) {
    forget(*connection);
    throw;
  }
}

void ServerCore::forget(ServedConnection& connection) noexcept {
  // The connection may be the last owner of this object.
  const auto removed = connections.remove(connection);
  if (removed && long_memory_.is_kept()) idle_sweep_.begin_to_age();
}

void ServerCore::end_watching() noexcept {
  monitor_.remove();
  idle_sweep_.remove();
}

void ServerCore::await_empty() {
  if (sync::has_threads && workers->is_run_by_application()) {
    // This thread serves the connections, because no other thread serves the loop.
    constexpr std::chrono::milliseconds look_interval{5};
    while (connections.count() != 0) workers->loop().serve_one(look_interval);
    return;
  }
  if (connections.wait_until_empty()) threads_.await_others();
}

}  // namespace dimma::iiop
