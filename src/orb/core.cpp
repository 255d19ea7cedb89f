#include "orb/core.hpp"

#include "orb/adapter.hpp"
#include "orb/current.hpp"
#include "orb/object_reference.hpp"
#include "orb/profile_selector.hpp"
#include "orb/signal_event.hpp"
#include "qos/ends.hpp"
#include "qos/task.hpp"
#if !DIMMA_THREADS
#include "transport/loop.hpp"
#endif

#include <dimma/minor.hpp>

#include <algorithm>
#include <random>
#include <utility>

namespace dimma::orb {

namespace {

// Tells the transient references of this instance from those of every other, before and after.
std::uint64_t new_stamp() {
  std::random_device random;
  return (std::uint64_t{random()} << 32U) | random();
}

std::shared_ptr<HoldLimit> hold_limit_of(const Options& options) {
  const std::size_t octets = options.message_octets_max.value_or(channel::message_octets_max);
  return std::make_shared<HoldLimit>(options.held_requests_max, octets);
}

void close_all(const std::vector<std::shared_ptr<Endpoint>>& endpoints) noexcept {
  for (const auto& endpoint : endpoints) endpoint->close();
}

// The ports are the default endpoint's: another one is at the same hosts, once each.
void without_ports(std::vector<channel::ListenAddress>& addresses) {
  std::vector<channel::ListenAddress> hosts;
  for (auto& [host, port] : addresses) {
    channel::ListenAddress anywhere{std::move(host), 0};
    if (std::find(hosts.begin(), hosts.end(), anywhere) == hosts.end()) hosts.push_back(std::move(anywhere));
  }
  addresses = std::move(hosts);
}

}  // namespace

Core::Core(Options options, Protocols protocols)
    : options_(std::move(options)),
      protocols_(std::move(protocols)),
      client_qos_(qos::for_end(options_.qos, End::client, wanted_protocol(options_.qos))),
      stamp_(new_stamp()),
      dispatcher_(*this),
      directory_(stamp_),
      hold_limit_(hold_limit_of(options_)),
      default_endpoint_(std::make_shared<Endpoint>(
          serving_binder(options_.qos), dispatcher_, listen_options(false),
          qos::for_end(options_.qos, End::server, wanted_protocol(options_.qos)), !options_.listen.empty())) {
  endpoints_.push_back(default_endpoint_);
}

// A program would hear of it with its first call otherwise. An endpoint says so by itself, when it is made.
void Core::require_client_qos() const {
  const Protocol wanted = wanted_protocol(client_qos_);
  for (const auto& binder : protocols_.binders) {
    const bool is_used = wanted == Protocol::any ? binder->answers() : to_string(wanted) == binder->protocol();
    if (is_used) binder->require_assembled(client_qos_, End::client);
  }
}

Core::~Core() {
  // Only of a core that was never destroyed as an ORB: nobody can reach it any more.
  for (const auto& endpoint : endpoints_) endpoint->release();
  for (const auto& binder : protocols_.binders) binder->shutdown();
}

std::shared_ptr<Core> Core::make(Options options, Protocols protocols) {
  std::shared_ptr<Core> core;
  try {
    core.reset(new Core(std::move(options), std::move(protocols)));
    core->require_client_qos();
  } catch (const QoSError& error) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO,
                           std::string("the program's default QoS (--dimma-qos, DIMMA_QOS): ") + error.what());
  }
  core->managers_ = CORBA::make_reference<ManagerFactory>(core, core->hold_limit_)._shared();
  return core;
}

channel::Binder& Core::serving_binder(const EngineeringQoS& qos) const {
  const Protocol wanted = wanted_protocol(qos);
  for (const auto& binder : protocols_.binders) {
    if (wanted == Protocol::any || to_string(wanted) == binder->protocol()) return *binder;
  }
  throw QoSError(qos.protocol != Protocol::any ? Field::protocol : Field::transport,
                 "this ORB has no protocol " + std::string(to_string(wanted)));
}

std::vector<channel::Tagged> Core::profiles_of(Endpoint& endpoint, std::span<const std::byte> object_key) {
  auto profiles = endpoint.open()->profiles(object_key);
  if (!endpoint.answers() && default_endpoint_->answers()) {
    auto all = default_endpoint_->open()->profiles(object_key);
    all.insert(all.end(), std::make_move_iterator(profiles.begin()), std::make_move_iterator(profiles.end()));
    profiles = std::move(all);
  }
  if (const auto adapter = directory_.find(parse_object_key(object_key))) {
    for (const auto& added : adapter->establishment().components) add_to(profiles, added);
  }
  return profiles;
}

void Core::add_to(std::vector<channel::Tagged>& profiles, const AddedComponent& added) const {
  const auto octets = std::as_bytes(std::span(added.component.component_data()));
  const channel::Tagged component{added.component.tag(), {octets.begin(), octets.end()}};
  for (auto& profile : profiles) {
    if (added.profile && *added.profile != profile.tag) continue;
    for (const auto& binder : protocols_.binders) {
      if (binder->understands(profile)) binder->add_component(profile, component);
    }
  }
}

