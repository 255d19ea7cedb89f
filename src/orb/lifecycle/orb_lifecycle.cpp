#include "orb/lifecycle/orb_lifecycle.hpp"

#include "base/sync/clock.hpp"
#include "base/text/shown_text.hpp"
#include "execution/task.hpp"
#include "orb/extensions/inspection.hpp"
#include "orb/extensions/tracing.hpp"
#include "orb/lifecycle/events/event_source.hpp"
#include "orb/lifecycle/events/signal_event.hpp"
#include "orb/poa/managers/ior_interceptors.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/upcall/upcall_stack.hpp"
#include "reactor/timer.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

namespace dimma::orb {

OrbLifecycle::OrbLifecycle(Options options, Protocols protocols)
    : OrbState(std::move(options), std::move(protocols)), poas_(*this), dispatcher_(poas_) {
  serve_by(dispatcher_);
}

OrbLifecycle::~OrbLifecycle() {
  join_finisher();
  // These are no-ops if destroy() was called. No other thread can access the ORB here.
  endpoints().release_all();
  for (const auto& binder : binders()) binder->shutdown();
  // A thread of the application may still be handling an event of these objects.
  const auto& loop = application_loop();
  if (!loop) return;
  if (finish_timer_) {
    finish_timer_->remove();
    loop->retire(std::move(finish_timer_));
  }
  if (!signals_) return;
  signals_->leave_loop();
  loop->retire(std::move(signals_));
}

std::shared_ptr<ApplicationEvents> OrbLifecycle::run_by_application() {
  const sync::LockGuard lock(mutex_);
  if (events_) return events_;
  if (is_in_use() || signals_) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_in_use, CORBA::COMPLETED_NO,
                               "the ORB is already in use: let the application run it before its first endpoint, "
                               "binding, asynchronous call and shutdown_on_signals()");
  }
  auto loop = std::make_shared<reactor::EventLoop>();
  for (const auto& binder : binders()) binder->run_by(loop);
  events_ = std::make_shared<ApplicationEvents>(loop);
  run_by(std::move(loop));
  return events_;
}

std::shared_ptr<OrbLifecycle> OrbLifecycle::make(Options options, Protocols protocols) {
  std::shared_ptr<OrbLifecycle> made;
  try {
    made.reset(new OrbLifecycle(std::move(options), std::move(protocols)));
  } catch (const QoSError& error) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO,
                           std::string("the program's default QoS (--dimma-qos, DIMMA_QOS): ") + error.what());
  }
  made->poas_.begin();
  return made;
}

namespace {

// Concatenates sections of facts. Each fact's name gets the name of its section as prefix.
class Sections {
 public:
  void add(const SaidOption& said) {
    all_.push_back({"options: " + said.option, shown_text(said.value) + " (" + shown_text(said.from) + ")"});
  }
  void add(const std::string& kind, std::size_t number, std::vector<channel::Fact> facts) {
    const std::string name = kind + ' ' + std::to_string(number);
    for (auto& fact : facts) {
      fact.name = fact.name.empty() ? name : name + ": " + fact.name;
      all_.push_back(std::move(fact));
    }
  }
  std::vector<channel::Fact> take() { return std::move(all_); }

 private:
  std::vector<channel::Fact> all_;
};

}  // namespace

std::vector<channel::Fact> OrbLifecycle::describe() {
  Sections sections;
  for (const SaidOption& said : options().said) sections.add(said);
  std::size_t number = 0;
  for (const auto& endpoint : endpoints().all()) {
    const auto opened = endpoint->opened();
    if (!opened) continue;
    const std::string whose = endpoint == endpoints().default_endpoint() ? "the ORB's" : "of a POA";
    std::vector<channel::Fact> facts{
        {"", whose + ", " + (endpoint->qos() == EngineeringQoS{} ? "default" : endpoint->qos().to_string())}};
    for (auto& fact : opened->describe()) facts.push_back(std::move(fact));
    sections.add("endpoint", ++number, std::move(facts));
  }
  number = 0;
  bindings().for_each([&](ObjectReference& reference) {
    auto facts = reference.describe_if_bound();
    if (!facts.empty()) sections.add("binding", ++number, std::move(facts));
  });
  return sections.take();
}

