#pragma once
// The dedicated client channel: processing=nullTask, messages=1. It has a connection of its own, with one buffer for
// requests and one for replies. The calling thread sends the request and reads the reply.

#include "base/sync/sync.hpp"
#include "execution/timed_mutex.hpp"
#include "iiop/client/assembled_channel.hpp"
#include "iiop/client/connection/client_connection.hpp"
#include "iiop/client/connection/target.hpp"
#include "iiop/resources/resources.hpp"

#include <optional>
#include <vector>

namespace dimma::iiop {

class DedicatedChannel final : public AssembledChannel, private ReplyReader {
 public:
  // Connects, and offers callbacks over the connection unless `offer` is nullptr. Throws what connect() throws.
  DedicatedChannel(const transport::Transports& transports, ChannelTarget target, const EngineeringQoS& qos,
                   const Settings& settings, CallbackOffer* offer, Deadline deadline);

  // Calls are served one at a time: a second caller waits or is refused. A call reconnects if the connection is broken.
  void open(Deadline /*deadline*/) override {}  // the constructor has connected
  channel::Outcome call(channel::Request& request) override;
  // Throws CORBA::BAD_QOS, because only the calling thread can read the reply.
  void begin(std::shared_ptr<channel::Awaiting> call) override;
  channel::Located locate(channel::Outcome& forward, Deadline deadline) override;
  dimma::LoanBlock loan(std::size_t octets, Deadline deadline) override;
  void close() noexcept override;
  void report(std::vector<channel::Fact>& facts) const override;

 private:
  // Takes turn_ as a lock or as an allocator of one resource, which the thread-safety analysis cannot follow.
  void take_turn(Deadline deadline) DIMMA_ACQUIRE(turn_) DIMMA_NO_THREAD_SAFETY_ANALYSIS;
  void connect_now(Deadline deadline);
  std::uint32_t next_id() noexcept;
  ClientConnection& connected(Deadline deadline);
  ClientConnection& connected_anew(bool was_idle, Deadline deadline);
  channel::Outcome exchange(ClientConnection& connection, channel::Request& request, bool asked);
  channel::Outcome exchange_again(ClientConnection& connection, channel::Request& request);
  channel::Outcome finish(ClientConnection& connection, channel::Request& request, OpenedReply& reply, bool asked);
  // Returns nullopt if the kept reply belongs to another call.
  std::optional<channel::Outcome> finish_kept(ClientConnection& connection, channel::Request& request, std::uint32_t id,
                                              bool asked);
  void read_replies() noexcept final;
  void keep_if_awaited(const Incoming& message);
  void give_up(ClientConnection& connection, std::uint32_t id) const noexcept;
  // Like ClientConnection::receive_usual(), but cancels the call when its deadline passes.
  bool receive_usual(ClientConnection& connection, std::uint32_t id, Deadline deadline);
  OpenedReply receive_reply(ClientConnection& connection, std::uint32_t id, bool is_there, Deadline deadline);

  const transport::Transports& transports_;
  const EngineeringQoS qos_;
  const Settings& settings_;
  CallbackOffer* const offer_;
  const ChannelTarget target_;

  const Patience patience_;
  execution::TimedMutex turn_;  // held for the length of a call: messages=1
  cdr::Buffer out_;
  StandingHeader standing_;                  // the header that out_ holds
  sync::Atomic<std::uint32_t> last_id_{0};   // changed with turn_ held, read by report()
  sync::Atomic<std::size_t> out_octets_{0};  // the capacity of out_; changed and read in the same way
  std::chrono::nanoseconds last_use_;
  struct Kept {
    MessageHeader header;
    std::vector<std::byte> octets;
  };
  std::optional<Kept> kept_;  // the reply to the request that is still being sent

  mutable sync::Mutex state_;
  // Changed with both turn_ and state_ held, read with either: close() and report() may run concurrently with a call.
  std::shared_ptr<ClientConnection> connection_;
  sync::Atomic<bool> closed_{false};
};

}  // namespace dimma::iiop