channel::ListenOptions Core::listen_options(bool own) const {
  channel::ListenOptions options{.publish = options_.publish};
  if (!options_.listen.empty()) options.at = options_.listen;
  if (own) {
    without_ports(options.at);
    without_ports(options.publish);
  }
  return options;
}

std::shared_ptr<Endpoint> Core::make_endpoint(const EngineeringQoS& qos) {
#if !DIMMA_THREADS
  release_retired();
#endif
  auto endpoint = std::make_shared<Endpoint>(serving_binder(qos), dispatcher_, listen_options(true), qos, true);
  endpoint->open_with_qos();
  const std::scoped_lock lock(endpoints_mutex_);
  endpoints_.push_back(endpoint);
  return endpoint;
}

std::vector<channel::Fact> Core::plan_endpoint(const EngineeringQoS& qos) const {
  return serving_binder(qos).plan(listen_options(true), qos);
}

namespace {

// One after the other, with names that say whose each fact is.
class Sections {
 public:
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

std::vector<channel::Fact> Core::describe() {
  Sections sections;
  std::vector<std::shared_ptr<Endpoint>> endpoints;
  {
    const std::scoped_lock lock(endpoints_mutex_);
    endpoints = endpoints_;
  }
  std::size_t number = 0;
  for (const auto& endpoint : endpoints) {
    const auto opened = endpoint->opened();
    if (!opened) continue;
    const std::string whose = endpoint == default_endpoint_ ? "the ORB's" : "of a POA of its own";
    std::vector<channel::Fact> facts{
        {"", whose + ", " + (endpoint->qos() == EngineeringQoS{} ? "default" : endpoint->qos().to_string())}};
    for (auto& fact : opened->describe()) facts.push_back(std::move(fact));
    sections.add("endpoint", ++number, std::move(facts));
  }
  number = 0;
  bindings_.for_each([&](ObjectReference& reference) {
    auto facts = reference.describe_if_bound();
    if (!facts.empty()) sections.add("binding", ++number, std::move(facts));
  });
  return sections.take();
}

void Core::forget_endpoint(const std::shared_ptr<Endpoint>& endpoint) noexcept {
  {
    const std::scoped_lock lock(endpoints_mutex_);
    std::erase(endpoints_, endpoint);
  }
  endpoint->release();
}

void Core::retire_endpoint(const std::shared_ptr<Adapter>& adapter) noexcept {
#if DIMMA_THREADS
  try {
    retiring_.start({}, qos::thread_name::retirement, shared_from_this(), [adapter] {
      adapter->wait_until_drained();
      adapter->core().forget_endpoint(adapter->endpoint());
    });
  } catch (const std::exception&) {
    // Without a thread it is closed when the ORB is.
  }
#else
  retired_.push_back(adapter);
  release_retired();
#endif
}

#if !DIMMA_THREADS
void Core::release_retired() noexcept {
  if (retired_.empty() || in_upcall(*this)) return;
  std::vector<std::shared_ptr<Adapter>> still;
  for (auto& adapter : std::exchange(retired_, {})) {
    if (adapter->is_drained()) {
      forget_endpoint(adapter->endpoint());
    } else {
      still.push_back(std::move(adapter));
    }
  }
  retired_.insert(retired_.end(), still.begin(), still.end());
}
#endif

bool Core::is_served_by_default_endpoint(std::string_view key) {
  const auto adapter = directory_.find(parse_object_key(octets_of(key)));
  return !adapter || adapter->endpoint() == default_endpoint_;
}

std::optional<std::string> Core::own_key(const Ior& ior) const {
  const std::scoped_lock lock(endpoints_mutex_);
  channel::Octets key;
  for (const auto& endpoint : endpoints_) {
    const auto opened = endpoint->opened();
    if (!opened) continue;
    for (const auto& profile : ior.profiles) {
      if (!opened->owns(profile, key)) continue;
      const auto text = text_of(key);
      if (parse_object_key(key).kind != ObjectKey::Kind::foreign) return std::string(text);
      // A plain name: what was published under it, unless that is elsewhere.
      const auto published = names_.published(text);
      if (published && !published->key.empty()) return published->key;
    }
  }
  return std::nullopt;
}

std::shared_ptr<Adapter> Core::root() {
  const std::scoped_lock lock(tree_mutex_);
  if (root_) return root_;
  require_running();
  auto manager = managers_->create("RootPOAManager");
  root_ =
      CORBA::make_reference<Adapter>(shared_from_this(), Adapter::Place{nullptr, "RootPOA", directory_.next_number()},
                                     AdapterPolicies::root(), manager, default_endpoint_)
          ._shared();
  root_->itself(root_);
  establish(*this, *root_);
  directory_.add(root_);
  manager->add(root_);
  return root_;
}

void Core::require_running() const {
  switch (state_.load(std::memory_order_seq_cst)) {
    case State::running:
      return;
    case State::stopping:
      if (in_upcall(*this)) return;
      [[fallthrough]];
    case State::stopped:
      throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_orb_shut_down, CORBA::COMPLETED_NO, "the ORB has been shut down");
    case State::destroyed:
      require_not_destroyed();
  }
}

void Core::require_not_destroyed() const {
  if (state_.load(std::memory_order_seq_cst) != State::destroyed) return;
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_orb_destroyed, CORBA::COMPLETED_NO,
                                "the ORB has been destroyed");
}

