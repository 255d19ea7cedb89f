#pragma once
// TLS over another stream.
//
// Two threads may use the stream at the same time, one that receives and one that sends, but an SSL object allows only
// one. Octets are therefore received and sent without the lock, and decrypted and encrypted with it held. A message
// that fits into a record costs one receive and one send system call, as without TLS.

#include "base/sync/sync.hpp"
#include "transport/tls/contexts.hpp"
#include "transport/tls/memory_tide.hpp"
#include "transport/tls/ssl/outgoing_records.hpp"
#include "transport/tls/ssl/wire_bio.hpp"
#include "transport/transport.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dimma::transport {

class TlsStream final : public Stream {
 public:
  // `ssl` belongs to `contexts`, and is configured as a client or a server. Throws std::bad_alloc.
  TlsStream(std::unique_ptr<Stream> under, Ssl ssl, std::shared_ptr<const Contexts> contexts);
  ~TlsStream() override;

  // Continues the handshake until it has ended or the deadline has passed; in the latter case returns timeout, and can
  // be called again. On a failure it has already alerted the peer if possible. Must not be called while another thread
  // receives or sends.
  Result handshake(Deadline deadline);
  // Returns true if the handshake resumed a session of an earlier connection.
  bool is_resumed() const;
  bool is_established() const noexcept { return established_.load(std::memory_order_acquire); }
  // Returns why the handshake or the connection has failed; empty if the reason is not known.
  std::string failure() const override;

  // Makes a server's handshake part of its first receives, so that it occupies no thread; receives without a receive
  // timeout end at `until`. Calls `ended` once, on the receiving thread, when the handshake has ended, successfully or
  // not.
  void handshake_in_receive(Deadline until, std::function<void()> ended);
  // Counts the stream's memory in `tide` until the stream is destroyed.
  void counted_in(std::shared_ptr<MemoryTide> tide) noexcept { tide_ = InTide(std::move(tide)); }

  Result receive(std::span<std::byte> into, Deadline deadline) override;
  Result send(std::span<iovec> pieces, Deadline deadline) override;
  void receive_timeout(std::chrono::milliseconds limit) override;
  int handle() const noexcept override { return under_->handle(); }
  int send_handle() const noexcept override { return under_->send_handle(); }
  bool prepare_poll() noexcept override;
  bool octets_wait() const noexcept override;
  void shutdown() noexcept override;
  void end_sending() noexcept override;
  Endpoint local() const override;
  Endpoint peer() const override;
  Peer identify_peer() const override;

 private:
  enum class Step : std::uint8_t { done, more, failed, refused };
  static bool is_failure(Step step) noexcept { return step == Step::failed || step == Step::refused; }

  Step advance_handshake() DIMMA_REQUIRES(sending_);
  Result flush(Deadline deadline) DIMMA_REQUIRES(sending_);
  Result go_on_with_handshake(Deadline deadline);
  void end_handshake() noexcept;
  void say_end() noexcept;
  Result receive_octets(Deadline deadline);
  bool is_ready_to_receive(Deadline deadline, Result& result);
  Deadline rest_until() const noexcept;
  Result decrypt(std::span<std::byte> into);
  bool is_server() const;
  bool is_dry() const noexcept DIMMA_REQUIRES(mutex_);
  Result fail(int error) DIMMA_REQUIRES(mutex_);
  Result refuse_renegotiation() DIMMA_REQUIRES(mutex_);
  void tell_peer() noexcept DIMMA_REQUIRES(mutex_);
  bool has_encrypted(std::span<const iovec> pieces) DIMMA_REQUIRES(sending_);
  void release_buffers() noexcept;

  InTide tide_;  // destroyed after all other members
  const std::unique_ptr<Stream> under_;
  const std::shared_ptr<const Contexts> contexts_;
  // sending_ is held while octets are sent. A thread that holds mutex_ may try to lock it, but must not wait for it.
  sync::Mutex sending_ DIMMA_ACQUIRED_BEFORE(mutex_);
  mutable sync::Mutex mutex_;
  Wire wire_ DIMMA_GUARDED_BY(mutex_);
  Ssl ssl_ DIMMA_GUARDED_BY(mutex_);
  std::string failure_ DIMMA_GUARDED_BY(mutex_);
  sync::Atomic<bool> established_{false};
  sync::Atomic<bool> shut_{false};

  // Used only by the receiving thread.
  std::vector<std::byte> received_;
  sync::Atomic<bool> has_some_{false};  // octets, encrypted or not, may be available that have not been returned yet
  bool was_quiet_ = false;
  bool was_filled_ = false;
  std::chrono::milliseconds receive_timeout_{0};
  Deadline handshake_until_ = no_deadline;
  std::function<void()> handshake_ended_;

  std::vector<std::byte> gathered_ DIMMA_GUARDED_BY(sending_);
  OutgoingRecords leaving_ DIMMA_GUARDED_BY(sending_);
};

}  // namespace dimma::transport