void OrbLifecycle::shutdown_on_signals(std::initializer_list<int> signals) {
  {
    const sync::LockGuard lock(mutex_);
    if (!signals_) signals_ = std::make_shared<SignalEvent>(signal_loop(), [this] { shutdown(false); });
  }
  for (const int signal : signals) SignalEvent::handle(signal);
}

void OrbLifecycle::shutdown(bool wait_for_completion) {
  if (wait_for_completion) require_no_upcall(*this, "shutdown with wait_for_completion");
  begin_stopping();
  if (wait_for_completion) {
    finish_stopping();
  } else if (events()) {
    finish_soon();
  }
}

void OrbLifecycle::finish_soon() {
  constexpr std::chrono::milliseconds look_interval{10};
  const sync::LockGuard lock(mutex_);
  if (finish_timer_) return;
  finish_timer_ = std::make_shared<reactor::Timer>(*application_loop(), [orb = weak_from_this()] {
    const auto lifecycle = std::static_pointer_cast<OrbLifecycle>(orb.lock());
    if (lifecycle && lifecycle->is_drained()) lifecycle->finish_stopping();
  });
  finish_timer_->repeat(look_interval);
}

std::shared_ptr<ApplicationEvents> OrbLifecycle::events() const {
  const sync::LockGuard lock(mutex_);
  return events_;
}

void OrbLifecycle::begin_shutdown(std::function<void()> stopped) {
  const bool is_run_by_application = events() != nullptr;
  if (!sync::has_threads && !is_run_by_application) {  // the only thread would wait for itself
    require_no_upcall(*this, "shutdown with wait_for_completion");
  }
  {
    const sync::LockGuard lock(mutex_);
    if (phase() < Phase::stopped) told_when_stopped_.push_back(std::exchange(stopped, nullptr));
  }
  if (stopped) return stopped();
  if (is_run_by_application) {
    shutdown(false);
  } else if (sync::has_threads) {
    finish_by_thread();
  } else {
    shutdown(true);
  }
}

// The new thread also begins the shutdown, since that waits for reply handlers.
void OrbLifecycle::finish_by_thread() {
  const sync::LockGuard lock(mutex_);
  if (finisher_.joinable() || phase() >= Phase::stopped) return;
  try {
    finisher_ = execution::start_thread({}, execution::thread_name::shutdown,
                                        [self = std::static_pointer_cast<OrbLifecycle>(shared_from_this())] {
                                          self->begin_stopping();
                                          self->finish_stopping();
                                        });
  } catch (const std::system_error& error) {
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                              std::string("cannot start a thread to shut the ORB down: ") + error.what());
  }
}

void OrbLifecycle::join_finisher() noexcept {
  sync::Thread finisher;
  {
    const sync::LockGuard lock(mutex_);
    std::swap(finisher, finisher_);
  }
  if (!finisher.joinable()) return;
  if (finisher.get_id() == sync::get_id()) return finisher.detach();
  finisher.join();
}

bool OrbLifecycle::is_drained() {
  const sync::LockGuard lock(mutex_);
  if (!ready_to_finish_) return false;
  return finishing_ ||
         std::all_of(draining_.begin(), draining_.end(), [](const auto& adapter) { return adapter->is_drained(); });
}

void OrbLifecycle::observe_shutdown(const std::weak_ptr<ShutdownObserver>& observer) {
  const sync::LockGuard lock(mutex_);
  observers_.erase(
      std::remove_if(observers_.begin(), observers_.end(), [](const auto& other) { return other.expired(); }),
      observers_.end());
  observers_.push_back(observer);
}

bool OrbLifecycle::tell_observers() {
  std::vector<std::weak_ptr<ShutdownObserver>> observers;
  {
    const sync::LockGuard lock(mutex_);
    if (std::exchange(observers_told_, true)) return false;
    observers.swap(observers_);
  }
  const auto deadline = Clock::now() + shutdown_preparation_max;
  for (const auto& each : observers) {
    if (const auto observer = each.lock()) observer->begin_shutdown();
  }
  for (const auto& each : observers) {
    if (const auto observer = each.lock()) observer->await_shutdown(deadline);
  }
  return true;
}

