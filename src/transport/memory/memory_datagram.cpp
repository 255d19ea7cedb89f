#include "transport/memory/memory_datagram.hpp"

#include "base/deadline.hpp"
#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"
#include "reactor/event_flag.hpp"

#include <algorithm>
#include <cerrno>
#include <deque>
#include <map>
#include <system_error>
#include <vector>

namespace dimma::transport {
namespace {

using Octets = std::vector<std::byte>;

PeerAddress address_of(std::uint16_t port) { return {&port, sizeof port}; }
std::uint16_t port_of(const PeerAddress& address) {
  std::uint16_t port = 0;
  std::memcpy(&port, address.data(), sizeof port);
  return port;
}

struct Waiting {
  Octets octets;
  std::uint16_t from = 0;
};

// The datagrams that have arrived at a socket.
class Inbox {
 public:
  bool put(Waiting datagram, std::size_t limit) {
    const sync::LockGuard lock(mutex_);
    if (waiting_.size() >= limit) {
      ++overflowed_;
      return false;
    }
    waiting_.push_back(std::move(datagram));
    readable_.set(true);
    changed_.notify_one();
    return true;
  }

  Moved take(std::span<Arrival> into, Deadline deadline) {
    sync::UniqueLock lock(mutex_);
    const auto ready = [this]() DIMMA_REQUIRES(mutex_) { return shut_ || !waiting_.empty(); };
    if (deadline == no_deadline) {
      changed_.wait(lock, ready);
    } else if (!changed_.wait_until(lock, deadline, ready)) {
      return {Status::timeout, 0, 0, false};
    }
    if (shut_) return {Status::closed, 0, 0, false};
    Moved moved;
    for (Arrival& arrival : into) {
      if (waiting_.empty()) break;
      const Waiting& first = waiting_.front();
      arrival.octets = std::min(first.octets.size(), arrival.room.size());
      arrival.cut = arrival.octets < first.octets.size();
      arrival.from = address_of(first.from);
      std::copy_n(first.octets.begin(), arrival.octets, arrival.room.begin());
      waiting_.pop_front();
      ++moved.datagrams;
    }
    readable_.set(!waiting_.empty());
    return moved;
  }

  void shut() noexcept {
    const sync::LockGuard lock(mutex_);
    shut_ = true;
    readable_.set(true);
    changed_.notify_all();
  }
  bool is_shut() const noexcept {
    const sync::LockGuard lock(mutex_);
    return shut_;
  }
  int handle() const noexcept { return readable_.handle(); }
  std::uint64_t overflowed() const noexcept {
    const sync::LockGuard lock(mutex_);
    return overflowed_;
  }

 private:
  mutable sync::Mutex mutex_;
  sync::Condition changed_;
  std::deque<Waiting> waiting_ DIMMA_GUARDED_BY(mutex_);
  reactor::EventFlag readable_;  // set with the mutex held
  std::uint64_t overflowed_ DIMMA_GUARDED_BY(mutex_) = 0;
  bool shut_ DIMMA_GUARDED_BY(mutex_) = false;
};

}  // namespace

class DatagramDirectory {
 public:
  std::uint16_t enter(std::uint16_t port, const std::shared_ptr<Inbox>& inbox) {
    const sync::LockGuard lock(mutex_);
    if (port == 0) {
      do {
        port = ++next_port_;
      } while (port == 0 || inboxes_.contains(port));
    }
    if (!inboxes_.emplace(port, inbox).second) {
      throw std::system_error(EADDRINUSE, std::generic_category(), "listen at memory:" + std::to_string(port));
    }
    return port;
  }
  void detach(std::uint16_t port) noexcept {
    const sync::LockGuard lock(mutex_);
    inboxes_.erase(port);
  }

  void plan(const DatagramPlan& plan) {
    const sync::LockGuard lock(mutex_);
    let_all_arrive();
    plan_ = plan;
    chance_ = Chance(plan.seed);
  }
  void let_arrive() {
    const sync::LockGuard lock(mutex_);
    let_all_arrive();
  }
  MemoryDatagramNetwork::Fates fates() const {
    const sync::LockGuard lock(mutex_);
    return fates_;
  }

  void carry(Waiting datagram, std::uint16_t to) {
    const sync::LockGuard lock(mutex_);
    ++fates_.sent;
    for (auto& held : held_) {
      if (held.behind != 0) --held.behind;
    }
    if (happens(plan_.lost)) {
      ++fates_.lost;
    } else {
      if (happens(plan_.cut) && !datagram.octets.empty()) {
        ++fates_.cut;
        datagram.octets.resize(chance_.between(0, datagram.octets.size() - 1));
      }
      if (happens(plan_.repeated)) {
        ++fates_.repeated;
        arrive(datagram, to);
      }
      if (happens(plan_.moved)) {
        ++fates_.moved;
        held_.push_back({std::move(datagram), to, chance_.between(1, plan_.moved_by_max)});
      } else {
        arrive(std::move(datagram), to);
      }
    }
    let_due_arrive();
  }
  void carry_back(Waiting datagram, std::uint16_t to) {
    const sync::LockGuard lock(mutex_);
    arrive(std::move(datagram), to);
  }

 private:
  struct Held {
    Waiting datagram;
    std::uint16_t to = 0;
    std::uint64_t behind = 0;  // number of later datagrams to wait for
  };