void Core::require_callable() const {
  if (state_.load(std::memory_order_seq_cst) == State::destroyed) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_orb_shut_down, CORBA::COMPLETED_NO, "the ORB has been destroyed");
  }
  require_running();
}

void Core::run() {
  const auto stopping = [this] {
#if !DIMMA_THREADS
    release_retired();
#endif
    return state_.load(std::memory_order_relaxed) != State::running;
  };
#if DIMMA_THREADS
  SignalEvent* signals = nullptr;
  {
    std::unique_lock lock(mutex_);
    signals = signals_.get();
    if (signals == nullptr) state_changed_.wait(lock, stopping);
  }
  if (signals != nullptr) {
    signals->wait();
    begin_stopping();
  }
#else
  transport::Loop::instance().run_until(stopping);
#endif
  if (!in_upcall(*this)) finish_stopping();
}

void Core::shutdown_on_signals(std::initializer_list<int> signals) {
  {
    const std::scoped_lock lock(mutex_);
    if (!signals_) signals_ = std::make_unique<SignalEvent>(*this);
  }
  for (const int signal : signals) SignalEvent::handle(signal);
}

bool Core::work_pending() {
#if DIMMA_THREADS
  return false;
#else
  return transport::Loop::instance().pending();
#endif
}

void Core::perform_work() {
#if !DIMMA_THREADS
  transport::Loop::instance().perform();
#endif
}

void Core::shutdown(bool wait_for_completion) {
  if (wait_for_completion) require_no_upcall(*this, "shutdown with wait_for_completion");
  begin_stopping();
  if (wait_for_completion) finish_stopping();
}

// While the handlers, which are objects of this ORB, can still be called.
void Core::end_asynchronous_calls() {
#if DIMMA_THREADS
  answers_.refuse();
  for (const auto& binder : protocols_.binders) binder->end_asynchronous_calls();
  // An upcall that ends the ORB would wait for handlers that may wait for it.
  if (answers_.is_own_thread() || !in_upcall(*this)) answers_.drain();
#endif
}

void Core::begin_stopping() {
  if (running()) end_asynchronous_calls();
  {
    const std::scoped_lock lock(mutex_);
    if (state_.load(std::memory_order_relaxed) != State::running) return;
    state_.store(State::stopping, std::memory_order_seq_cst);
  }
#if !DIMMA_THREADS
  transport::Loop::instance().return_soon();
#endif
  managers_->deactivate_all();
  {
    const std::scoped_lock tree(tree_mutex_);
    if (root_) root_->detach(draining_);
    root_.reset();
  }
  tell_destroyed(*this, draining_);
  for (const auto& adapter : draining_) adapter->deactivate_all(true);
  {
    const std::scoped_lock lock(mutex_);
    ready_to_finish_ = true;
    if (signals_) signals_->raise();
  }
  state_changed_.notify_all();
}

void Core::finish_stopping() {
  {
    std::unique_lock lock(mutex_);
    state_changed_.wait(lock, [this] { return ready_to_finish_; });
    if (finishing_) {
      state_changed_.wait(lock, [this] { return state_.load(std::memory_order_relaxed) >= State::stopped; });
      return;
    }
    finishing_ = true;
  }
  for (const auto& adapter : draining_) adapter->wait_until_gone();
  draining_.clear();
#if DIMMA_THREADS
  retiring_.await_others();
#endif
  std::vector<std::shared_ptr<Endpoint>> endpoints;
  {
    const std::scoped_lock lock(endpoints_mutex_);
    endpoints = endpoints_;
  }
  close_all(endpoints);
  bindings_.for_each([](ObjectReference& reference) { reference.close_channel(); });
  for (const auto& binder : protocols_.binders) binder->shutdown();
#if DIMMA_THREADS
  answers_.drain();
  answers_.stop();
#endif
  {
    const std::scoped_lock lock(mutex_);
    state_.store(State::stopped, std::memory_order_seq_cst);
  }
  state_changed_.notify_all();
}

void Core::destroy() {
  require_not_destroyed();
  require_no_upcall(*this, "destroying the ORB");
  begin_stopping();
  finish_stopping();
  {
    const std::scoped_lock lock(mutex_);
    state_.store(State::destroyed, std::memory_order_seq_cst);
  }
  interceptors_.destroy();
  names_.clear();
  value_factories_.clear();
  std::vector<std::shared_ptr<Endpoint>> endpoints;
  {
    const std::scoped_lock lock(endpoints_mutex_);
    endpoints.swap(endpoints_);
  }
  for (const auto& endpoint : endpoints) endpoint->release();
}

}  // namespace dimma::orb
