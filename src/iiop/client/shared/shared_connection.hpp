#pragma once
// A connection that many calls share: the core of the default client channel.
//
// Each call in progress has a slot with its own buffers. The request id contains the slot's index and the number of its
// uses, so a late reply matches no other call. One of the waiting callers is the leader: it reads for all callers, and
// passes the lead to another one when it has its own reply. If no other caller waits, the lead becomes free. With
// demultiplexing=task, a thread of the connection has the lead permanently.
//
// An asynchronous call has a slot too. While only asynchronous calls are outstanding, the ORB's ReplyWatch has the
// lead. A caller that waits takes the lead from the watch, without waking it, unless the watch is reading.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "channel/request_batch.hpp"
#include "execution/usage.hpp"
#include "iiop/client/connection/client_connection.hpp"
#include "iiop/client/connection/target.hpp"
#include "iiop/client/watch/reply_watch.hpp"
#include "iiop/resources/message_buffers.hpp"
#include "iiop/resources/options.hpp"

#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace dimma::iiop {

class SharedConnection final : public channel::CancelPlace,
                               public WatchedConnection,
                               public channel::BatchedSender,
                               public std::enable_shared_from_this<SharedConnection>,
                               private ReplyReader {
 public:
  // Throws QoSError for a scheduling that the system does not permit, NO_RESOURCES if the system has no more threads.
  SharedConnection(Reached reached, const EngineeringQoS& qos, const Settings& settings, ReplyWatch& watch);
  ~SharedConnection() override;

  // Thread-safe. Throw what ClientConnection's send() and receive() throw, and the call's exceptions. If `buffers` is
  // set, the call uses them, and throws MARSHAL with COMPLETED_MAYBE if the reply does not fit.
  channel::Outcome call(const ChannelTarget& target, const channel::Request& request, MessageBuffers* buffers);
  // Like call(), but inlined into the caller, for the path of nearly every call. Defined in shared_call.hpp.
  channel::Outcome call_inline(const ChannelTarget& target, const channel::Request& request, MessageBuffers* buffers);
  channel::Located locate(const ChannelTarget& target, channel::Outcome& forward, MessageBuffers* buffers,
                          Deadline deadline);

  // Like ClientChannel::begin(). `buffers` are used until answered() is called. A oneway is answered when it has been
  // sent.
  void begin(const ChannelTarget& target, const std::shared_ptr<channel::Awaiting>& call, MessageBuffers* buffers);

  void cancel(std::uint32_t request_id) noexcept override;

  bool flush() noexcept override { return connection_.flush(); }
  void send_batched() noexcept override;
  // Makes the event loop read replies that no thread waits for. Affects only bidirectional connections.
  void read_when_unread();
  void read_for_watch() noexcept override;
  // Ends the calls whose deadline has passed. Returns the time at which it has to be called again.
  Deadline expire(Deadline now) noexcept override;
  // Fails all asynchronous calls, including those that are begun later.
  void fail_begun(const std::exception_ptr& why) noexcept override;

  // True if a new call may use the connection. Checks the socket if the connection has been idle for a while.
  [[gnu::always_inline]] bool usable() {
    if (connection_.broken()) return false;
    const auto now = coarse_now();
    const std::chrono::nanoseconds last{last_use_.load(std::memory_order_relaxed)};
    last_use_.store(now.count(), std::memory_order_relaxed);
    return now - last < idle_before_asking || stands_after_idling();
  }
  bool broken() const noexcept { return connection_.broken(); }
  void shut_down() noexcept override { connection_.shut_down(); }
  // Ends the connection, in order if no call waits for a reply, otherwise at once.
  void close() noexcept;

  // Usage of the slots, which own the buffers.
  execution::Usage usage() const;
  // The octets in the buffers of free slots.
  std::size_t octets_kept() const;
  const transport::Stream& stream() const noexcept { return connection_.stream(); }
  std::string endpoint_text() const { return connection_.endpoint_text(); }
  dimma::LoanArena* loans() const noexcept { return connection_.loans(); }

 private:
  enum class State : std::uint8_t { free, sending, waiting, answered, failed };

  class BegunAnswer;
  // An asynchronous call in its slot. It keeps the connection alive until it is answered, even if the link has replaced
  // the connection.
  struct Begun {
    std::shared_ptr<SharedConnection> connection;
    std::shared_ptr<channel::Awaiting> call;
    const ChannelTarget* target = nullptr;  // owned by the channel, which outlives the call
    Deadline deadline = no_deadline;
    bool is_cancelled = false;  // cancelled while its request was being sent

    explicit operator bool() const noexcept { return call != nullptr; }
  };
  // An asynchronous call that was taken out of its slot to be notified. The answer takes ownership of the connection,
  // because the thread that reads a connection's replies must not destroy the connection, and a thread of the
  // connection must not destroy itself.
  struct Ended {
    std::shared_ptr<SharedConnection> connection;
    std::shared_ptr<channel::Awaiting> call;
    std::unique_ptr<channel::Answer> answer;

    explicit operator bool() const noexcept { return call != nullptr; }
  };

  static constexpr std::uint32_t slot_bits = 14;
  struct Slot {
    Slot(std::uint32_t index, std::uint32_t parity) noexcept : id(index << 1U | parity) {}

    std::uint32_t id;  // the request id, from the top: number of uses, index of the slot, parity of the connection
    State state = State::free;
    Slot* next_free = nullptr;
    StandingHeader standing;             // the header that `out` holds
    std::optional<cdr::Buffer> own_out;  // made when the slot is first used without a pool's buffers
    std::vector<std::byte> own_reply;
    bool has_its_own = false;  // `out` and `reply` are the slot's own
    cdr::Buffer* out = nullptr;
    MessageHeader reply_header;  // filled in, like `reply`, by another caller that leads
    std::vector<std::byte>* reply = nullptr;
    std::size_t reply_octets_max = execution::no_limit;
    std::exception_ptr failure;
    Begun begun;
    sync::Condition wake;

    std::uint32_t request_id() const noexcept { return id; }
    void use_again() noexcept { id += 1U << (slot_bits + 1); }
    static std::size_t index_of(std::uint32_t request_id) noexcept {
      return request_id >> 1U & ((1U << slot_bits) - 1);
    }
    // True if the slot's own buffer has grown so much that its memory is released after the call.
    bool has_large_out() const noexcept { return has_its_own && out->capacity() > slot_octets_kept_max; }
    void release_out() noexcept;
    void release_reply() noexcept;
  };

  // A call's ownership of a slot and, while it leads, of the lead.
  class CallSlotLease;

  bool is_answered_at_once(CallSlotLease& call, const ChannelTarget& target, Deadline deadline);
  [[gnu::cold, gnu::noinline]] void lead_has_failed(const Slot& slot, const ChannelTarget& target) noexcept;
  Incoming await_reply(CallSlotLease& call, const ChannelTarget& target, Deadline deadline);
  Incoming lead(CallSlotLease& call, Deadline deadline);
  bool stands_after_idling();
  void free_locked(Slot& slot) noexcept DIMMA_REQUIRES(mutex_) {
    DIMMA_ASSERT(slot.state != State::free);
    DIMMA_ASSERT(in_progress_ != 0);
    slot.state = State::free;
    slot.next_free = std::exchange(free_, &slot);
    --in_progress_;
  }
  void require_fits(const Slot& slot, const Incoming& message) const;
  std::uint32_t request_id_of(const Incoming& message) {
    return is_plain_reply(message.octets) ? plain_reply_id(message.octets) : read_request_id(message);
  }
  std::uint32_t read_request_id(const Incoming& message);
  void deliver(const Incoming& message, std::uint32_t request_id);
  void give_up(const Slot& slot, const ChannelTarget& target) noexcept;
  void distrust_silent_peer() noexcept;
  void require_watched_locked() DIMMA_REQUIRES(mutex_) {
    if (!place_) settle_locked();
  }
  [[gnu::cold]] void settle_locked() DIMMA_REQUIRES(mutex_);
  bool look_locked() noexcept DIMMA_REQUIRES(mutex_) {
    DIMMA_ASSERT(lead_is_idle_);
    return watch_.look(*place_, connection_.has_octets_ahead());
  }
  void read_replies() noexcept final;
  bool read_what_is_there() noexcept;
  void take_the_lead_locked() noexcept DIMMA_REQUIRES(mutex_) {
    DIMMA_ASSERT(!led_ || lead_is_idle_);
    led_ = true, lead_is_idle_ = false;
  }
  bool wake_a_caller_locked() noexcept DIMMA_REQUIRES(mutex_);
  // Requires that no thread has the lead.
  void pass_the_lead_locked() noexcept DIMMA_REQUIRES(mutex_);
  void fail_all(const std::exception_ptr& why) noexcept;
  void fill_locked(Slot& slot, const Incoming& message) DIMMA_REQUIRES(mutex_);
  Ended take_begun_locked(Slot& slot) noexcept DIMMA_REQUIRES(mutex_);
  Ended end_begun_locked(Slot& slot) noexcept DIMMA_REQUIRES(mutex_);
  Ended fail_begun_locked(Slot& slot, std::exception_ptr why) noexcept DIMMA_REQUIRES(mutex_);
  static std::unique_ptr<channel::Answer> answer_of(const ChannelTarget& target, const Incoming& message,
                                                    std::shared_ptr<SharedConnection>&& connection) noexcept;
  template <class Why>
  void fail_begun_if(Why why) noexcept;
  static void tell(Ended&& ended) noexcept;
  void keep(std::shared_ptr<SharedConnection> self) noexcept;
  void end_cancelled(Ended ended, std::optional<std::uint8_t> cancel_minor, std::uint32_t request_id) noexcept;
  void send_begun(const ChannelTarget& target, channel::Awaiting& call, const channel::Request& request, Slot& slot);
  void send_now_or_in_batch(cdr::Encoder& message, std::size_t packets_max);
  void begin_oneway(const ChannelTarget& target, const std::shared_ptr<channel::Awaiting>& call,
                    MessageBuffers* buffers);
  void hand_over_to_reply(CallSlotLease& call, Deadline deadline);
  [[gnu::cold]] void end_unwatched(CallSlotLease& call) noexcept;
  void demultiplex() noexcept;

  const Settings& settings_;
  ReplyWatch& watch_;
  ClientConnection connection_;
  sync::Atomic<std::chrono::nanoseconds::rep> last_use_;  // coarse_now() when the last call began

  mutable sync::Mutex mutex_;
  std::vector<std::unique_ptr<Slot>> slots_ DIMMA_GUARDED_BY(mutex_);
  Slot* free_ DIMMA_GUARDED_BY(mutex_) = nullptr;  // the first free slot; next_free links the others
  // The number of slots that are not free. slots_.size() is the most that were ever in use at once.
  std::size_t in_progress_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::uint64_t refusals_ DIMMA_GUARDED_BY(mutex_) = 0;
  bool led_ DIMMA_GUARDED_BY(mutex_) = false;           // permanently true if there is a reading thread
  bool lead_is_idle_ DIMMA_GUARDED_BY(mutex_) = false;  // the watch has the lead, and is not reading
  std::size_t begun_ DIMMA_GUARDED_BY(mutex_) = 0;      // slots of asynchronous calls
  // No later than the earliest deadline of an asynchronous call.
  Deadline next_expiry_ DIMMA_GUARDED_BY(mutex_) = no_deadline;
  std::exception_ptr ended_ DIMMA_GUARDED_BY(mutex_);      // why the reading thread has ended
  std::exception_ptr unwatched_ DIMMA_GUARDED_BY(mutex_);  // why replies of asynchronous calls are no longer read
  // Keeps this object alive if there was no memory for the answer that would own it.
  std::shared_ptr<SharedConnection> kept_ DIMMA_GUARDED_BY(mutex_);
  // Set with the lock held before the first asynchronous call, then constant: asynchronous calls read them without it.
  std::shared_ptr<ReplyWatch::Place> place_;          // this connection's place in watch_
  std::weak_ptr<channel::CancelPlace> cancel_place_;  // this object

  sync::Thread demultiplexer_;  // demultiplexing=task
};

}  // namespace dimma::iiop
