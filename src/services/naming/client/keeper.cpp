#include "services/naming/client/keeper.hpp"

#include "services/naming/text/names.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <pthread.h>

namespace dimma::naming {

namespace {

using namespace std::chrono_literals;

PublishOptions checked(PublishOptions options) {
  if (options.lease < 100ms || options.lease > 24h) {
    throw PublishError(
        PublishError::Kind::refused,
        "PublishOptions::lease is " + std::to_string(options.lease.count()) + " ms, not from 100 ms to 1 day");
  }
  if (options.call_timeout < 1ms) {
    throw PublishError(PublishError::Kind::refused, "PublishOptions::call_timeout is below 1 ms");
  }
  return options;
}

CosNaming::Name name_of(const std::string& text) {
  try {
    return parse_name(text);
  } catch (const NameError& wrong) {
    throw PublishError(PublishError::Kind::refused, std::string("the name ") + wrong.what());
  }
}

CORBA::object_reference<CORBA::Object> object_to_publish(const CORBA::object_reference<CORBA::ORB>& orb,
                                                         CORBA::object_reference<CORBA::Object> object) {
  if (!orb) throw PublishError(PublishError::Kind::refused, "the ORB is nil");
  if (!object) throw PublishError(PublishError::Kind::refused, "the object to publish is nil");
  if (object->_is_local()) {
    throw PublishError(PublishError::Kind::refused,
                       "a local object cannot be published: other processes cannot reach it");
  }
  return object;
}

}  // namespace

KeeperOrders::Order KeeperOrders::wait_for(std::chrono::milliseconds pause) {
  locks::Lock lock(mutex_);
  changed_.wait_for(lock, pause, [this]() DIMMA_REQUIRES(mutex_) { return order_ != Order::none; });
  return order_;
}

void KeeperOrders::note_end() noexcept {
  {
    const locks::Lock lock(mutex_);
    has_ended_ = true;
  }
  changed_.notify_all();
}

void KeeperOrders::stop() noexcept {
  {
    const locks::Lock lock(mutex_);
    if (order_ == Order::none) order_ = Order::stop;
  }
  changed_.notify_all();
}

void KeeperOrders::set_thread() noexcept {
  const locks::Lock lock(mutex_);
  thread_ = std::this_thread::get_id();
}

void KeeperOrders::begin_shutdown() noexcept {
  {
    const locks::Lock lock(mutex_);
    if (order_ == Order::none) order_ = Order::unbind;
  }
  changed_.notify_all();
}

void KeeperOrders::await_shutdown(std::chrono::steady_clock::time_point deadline) noexcept {
  locks::Lock lock(mutex_);
  if (thread_ == std::this_thread::get_id()) return;
  changed_.wait_until(lock, deadline, [this]() DIMMA_REQUIRES(mutex_) { return has_ended_; });
}

Publication::Keeper::Keeper(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
                            CORBA::object_reference<CORBA::Object> object, PublishOptions options)
    : text_(name),
      name_(name_of(name)),
      object_(object_to_publish(orb, std::move(object))),
      options_(checked(std::move(options))),
      orb_(orb),
      calls_(orb_, options_.service, options_.call_timeout) {}

Publication::Keeper::~Keeper() { stop_thread(); }

void Publication::Keeper::begin() {
  try {
    if (!calls_.has_leases() && options_.requires_lease) {
      throw PublishError(PublishError::Kind::no_leases,
                         "\"" + printable(text_) +
                             "\" is not published: the naming service does not support leases, which "
                             "PublishOptions::requires_lease demands; dimma-naming does");
    }
    bind(options_.replaces);
    set({State::published, lease_.has_value(), {}}, false);
  } catch (const CORBA::Exception&) {
    const PublishError error = publish_error_in_words(text_);
    if (error.kind() != PublishError::Kind::unreachable || !options_.waits_for_service) {
      give_lease_back();
      throw error;
    }
    set({State::pending, false, error.what()}, false);
  }
  observe_shutdown(orb_, orders_);
  thread_ = std::thread([this] { run(); });
}

// Ends the lease now. If that fails, the lease expires.
void Publication::Keeper::give_lease_back() noexcept {
  try {
    if (lease_) calls_.end(*lease_);
  } catch (const std::exception&) {
    return;
  }
}

PublicationStatus Publication::Keeper::status() const {
  const locks::Lock lock(mutex_);
  return status_;
}

void Publication::Keeper::set(PublicationStatus status, bool tells) {
  {
    const locks::Lock lock(mutex_);
    if (status == status_) return;
    status_ = status;
  }
  if (!tells || !options_.on_change) return;
  try {
    options_.on_change(status);
  } catch (...) {
    // Exceptions of the application's callback are ignored.
  }
}

// Returns an interval in which the lease is renewed in time, or a shorter one if the name is not published.
std::chrono::milliseconds Publication::Keeper::pause(State state) const {
  const auto regular = std::max<std::chrono::milliseconds>(options_.lease / 3, 20ms);
  return state == State::published ? regular : std::min<std::chrono::milliseconds>(regular, 1s);
}

void Publication::Keeper::run() {
  ::pthread_setname_np(::pthread_self(), "dimma-publish");
  orders_->set_thread();
  KeeperOrders::Order order = KeeperOrders::Order::none;
  while (status().state != State::ended && order == KeeperOrders::Order::none) {
    order = orders_->wait_for(pause(status().state));
    if (order == KeeperOrders::Order::none) set(look_after(), true);
  }
  if (order == KeeperOrders::Order::unbind) set(unbind_at_shutdown(), true);
  orders_->note_end();
}

void Publication::Keeper::stop_thread() {
  orders_->stop();
  if (thread_.joinable()) thread_.join();
}

void Publication::Keeper::bind(bool replaces) {
  if (calls_.has_leases()) lease_ = calls_.grant(options_.lease);
  try {
    calls_.bind(name_, object_, lease_, replaces);
  } catch (const CosNaming::NamingContext::AlreadyBound&) {
    // An earlier run of the server may have bound the name to the same object. Rebinding puts the name under the lease.
    if (calls_.state_of(name_, object_) != NameState::ours) throw;
    calls_.bind(name_, object_, lease_, true);
  }
  was_bound_ = true;
}

PublicationStatus Publication::Keeper::look_after() noexcept {
  try {
    const bool has_leases = calls_.has_leases();
    if (!was_bound_ && !has_leases && options_.requires_lease) {
      return {State::refused, false,
              "the naming service does not support leases, which PublishOptions::requires_lease demands"};
    }
    return look_after_bound();
  } catch (const CORBA::BAD_INV_ORDER&) {
    return {State::ended, lease_.has_value(), "the ORB was shut down"};
  } catch (const CORBA::Exception&) {
    try {
      const PublishError error = publish_error_in_words(text_);
      const State away = was_bound_ ? State::renewing : State::pending;
      return {error.kind() == PublishError::Kind::unreachable ? away : State::refused, lease_.has_value(),
              error.what()};
    } catch (...) {
      return {State::renewing, lease_.has_value(), "out of memory"};
    }
  } catch (const std::exception& exception) {
    return {State::refused, lease_.has_value(), exception.what()};
  }
}

PublicationStatus Publication::Keeper::look_after_bound() {
  if (lease_) {
    try {
      calls_.renew(*lease_);
    } catch (const DimmaNaming::LeaseEnded&) {
      lease_.reset();
    }
  }
  const NameState found = calls_.state_of(name_, object_);
  const bool is_safe = lease_ || !calls_.has_leases();
  if (found == NameState::others && (was_bound_ || !options_.replaces)) {
    return {State::taken, lease_.has_value(), "\"" + printable(text_) + "\" is bound to something else"};
  }
  if (found != NameState::ours || !is_safe || !was_bound_) {
    if (lease_) calls_.end(*std::exchange(lease_, std::nullopt));
    bind(found != NameState::free);
  }
  return {State::published, lease_.has_value(), {}};
}

void Publication::Keeper::take_name_away() {
  if (!was_bound_) return;
  if (lease_) return calls_.end(*lease_);
  calls_.unbind(name_, object_);
}

PublicationStatus Publication::Keeper::unbind_at_shutdown() noexcept {
  const bool has_lease = lease_.has_value();
  try {
    take_name_away();
    return {State::ended, false, "unbound: the ORB was shut down"};
  } catch (...) {
    return {State::ended, has_lease,
            has_lease ? "the ORB was shut down, and the naming service did not answer in time: the name will be "
                        "removed with its lease"
                      : "the ORB was shut down, and the naming service did not answer in time: the name stays"};
  }
}

void Publication::Keeper::unbind() {
  const locks::Lock ending(ending_);
  stop_thread();
  if (status().state == State::ended) return;
  set({State::ended, false, "unbound"}, false);
  try {
    take_name_away();
  } catch (const CORBA::Exception&) {
    const PublishError error = publish_error_in_words(text_);
    throw PublishError(error.kind(), "\"" + printable(text_) + "\" is not unbound: " + error.what());
  }
}

void Publication::Keeper::detach() {
  const locks::Lock ending(ending_);
  stop_thread();
  if (status().state == State::ended) return;
  set({State::ended, false, "detached"}, false);
  try {
    if (lease_ && calls_.state_of(name_, object_) == NameState::ours) calls_.bind(name_, object_, std::nullopt, true);
    if (lease_) calls_.end(*lease_);
  } catch (const CORBA::Exception&) {
    const PublishError error = publish_error_in_words(text_);
    throw PublishError(error.kind(), "\"" + printable(text_) + "\" keeps its lease: " + error.what());
  }
}

}  // namespace dimma::naming
