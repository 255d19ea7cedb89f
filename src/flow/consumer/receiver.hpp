#pragma once
// Assembles datagrams into messages: the consumer's rules, without sockets, threads or a clock of their own.
//
// Limits bounds everything that a peer can make a receiver store: flows, messages being assembled and their octets,
// names. A new entry replaces the oldest if there is no room. Not thread safe, except for FlowCounters.

#include "base/sync/sync.hpp"
#include "channel/session.hpp"
#include "flow/consumer/accounting.hpp"
#include "flow/wire/limits.hpp"
#include "flow/wire/report.hpp"
#include "transport/datagram.hpp"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace dimma::flow {

// The outcomes of a flow's complete messages, counted by the code that delivers them.
struct FlowCounters {
  sync::Atomic<std::uint64_t> delivered{0};
  sync::Atomic<std::uint64_t> dropped{0};
  sync::Atomic<std::uint64_t> refused{0};
};

// The sender of a flow, as far as it is known from the datagrams.
class FlowSession final : public channel::Session {
 public:
  void sent_by(const transport::PeerAddress& from) noexcept { from_ = from; }
  // Called before each message is dispatched. `socket` is the one at which the flow arrives.
  void arrives_at(const transport::DatagramSocket& socket) noexcept {
    socket_.store(&socket, std::memory_order_relaxed);
  }

 private:
  Peer identify() const override { return socket_.load(std::memory_order_relaxed)->identify(from_); }

  transport::PeerAddress from_;
  sync::Atomic<const transport::DatagramSocket*> socket_{nullptr};
};

// The common part of the messages of a flow. Shared by the flow and its messages.
struct FlowIdentity {
  std::vector<std::byte> object_key;
  FlowSession session;
  FlowCounters counters;
  // The number of the flow's messages that servants have deferred.
  std::shared_ptr<sync::Atomic<std::uint32_t>> deferred = std::make_shared<sync::Atomic<std::uint32_t>>(0U);
  // For a queue that keeps only the latest message; guarded by the queue's mutex.
  bool taken_any = false;
  std::uint64_t newest_taken = 0;
};

struct Message {
  std::shared_ptr<FlowIdentity> flow;
  std::shared_ptr<const std::string> operation;
  OctetView body;  // a view into the datagram or `assembled`
  std::unique_ptr<std::byte[]> assembled;
  std::endian order = std::endian::native;
  std::uint64_t sequence = 0;
  std::shared_ptr<dimma::LoanArena> loans;  // the arena of the datagram
};

class Receiver {
 public:
  explicit Receiver(const Limits& limits = {});
  ~Receiver();
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;

  enum class Result : std::uint8_t { nothing, message, reply };
  // Processes one datagram. `message` is set for Result::message, reply() for Result::reply. The body of `message` is
  // also set if a message is complete but its object or operation is not yet known.
  Result take(OctetView datagram, const transport::PeerAddress& from, Time now, Message& message);
  OctetView reply() const noexcept { return reply_; }

  // Gives up messages of which no packet has arrived for too long. take() also does this when it is due.
  void expire(Time now);
  // Returns the latest time for the next call of expire(); Time::max() if no message is being assembled.
  Time next_expiry() const noexcept;

  struct Totals {
    std::size_t flows = 0;
    std::size_t assembling = 0;
    std::size_t assembling_octets = 0;
    std::uint64_t malformed = 0;          // datagrams that are not packets of a flow
    std::uint64_t flows_turned_away = 0;  // datagrams of flows beyond the limit
    FlowReport::Consumer counts;          // sums over all current flows
  };
  Totals totals() const;
  // Returns the reason why the last malformed datagram was rejected; empty if there was none.
  std::string_view last_fault() const noexcept { return last_fault_; }

 private:
  struct Key {
    std::uint64_t flow = 0;
    transport::PeerAddress from;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  struct Assembly;
  struct Flow;
  using Flows = std::unordered_map<Key, std::unique_ptr<Flow>, KeyHash>;

  Result malformed(const char* why) noexcept;
  Flow* find(const Key& key) noexcept;
  Flow* find_or_make(const Key& key, Time now);
  bool make_room(Time now);
  // Sets the flow's object and the operation's name. Returns false if the packet contradicts an earlier one.
  static bool settle(Flow& flow, const Packet& packet);
  Result take_data(Flow& flow, const Packet& packet, Time now, Message& message);
  // Returns true if a report may be sent now in answer to data that requests one.
  bool may_report(const Flow& flow, Time now) const noexcept;
  Result take_question(const Key& key, const Packet& packet, Time now);
  Result take_fragment(Flow& flow, const Packet& packet, bool is_fresh, Time now, Message& message);
  Assembly* begin(Flow& flow, const Packet& packet, Time now);
  void give_up(Flow& flow, std::size_t index) noexcept;
  void give_up_oldest() noexcept;
  Result complete(Flow& flow, const Header& header, Message& message);
  Result answer(const Header& header, const FlowReport::Consumer& said) noexcept;
  static FlowReport::Consumer counts_of(const Flow& flow) noexcept;

  const Limits limits_;
  Flows flows_;
  Flow* last_ = nullptr;  // the flow of the last datagram
  std::size_t assembling_ = 0;
  std::size_t assembling_octets_ = 0;
  Time next_expiry_ = Time::max();  // no later than the first expiry of a message
  std::uint64_t malformed_ = 0;
  std::uint64_t turned_away_ = 0;
  std::string_view last_fault_;
  ReportPacket reply_{};
};

}  // namespace dimma::flow
