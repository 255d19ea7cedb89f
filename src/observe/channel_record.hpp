#pragma once
// The metrics of one channel and its latest calls.

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
  std::array<sync::Atomic<const Address*>, 8> addresses{};  // addresses of the calls, up to the size of the array
  sync::Atomic<std::uint64_t> begun{0};
  sync::Atomic<std::uint64_t> ended{0};
  sync::Atomic<std::uint64_t> octets_sent{0};
  sync::Atomic<std::uint64_t> octets_received{0};
  LatencyHistogram latency;
  NameTable<FailureCount, 30> failures;
};

// The number of steps of a call, whose times are kept in nanoseconds. A client's calls have five steps, a server's
// four.
inline constexpr std::size_t steps = 5;

struct CallEntry {
  const OperationRecord* operation = nullptr;
  const FailureCount* failure = nullptr;  // nullptr if the call succeeded
  std::int64_t begun = 0;                 // system clock, in nanoseconds
  std::uint64_t duration = 0;
  std::array<std::uint64_t, steps> steps_taken{};
  std::uint64_t octets_sent = 0;
  std::uint64_t octets_received = 0;
  std::uint32_t minor = 0;
  std::uint32_t outcome = 0;
  const Address* address = nullptr;  // nullptr if unknown
  std::array<char, 56> peer{};       // zero-terminated
};

// A call in progress. The channel creates it on the stack, or as part of an asynchronous call.
class Call;

class ChannelRecord {
 public:
  static constexpr std::size_t operations_max = 512;
  ChannelRecord(std::uint64_t id, observation::Side side, std::string_view protocol, const Wanted& wanted);

  std::uint64_t id() const noexcept { return id_; }
  observation::Side side() const noexcept { return side_; }
  // Sets the address that the channel connects to or listens on, once it is known.
  void name(std::string text);
  // Describes the parts of the channel. metrics() calls the function on any thread until the channel is closed.
  using Describe = std::function<std::vector<channel::Fact>()>;
  void described_by(Describe describe);
  // Blocks until no thread is calling the function passed to described_by().
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
  const std::unique_ptr<CallRing<CallEntry>> calls_;  // nullptr if calls are not recorded
};

// Used by one thread at a time.
class Call {
 public:
  // For a client, where the application provides the operation.
  Call(ChannelRecord& channel, std::string_view operation);
  // For a server, where a peer provides the name. The name is entered only once an object is found to have that
  // operation. If none is found, the call is counted under others() when it ends.
  struct ByPeer {
    std::string_view operation;
  };
  Call(ChannelRecord& channel, ByPeer asked);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  // Counts the call unless forget() was called.
  ~Call();

  // Called when a step has ended at `now`. Adds the time since the previous step to this step's total.
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
  // Records the address to which a client's call was sent, or the address at which a server received it.
  void by(const std::string& address) noexcept;
  // Records the peer of a call at a server, and the address at which the server received it.
  void of(channel::Session* session) noexcept;
  void failed(const CORBA::Exception& exception) noexcept;
  // For a server: called with the servant of the target object.
  void found(const PortableServer::Servant& servant) noexcept {
    if (operation_ == nullptr) enter_if_known(servant);
  }
  void forwarded() noexcept { outcome_ = observation::Outcome::forward; }
  // Called if the request will be dispatched again later, as another call.
  void forget() noexcept { forgotten_ = true; }
  // Returns the steps of a client's call, for example "queued 1.2 ms, encoded 3.0 us".
  std::string steps_in_words() const;

 private:
  void begin_as(OperationRecord& operation) noexcept;
  [[gnu::cold]] void enter_if_known(const PortableServer::Servant& servant) noexcept;
  [[gnu::cold]] void enter_at_the_end() noexcept;

  ChannelRecord& channel_;
  OperationRecord* operation_;  // nullptr until the name is entered
  std::string new_name_;
  bool is_dynamic_ = false;  // the servant is dynamic: its operations are known only by their replies
  bool is_refused_ = false;  // the dynamic servant replied that it has no such operation
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
