#pragma once
// The record of one channel: its counters and its last calls.

#include "base/sync/clock.hpp"
#include "base/sync/sync.hpp"
#include "channel/facts.hpp"
#include "observe/call_ring.hpp"
#include "observe/latency_histogram.hpp"
#include "observe/name_table.hpp"
#include "observe/wanted.hpp"

#include <dimma/observation.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CORBA {
class Exception;
}

namespace PortableServer {
class Servant;
}

namespace dimma::channel {
class Session;
}

namespace dimma::observe {

struct FailureCount {
  explicit FailureCount(std::string id) : name(std::move(id)) {}
  const std::string name;
  sync::Atomic<std::uint64_t> count{0};
};

// The address of one end of a connection.
struct Address {
  explicit Address(std::string text) : name(std::move(text)) {}
  const std::string name;
};

struct OperationRecord {
  explicit OperationRecord(std::string operation) : name(std::move(operation)) {}
  void came_by(const Address& address) noexcept;
  std::vector<std::string> address_names() const;

  const std::string name;
  std::array<sync::Atomic<const Address*>, 8> addresses{};  // the addresses of the calls, as many as fit
  sync::Atomic<std::uint64_t> begun{0};
  sync::Atomic<std::uint64_t> ended{0};
  sync::Atomic<std::uint64_t> octets_sent{0};
  sync::Atomic<std::uint64_t> octets_received{0};
  LatencyHistogram latency;
  NameTable<FailureCount, 30> failures;
};

// The number of steps of a call, each in nanoseconds: a client's calls have five, a server's four.
inline constexpr std::size_t steps = 5;

struct CallEntry {
  const OperationRecord* operation = nullptr;
  const FailureCount* failure = nullptr;  // nullptr: it did not fail
  std::int64_t begun = 0;                 // nanoseconds of the system's clock
  std::uint64_t duration = 0;
  std::array<std::uint64_t, steps> steps_taken{};
  std::uint64_t octets_sent = 0;
  std::uint64_t octets_received = 0;
  std::uint32_t minor = 0;
  std::uint32_t outcome = 0;
  const Address* address = nullptr;  // nullptr: not known
  std::array<char, 56> peer{};       // up to a zero
};

// A call in progress. Made by a channel, on the stack or with the asynchronous call.
class Call;

class ChannelRecord {
 public:
  static constexpr std::size_t operations_max = 512;
  ChannelRecord(std::uint64_t id, observation::Side side, std::string_view protocol, const Wanted& wanted);

  std::uint64_t id() const noexcept { return id_; }
  observation::Side side() const noexcept { return side_; }
  // Sets the address to which the channel leads, or at which it listens, once that is known.
  void name(std::string text);
  // Describes the parts of the channel until it is closed. metrics() calls it, on any thread.
  using Describe = std::function<std::vector<channel::Fact>()>;
  void described_by(Describe describe);
  // Waits for the threads that are calling Describe.
  void close() noexcept;
  bool is_open() const noexcept { return is_open_.load(std::memory_order_relaxed); }

  observation::ChannelMetrics metrics() const;
  void read_calls(std::vector<observation::RecordedCall>& into) const;

 private:
  friend class Call;
  static constexpr std::size_t addresses_max = 32;
  std::string name() const;
  std::vector<observation::ResourceMetrics> resources() const;

  const std::uint64_t id_;
  const observation::Side side_;
  const std::string protocol_;
  mutable sync::Mutex mutex_;
  std::string name_ DIMMA_GUARDED_BY(mutex_);
  mutable sync::Mutex describing_;
  Describe describe_ DIMMA_GUARDED_BY(describing_);
  sync::Atomic<bool> is_open_{true};
  NameTable<OperationRecord, operations_max> operations_;
  NameTable<Address, addresses_max> addresses_;
  const std::unique_ptr<CallRing<CallEntry>> calls_;  // nullptr: calls are not recorded
};

// Used by one thread at a time.
class Call {
 public:
  // For a client: the application knows the operation.
  Call(ChannelRecord& channel, std::string_view operation);
  // For a server: a peer gives the name. It is entered once an object has the operation. Until then, and if no object
  // has it, the call counts for others().
  struct ByPeer {
    std::string_view operation;
  };
  Call(ChannelRecord& channel, ByPeer asked);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  // Counts the call, unless it was forgotten.
  ~Call();

  // Called when a step has ended now, or at `now`. Adds its time to the time of the step so far.
  void end_step(std::size_t step) noexcept { end_step(step, Clock::now()); }
  void end_step(std::size_t step, Clock::time_point now) noexcept {
    if (now <= since_) return;
    taken_[step] += static_cast<std::uint64_t>((now - since_).count());
    since_ = now;
  }
  Clock::time_point since() const noexcept { return since_; }
  void begin_at(Clock::time_point then) noexcept { since_ = begun_ = then; }
  void sent(std::size_t octets) noexcept { octets_sent_ += octets; }
  void received(std::size_t octets) noexcept { octets_received_ += octets; }
  // Notes the address of this end at which the call arrived, or the address to which it was sent.
  void by(const std::string& address) noexcept;
  // Notes the address of a call at a server, and the peer.
  void of(channel::Session* session) noexcept;
  void failed(const CORBA::Exception& exception) noexcept;
  // For a server: called with the servant of the object that is called.
  void found(const PortableServer::Servant& servant) noexcept {
    if (operation_ == nullptr) [[unlikely]]
      enter_if_known(servant);
  }
  void forwarded() noexcept { outcome_ = observation::Outcome::forward; }
  // Called if the request continues later, as another call.
  void forget() noexcept { forgotten_ = true; }
  // Returns the client's steps in the form "queued 1.2 ms, ...".
  std::string steps_in_words() const;

 private:
  void begin_as(OperationRecord& operation) noexcept;
  [[gnu::cold]] void enter_if_known(const PortableServer::Servant& servant) noexcept;
  [[gnu::cold]] void enter_at_the_end() noexcept;

  ChannelRecord& channel_;
  OperationRecord* operation_;  // nullptr: its name is not entered
  std::string new_name_;
  bool is_dynamic_ = false;  // the servant is dynamic and has operations of any name
  bool is_refused_ = false;  // the dynamic servant has no operation of this name
  Clock::time_point begun_ = Clock::now();
  Clock::time_point since_ = begun_;
  std::array<std::uint64_t, steps> taken_{};
  std::uint64_t octets_sent_ = 0;
  std::uint64_t octets_received_ = 0;
  const FailureCount* failure_ = nullptr;
  const Address* address_ = nullptr;
  std::array<char, 56> peer_{};
  std::uint32_t minor_ = 0;
  observation::Outcome outcome_ = observation::Outcome::done;
  bool forgotten_ = false;
};

}  // namespace dimma::observe