// Called before the adapters are detached, so that reply handlers of this ORB can still be called.
void OrbLifecycle::end_asynchronous_calls() {
  answers().refuse();
  for (const auto& binder : binders()) binder->end_asynchronous_calls();
  // Within an upcall, waiting for the handlers could deadlock, since a handler may wait for the upcall.
  if (answers().is_own_thread() || !in_upcall(*this)) answers().drain();
}

void OrbLifecycle::detach_adapters() {
  poas_.managers()->deactivate_all();
  {
    const sync::LockGuard tree(poas_.mutex());
    if (poas_.root) poas_.root->detach(draining_);
    poas_.root.reset();
  }
  const std::vector<std::shared_ptr<AdapterBase>> told(draining_.begin(), draining_.end());
  tell_destroyed(*this, told);
  for (const auto& adapter : draining_) adapter->deactivate_all(true);
}

void OrbLifecycle::begin_stopping() {
  if (!tell_observers()) return;
  end_asynchronous_calls();
  {
    const sync::LockGuard lock(mutex_);
    if (!running()) return;
    phase(Phase::stopping);
  }
  leave_loop_soon();
  if (!is_inherited()) detach_adapters();
  {
    const sync::LockGuard lock(mutex_);
    ready_to_finish_ = true;
    if (signals_) signals_->raise();
  }
  phase_changed_.notify_all();
}

void OrbLifecycle::await_adapters() {
  for (const auto& adapter : draining_) adapter->wait_until_gone();
  {
    const sync::LockGuard lock(mutex_);
    draining_.clear();
    if (finish_timer_) finish_timer_->remove();
  }
  poas_.hold_watch().await_others();
  poas_.retirement().await_others();
}

void OrbLifecycle::finish_stopping() {
  {
    sync::UniqueLock lock(mutex_);
    phase_changed_.wait(lock, [this]() DIMMA_REQUIRES(mutex_) { return ready_to_finish_; });
    if (finishing_) {
      phase_changed_.wait(lock, [this] { return phase() >= Phase::stopped; });
      return;
    }
    finishing_ = true;
  }
  if (!is_inherited()) await_adapters();
  endpoints().close_all();
  bindings().for_each([](ObjectReference& reference) { reference.close_channel(); });
  for (const auto& binder : binders()) binder->shutdown();
  answers().drain();
  answers().stop();
  std::vector<std::function<void()>> told;
  {
    const sync::LockGuard lock(mutex_);
    phase(Phase::stopped);
    told.swap(told_when_stopped_);
  }
  phase_changed_.notify_all();
  if (const auto events = this->events()) events->end();
  for (const auto& stopped : told) stopped();
}

void OrbLifecycle::leave_to_parent(Protocols fresh, std::vector<std::shared_ptr<void>>& inherited) {
  bindings().for_each([&inherited](ObjectReference& reference) { inherited.push_back(reference.leave_channel()); });
  OrbState::leave_to_parent(std::move(fresh), inherited);
  if (application_loop() || binders().empty()) phase(Phase::destroyed);
  inherited.emplace_back(std::move(inspection_));
  inherited.emplace_back(std::move(exporter_));
  inherited.push_back(std::exchange(signals_, nullptr));
  inherited.push_back(std::exchange(finish_timer_, nullptr));
  if (finisher_.joinable()) finisher_.detach();
  inherited.insert(inherited.end(), draining_.begin(), draining_.end());
  draining_.clear();
  finishing_ = false;
  observers_.clear();
}

void OrbLifecycle::keep(std::unique_ptr<Inspection> inspection) {
  {
    const sync::LockGuard lock(mutex_);
    inspection_.swap(inspection);
  }  // the old inspection is destroyed without the lock, since its destructor blocks
}

void OrbLifecycle::keep(std::unique_ptr<Exporter> exporter) {
  {
    const sync::LockGuard lock(mutex_);
    exporter_.swap(exporter);
  }  // the old exporter sends its spans without the lock held
}

void OrbLifecycle::destroy() {
  require_not_destroyed();
  require_no_upcall(*this, "destroying the ORB");
  begin_stopping();
  finish_stopping();
  keep(std::unique_ptr<Inspection>());
  keep(std::unique_ptr<Exporter>());
  join_finisher();
  {
    const sync::LockGuard lock(mutex_);
    phase(Phase::destroyed);
  }
  interceptors().destroy();
  names().clear();
  value_factories().clear();
  endpoints().release_all();
}

}  // namespace dimma::orb
