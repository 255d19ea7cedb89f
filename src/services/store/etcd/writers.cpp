#include "services/store/etcd/writers.hpp"

#include "base/sync/clock.hpp"

#include <exception>
#include <random>

namespace dimma::store::etcd {
namespace {

constexpr std::size_t answer_octets_max = std::size_t{1} << 20;

std::uint64_t random_number() {
  std::random_device device;
  return std::uniform_int_distribution<std::uint64_t>(1, (std::uint64_t{1} << 63) - 1)(device);
}

std::string id_request(LeaseId lease) { return "{\"ID\":\"" + std::to_string(lease) + "\"}"; }

}  // namespace

LeaseId grant_lease(Cluster& cluster, std::chrono::seconds lifetime, Deadline deadline) {
  const LeaseId lease = random_number();
  const std::string request =
      "{\"ID\":\"" + std::to_string(lease) + "\",\"TTL\":\"" + std::to_string(lifetime.count()) + "\"}";
  bool was_unknown = false;
  const Attempt made = cluster.ask("/v3/lease/grant", request, answer_octets_max, deadline, &was_unknown);
  if (made.result == Attempt::Result::done) {
    if (lease_answer(made.text).id == lease) return lease;
    cluster.fail(StoreError::Kind::failed, "granting a lease: etcd granted a different one");
  }
  if (was_unknown && made.error.code == ErrorAnswer::failed_precondition) return lease;  // already granted
  cluster.fail(StoreError::Kind::failed, "granting a lease: " + made.error.text);
}

bool renew_lease(Cluster& cluster, LeaseId lease, Deadline deadline) {
  if (lease > (std::uint64_t{1} << 63) - 1) return false;
  const Attempt made = cluster.ask("/v3/lease/keepalive", id_request(lease), answer_octets_max, deadline);
  if (made.result == Attempt::Result::done) return lease_answer(made.text).lifetime_s != 0;
  if (made.error.code == ErrorAnswer::not_found) return false;
  cluster.fail(StoreError::Kind::failed, "renewing a lease: " + made.error.text);
}

bool revoke_lease(Cluster& cluster, LeaseId lease, Deadline deadline) {
  if (lease > (std::uint64_t{1} << 63) - 1) return false;
  bool was_unknown = false;
  const Attempt made = cluster.ask("/v3/lease/revoke", id_request(lease), answer_octets_max, deadline, &was_unknown);
  if (made.result == Attempt::Result::done) return true;
  if (made.error.code == ErrorAnswer::not_found) return was_unknown;
  cluster.fail(StoreError::Kind::failed, "revoking a lease: " + made.error.text);
}

Writers::Writers(Cluster& cluster, std::string prefix, std::chrono::milliseconds session_lifetime)
    : cluster_(cluster), prefix_(std::move(prefix)), session_lifetime_(session_lifetime) {}

Writers::~Writers() {
  if (session_ == no_lease) return;
  try {
    revoke_lease(cluster_, session_, Clock::now() + std::chrono::seconds(1));
  } catch (const StoreError&) {
    // The session expires.
  }
}

bool Writers::is_renewal_due() const {
  return session_ == no_lease || Clock::now() >= renewed_ + session_lifetime_ / 3;
}

void Writers::renew_session(Deadline deadline) {
  is_renewing_ = true;
  const LeaseId before = session_;
  const auto now = Clock::now();
  mutex_.unlock();
  LeaseId session = before;
  std::exception_ptr failure;
  try {
    if (before == no_lease || !renew_lease(cluster_, before, deadline)) {
      session = grant_lease(cluster_, std::chrono::ceil<std::chrono::seconds>(session_lifetime_), deadline);
    }
  } catch (...) {
    failure = std::current_exception();
  }
  mutex_.lock();
  is_renewing_ = false;
  renewed_or_failed_.notify_all();
  if (failure) std::rethrow_exception(failure);
  if (session != session_) idle_.clear();
  session_ = session;
  renewed_ = now;
}

Writer Writers::take(Deadline deadline) {
  locks::Lock lock(mutex_);
  while (is_renewal_due()) {
    if (!is_renewing_) {
      renew_session(deadline);
    } else if (session_ != no_lease) {
      break;
    } else if (renewed_or_failed_.wait_until(lock, deadline) == std::cv_status::timeout) {
      cluster_.fail(StoreError::Kind::unavailable, "etcd did not grant a lease in time");
    }
  }
  if (idle_.empty()) return {prefix_ + std::to_string(session_) + '.' + std::to_string(made_++), 0, 0, session_};
  Writer writer = std::move(idle_.back());
  idle_.pop_back();
  return writer;
}

void Writers::give_back(Writer writer) {
  const locks::Lock lock(mutex_);
  if (writer.session == session_) idle_.push_back(std::move(writer));
}

void Writers::forget_session(LeaseId session) {
  const locks::Lock lock(mutex_);
  if (session != session_) return;
  session_ = no_lease;
  idle_.clear();
}

bool Writers::is_session(LeaseId session, Deadline deadline) { return renew_lease(cluster_, session, deadline); }

}  // namespace dimma::store::etcd
