#pragma once
// A connection through shared memory: a ring in each direction, and a local socket for rare events.
//
// The socket first carries the memory, later a bell (an octet) for a receiver that waits in poll(2). The end of the
// socket shows that the peer has gone, for any reason.
//
// A thread that has nothing to receive waits according to the strategy. A blocking thread sleeps on a word in the ring
// for a few milliseconds, from which the sender wakes it with one system call. After that it is idle, and requests the
// bell. A thread that has no room to send sleeps on another word, and occasionally checks that the peer still exists.

#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"
#include "reactor/descriptor.hpp"
#include "reactor/spin.hpp"
#include "transport/shm/shm_memory.hpp"
#include "transport/transport.hpp"

#include <memory>
#include <optional>

namespace dimma::transport {

class ShmStream final : public Stream {
 public:
  enum class Side : std::uint8_t { connector, listener };

  // Takes a connected local socket. If `memory` is nullptr, as it may be at a listener, the first call that needs the
  // memory waits for it, and fails with an errno from take_memory().
  ShmStream(reactor::Descriptor control, std::unique_ptr<ShmMemory> memory, Side side, WaitStrategy wait);
  ~ShmStream() override { ShmStream::shutdown(); }

  // Takes the memory if it has arrived. Returns false if something else arrived, or the peer has gone.
  bool take_memory();

  Result receive(std::span<std::byte> into, Deadline deadline) override;
  Result send(std::span<iovec> pieces, Deadline deadline) override;
  void receive_timeout(std::chrono::milliseconds limit) override { receive_timeout_ = limit; }
  int handle() const noexcept override { return control_.get(); }
  // Returns true if `octets` octets can be sent without waiting. send() reports a fault of the stream.
  bool has_room(std::size_t octets) noexcept;
  // Returns true if either end has shut the stream down; false for a peer that was killed. Thread safe.
  bool is_over() const noexcept;
  // Returns true if the peer has shut the stream down or has ended. Makes a system call. Thread safe.
  bool peer_is_gone() const noexcept;
  // Waits until there is something to receive; otherwise returns the result that receive() would return.
  Result await(Deadline deadline);
  bool prepare_poll() noexcept override;
  bool octets_wait() const noexcept override;
  void shutdown() noexcept override;
  Endpoint local() const override;
  Endpoint peer() const override;
  Peer identify_peer() const override;
  std::shared_ptr<dimma::LoanArena> loans() const noexcept override;

 private:
  // The state of the ring as seen by the receiver, or by the sender.
  enum class Look : std::uint8_t { nothing, something, over };

  Result begin(Deadline deadline);
  Result attach(Deadline deadline);
  void use(std::unique_ptr<ShmMemory> memory) noexcept;

  Look look_in() const noexcept;
  Look look_out() noexcept;
  // Return the reason why nothing more can be received, or sent.
  Result why_over_in() const noexcept;
  Result why_over_out(std::size_t octets) noexcept;

  template <class Looker>
  Look ask(Looker look, reactor::Spin& spin);
  Result await_octets(Deadline deadline);
  bool doze(Deadline until);
  Result park(Deadline until);
  Result await_room(Deadline deadline);

  void publish(bool is_end) noexcept;
  bool put_at_once(const iovec& piece) noexcept;
  void wake_receiver() noexcept;
  void wake_sender() noexcept;
  void silence_bell() noexcept;
  void drain_bells() noexcept;
  void close_rings() noexcept;
  bool shut() const noexcept { return (special_.load(std::memory_order_relaxed) & is_shut) != 0; }

  const reactor::Descriptor control_;
  const Side side_;
  const WaitStrategy wait_;
  reactor::Gaps octets_gaps_;
  reactor::Gaps room_gaps_;
  [[no_unique_address]] OneAtATime receiving_;
  [[no_unique_address]] OneAtATime sending_;

  // Conditions that a call has to check before anything else; usually none is set.
  enum Special : unsigned { is_shut = 1, has_no_memory = 2, bell_asked = 4 };
  sync::Atomic<unsigned> special_{has_no_memory};

  // The memory, its rings, and is_within_process_ are set once, with the mutex held if the stream was made without
  // memory. They do not change after has_no_memory has been cleared.
  sync::Mutex attaching_;
  std::unique_ptr<ShmMemory> memory_;
  std::optional<RingReader> in_;
  std::optional<RingWriter> out_;
  bool is_within_process_ = false;  // both ends are in this process, so that loans need no places

  std::chrono::milliseconds receive_timeout_{0};
  sync::Atomic<bool> bell_rings_{false};  // a bell is in the socket, or will be
};

}  // namespace dimma::transport
