#pragma once
// The producer's channel: its own socket, oneway operations as datagrams, and queries of the consumer's counts.

#include "base/sync/sync.hpp"
#include "channel/channel.hpp"
#include "flow/producer/batch.hpp"
#include "flow/producer/identity_announcer.hpp"
#include "flow/producer/lending.hpp"
#include "flow/producer/pacer.hpp"
#include "flow/producer/report_queries.hpp"
#include "flow/producer/send_resources.hpp"
#include "flow/wire/profile.hpp"
#include "flow/wire/settings.hpp"

#include <array>
#include <memory>
#include <optional>

namespace dimma::flow {

class ProducerChannel final : public channel::ClientChannel, public channel::Accounted {
 public:
  // Throws CORBA::IMP_LIMIT if the object key is too long for a packet.
  ProducerChannel(std::unique_ptr<transport::DatagramSocket> socket, const Profile& profile, const EngineeringQoS& qos,
                  const Settings& settings);
  ~ProducerChannel() override;

  // Sends the message, and never waits for the consumer. The QoS decides whether the call waits for a buffer, for the
  // rate, and for room in the system. Throws NO_IMPLEMENT for an operation that is not oneway.
  channel::Outcome call(channel::Request& request) override;
  channel::Located locate(channel::Outcome& forward, Deadline deadline) override;
  // Returns a place of the connection, which is established if necessary. Returns ordinary memory if there is no
  // consumer, or if no place is free and the QoS says to drop.
  dimma::LoanBlock loan(std::size_t octets, Deadline deadline) override;
  void close() noexcept override;
  std::vector<channel::Fact> describe() const override;
  transport::Endpoint server() const override { return target_; }
  channel::Accounted* accounted() noexcept override { return this; }

  FlowReport account(std::chrono::milliseconds patience) override;

 private:
  struct Outgoing {
    std::span<std::byte> octets;  // room for header and identity, then the body
    std::size_t body_at = 0;
    Identity identity;
    std::uint64_t arena = 0;  // id of the arena whose places the message refers to; 0: none
  };

  static constexpr std::size_t batch_max = Batch::capacity;
  using Headers = std::array<std::array<std::byte, header_octets>, batch_max>;
  using Pieces = std::array<transport::Datagram, batch_max>;

  static Time now() noexcept { return Clock::now().time_since_epoch(); }

  // The state of batching: the batch, its age, and the thread that sends it when it is due.
  struct Gathering {
    Gathering(std::size_t messages_max, std::size_t together_max, std::size_t message_octets_max)
        : batch(messages_max, together_max, message_octets_max) {}
    Batch batch;
    Time since{0};
    bool sender_rests = false;
    sync::Condition begun;
    sync::Thread sender;
  };

  std::shared_ptr<dimma::LoanArena> loans() { return lends_ ? socket_->loans(false) : nullptr; }
  dimma::LoanBlock loan_late(std::size_t octets, Deadline deadline);
  // Writes the arguments. Returns false if the message has to be dropped: it is too long because a loaned sequence got
  // no place.
  bool write(channel::Request& request, cdr::Encoder& out, const Lending& lending);
  // Returns false if the message was dropped. The other sending functions do the same.
  bool send(const Outgoing& message, Deadline deadline);
  void gather(channel::Request& request) DIMMA_EXCLUDES(sending_);
  void begin_gathering() DIMMA_EXCLUDES(sending_);
  void send_gathered() DIMMA_REQUIRES(sending_);
  bool send_gathered_at_rate(Deadline deadline) DIMMA_REQUIRES(sending_);
  // Returns the sequence number of the first message that has not been sent completely.
  std::uint64_t gone() const noexcept DIMMA_REQUIRES(sending_) {
    return next_ - (gathering_ ? gathering_->batch.count() : 0) - (is_within_ ? 1 : 0);
  }
  Time time_to_rate() const noexcept DIMMA_REQUIRES(sending_) {
    return pacer_.is_unlimited() ? Time{0} : pacer_.wait(now());
  }
  void send_when_due() DIMMA_EXCLUDES(sending_);
  // Sends the batch as soon as the rate permits, unless that is after `until`.
  void flush(Deadline until) DIMMA_EXCLUDES(sending_);
  void stop_gathering() noexcept DIMMA_EXCLUDES(sending_);
  // Sends the message. Uses `decided` if it is set, otherwise decides whether the message carries its identity.
  bool send_now(const Outgoing& message, Deadline deadline, const std::optional<IdentityAnnouncer::Decision>& decided)
      DIMMA_REQUIRES(sending_);
  // Sends the remaining packets of a message that is longer than a datagram.
  bool send_fragments(Header header, const Outgoing& message, std::size_t first_octets, Deadline deadline)
      DIMMA_REQUIRES(sending_);
  // Waits until the rate permits sending. Returns false if the message has to be dropped. Releases `sending_` while it
  // waits.
  bool await_rate(Deadline deadline, bool begun) DIMMA_REQUIRES(sending_);
  bool hand_over(std::span<const transport::Datagram> batch) DIMMA_REQUIRES(sending_);
  bool drop() noexcept {
    dropped_.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  void require_open() const;
  bool ask(Kind kind, std::uint64_t& timestamp) DIMMA_EXCLUDES(sending_);

  const EngineeringQoS qos_;
  const Settings settings_;
  const std::unique_ptr<transport::DatagramSocket> socket_;
  const transport::Endpoint target_;
  const channel::Octets object_key_;
  const std::uint64_t flow_;
  const bool lends_;                // there are places for loaned sequences once the socket is connected
  const std::size_t piece_octets_;  // maximum datagram size without fragmentation on the path
  const std::size_t batch_;
  SendResources resources_;

  sync::Atomic<bool> closed_{false};
  mutable sync::Mutex sending_;
  IdentityAnnouncer announcer_ DIMMA_GUARDED_BY(sending_);
  Pacer pacer_ DIMMA_GUARDED_BY(sending_);
  std::uint64_t next_ DIMMA_GUARDED_BY(sending_) = 0;  // next sequence number
  bool is_within_ DIMMA_GUARDED_BY(sending_) = false;  // some packets of a long message have been sent
  FlowReport::Producer done_ DIMMA_GUARDED_BY(sending_);
  const std::unique_ptr<Gathering> gathering_ DIMMA_PT_GUARDED_BY(sending_);  // nullptr without batch-delay

  sync::Atomic<std::uint64_t> dropped_{0};
  ReportQueries queries_;
};

}  // namespace dimma::flow