  bool happens(unsigned in_a_thousand) DIMMA_REQUIRES(mutex_) {
    return in_a_thousand != 0 && chance_.between(0, 999) < in_a_thousand;
  }
  void arrive(Waiting datagram, std::uint16_t to) DIMMA_REQUIRES(mutex_) {
    const auto found = inboxes_.find(to);
    if (found == inboxes_.end()) {
      ++fates_.to_nobody;
    } else if (!found->second->put(std::move(datagram), plan_.queue_datagrams)) {
      ++fates_.overflowed;
    }
  }
  void let_due_arrive() DIMMA_REQUIRES(mutex_) {
    for (auto at = held_.begin(); at != held_.end();) {
      if (at->behind != 0) {
        ++at;
        continue;
      }
      arrive(std::move(at->datagram), at->to);
      at = held_.erase(at);
    }
  }
  void let_all_arrive() DIMMA_REQUIRES(mutex_) {
    for (auto& held : held_) held.behind = 0;
    let_due_arrive();
  }

  mutable sync::Mutex mutex_;
  std::map<std::uint16_t, std::shared_ptr<Inbox>> inboxes_ DIMMA_GUARDED_BY(mutex_);
  std::uint16_t next_port_ DIMMA_GUARDED_BY(mutex_) = 40'000;
  DatagramPlan plan_ DIMMA_GUARDED_BY(mutex_);
  Chance chance_ DIMMA_GUARDED_BY(mutex_){0};
  std::deque<Held> held_ DIMMA_GUARDED_BY(mutex_);
  MemoryDatagramNetwork::Fates fates_ DIMMA_GUARDED_BY(mutex_);
};

namespace {

class MemoryDatagramSocket final : public DatagramSocket {
 public:
  MemoryDatagramSocket(std::shared_ptr<DatagramDirectory> directory, std::uint16_t port, std::uint16_t to,
                       std::size_t in_one_piece)
      : directory_(std::move(directory)),
        inbox_(std::make_shared<Inbox>()),
        port_(directory_->enter(port, inbox_)),
        to_(to),
        in_one_piece_(in_one_piece) {}
  ~MemoryDatagramSocket() override { directory_->detach(port_); }

  Moved send(std::span<const Datagram> batch, NoRoom /*no_room*/) override {
    const OneAtATime::Use sending(sending_);
    if (inbox_->is_shut()) return {Status::closed, 0, 0, false};
    for (const Datagram& datagram : batch) {
      Octets octets(datagram.head.begin(), datagram.head.end());
      octets.insert(octets.end(), datagram.body.begin(), datagram.body.end());
      if (octets.size() > datagram_octets_max) return {Status::failed, 0, EMSGSIZE, false};
      directory_->carry({std::move(octets), port_}, to_);
    }
    return {Status::ok, batch.size(), 0, false};
  }
  Moved reply(const PeerAddress& to, std::span<const std::byte> octets) override {
    if (inbox_->is_shut()) return {Status::closed, 0, 0, false};
    directory_->carry_back({{octets.begin(), octets.end()}, port_}, port_of(to));
    return {Status::ok, 1, 0, false};
  }
  Moved receive(std::span<Arrival> into, Deadline deadline) override {
    const OneAtATime::Use receiving(receiving_);
    return inbox_->take(into, deadline);
  }
  int handle() const noexcept override { return inbox_->handle(); }
  std::uint64_t overflowed() const noexcept override { return inbox_->overflowed(); }
  std::size_t octets_in_one_piece() const noexcept override { return to_ == 0 ? datagram_octets_max : in_one_piece_; }
  void shutdown() noexcept override { inbox_->shut(); }
  Endpoint local() const override { return {"memory", "here", port_}; }
  Endpoint peer() const override { return to_ == 0 ? Endpoint{"memory", {}, 0} : Endpoint{"memory", "here", to_}; }

 private:
  const std::shared_ptr<DatagramDirectory> directory_;
  const std::shared_ptr<Inbox> inbox_;
  const std::uint16_t port_;
  const std::uint16_t to_;
  const std::size_t in_one_piece_;
  [[no_unique_address]] OneAtATime receiving_;
  [[no_unique_address]] OneAtATime sending_;
};

}  // namespace

MemoryDatagramNetwork::MemoryDatagramNetwork() : directory_(std::make_shared<DatagramDirectory>()) {}
void MemoryDatagramNetwork::plan(const DatagramPlan& plan) { directory_->plan(plan); }
void MemoryDatagramNetwork::let_arrive() { directory_->let_arrive(); }
MemoryDatagramNetwork::Fates MemoryDatagramNetwork::fates() const { return directory_->fates(); }

std::unique_ptr<DatagramSocket> MemoryDatagramTransport::connect(const Endpoint& to, const StreamOptions& /*options*/,
                                                                 std::string& /*problem*/) {
  return std::make_unique<MemoryDatagramSocket>(directory_, std::uint16_t{0}, to.port, in_one_piece_);
}

std::unique_ptr<DatagramSocket> MemoryDatagramTransport::bind(const Endpoint& at, const StreamOptions& /*options*/) {
  return std::make_unique<MemoryDatagramSocket>(directory_, at.port, std::uint16_t{0}, in_one_piece_);
}

DatagramPlan random_datagram_plan(std::uint64_t seed) {
  Chance chance(seed);
  const auto some = [&chance] {
    return chance.between(0, 1) == 0 ? 0U : static_cast<unsigned>(chance.between(1, 300));
  };
  DatagramPlan plan;
  plan.seed = seed;
  plan.lost = some();
  plan.repeated = some();
  plan.cut = some();
  plan.moved = some();
  plan.moved_by_max = static_cast<unsigned>(chance.between(1, 20));
  return plan;
}

std::string describe(const DatagramPlan& plan) {
  return "seed " + std::to_string(plan.seed) + ": of a thousand datagrams " + std::to_string(plan.lost) + " lost, " +
         std::to_string(plan.repeated) + " repeated, " + std::to_string(plan.cut) + " cut, " +
         std::to_string(plan.moved) + " moved by up to " + std::to_string(plan.moved_by_max);
}

}  // namespace dimma::transport
