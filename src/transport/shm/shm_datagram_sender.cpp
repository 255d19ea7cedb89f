#include "base/deadline.hpp"
#include "base/loan_arena.hpp"
#include "transport/shm/shm.hpp"
#include "transport/shm/shm_datagram.hpp"
#include "transport/shm/shm_datagram_ends.hpp"
#include "transport/shm/shm_frames.hpp"

namespace dimma::transport {
namespace {

constexpr std::chrono::milliseconds connect_limit{
    100};  // timeout of connecting to a listener whose backlog of connections is full
constexpr std::chrono::milliseconds unconnected_pause{1};
constexpr std::chrono::milliseconds looks_every{20};

class Sender final : public DatagramSocket {
 public:
  Sender(const PeerUsers& users, Endpoint to, const StreamOptions& options)
      : transport_(users), to_(std::move(to)), options_(options) {
    for (std::size_t* const ring : {&options_.send_buffer_octets, &options_.receive_buffer_octets}) {
      if (*ring == 0) *ring = ShmDatagramTransport::ring_octets_default;
    }
  }
  ~Sender() override { Sender::shutdown(); }

  Moved send(std::span<const Datagram> batch, NoRoom /*no_room*/) override {
    Moved moved;
    for (const Datagram& datagram : batch) {
      const Moved one = send_one(datagram);
      if (one.status != Status::ok) return {one.status, moved.datagrams, one.error, moved.unreachable};
      moved.unreachable = moved.unreachable || one.unreachable;
      ++moved.datagrams;
    }
    return moved;
  }
  Moved reply(const PeerAddress& /*to*/, std::span<const std::byte> octets) override {
    const Datagram datagram{octets};
    return send_one(datagram);
  }
  Moved receive(std::span<Arrival> into, Deadline deadline) override {
    const auto reader = this->reader();
    if (is_shut()) return {Status::closed, 0, 0, false};
    if (!reader) {
      if (passed(deadline)) return {Status::timeout, 0, 0, false};
      sync::sleep_until(std::min(deadline, Clock::now() + unconnected_pause));
      return {Status::ok, 0, 0, true};
    }
    Moved moved;
    for (Status status = Status::ok; moved.datagrams < into.size();) {
      status = reader->take(into[moved.datagrams]);
      if (status == Status::ok) {
        into[moved.datagrams++].from = {&address, sizeof address};
      } else if (status != Status::timeout) {
        if (is_shut()) return {Status::closed, moved.datagrams, 0, false};
        forget(reader);
        return {Status::ok, moved.datagrams, 0, true};
      } else if (moved.datagrams != 0) {
        break;
      } else if (const Status waited = await(reader->stream(), deadline); waited != Status::ok) {
        return {waited, 0, 0, false};
      }
    }
    return moved;
  }
  std::shared_ptr<dimma::LoanArena> loans(bool asks) override {
    if (options_.loan_count == 0) return nullptr;
    const auto known = asks ? reader() : nullptr;
    if (known && known->stream().peer_is_gone()) forget(known);
    const auto reader = connected();
    return reader ? reader->stream().loans() : nullptr;
  }
  std::vector<std::shared_ptr<dimma::LoanArena>> known_loans() const override {
    const auto reader = this->reader();
    if (auto loans = reader ? reader->stream().loans() : nullptr) return {std::move(loans)};
    return {};
  }
  // The sender has no permanent handle, since no caller polls for answers.
  int handle() const noexcept override { return -1; }
  std::uint64_t overflowed() const noexcept override { return 0; }
  std::size_t octets_in_one_piece() const noexcept override {
    return std::min(options_.send_buffer_octets / 2, datagram_octets_max);
  }
  void shutdown() noexcept override {
    const sync::LockGuard lock(mutex_);
    shut_ = true;
    if (reader_) reader_->stream().shutdown();
  }
  Endpoint local() const override { return {"shm", {}, 0}; }
  Endpoint peer() const override { return to_; }

 private:
  static constexpr std::uint64_t address = 0;

  Moved send_one(const Datagram& datagram) {
    // Tries twice, since the listener may be gone, and another may have replaced it.
    for (int tries = 0; tries < 2; ++tries) {
      const auto known = this->reader();
      const auto reader = known ? known : connected();
      if (is_shut()) return {Status::closed, 0, 0, false};
      if (!reader || !has_memory_of(reader->stream(), datagram)) break;
      const Moved moved = send_frame(reader->stream(), datagram);
      if (moved.status == Status::ok || moved.error == EMSGSIZE) return moved;
      // A killed peer never makes room, and has not shut the stream down.
      if (moved.status == Status::timeout && !reader->stream().peer_is_gone()) return moved;
      if (is_shut()) return {Status::closed, 0, 0, false};
      forget(reader);
    }
    return {Status::ok, 1, 0, true};
  }
  static bool has_memory_of(const ShmStream& stream, const Datagram& datagram) noexcept {
    if (datagram.arena == 0) return true;
    const auto loans = stream.loans();
    return loans && loans->own_id() == datagram.arena;
  }
  // Lets one thread at a time connect, since a second connection would count as another sender at the listener.
  std::shared_ptr<FrameReader> connected() {
    const sync::LockGuard one_connects(connecting_);
    if (auto known = reader()) {
      if (!known->stream().is_over()) return known;
      forget(known);
    }
    Connected made = transport_.connect(to_, Clock::now() + connect_limit, options_);
    const sync::LockGuard lock(mutex_);
    if (!made.stream || shut_) return nullptr;
    // ShmTransport makes only streams of this type.
    const std::shared_ptr<ShmStream> stream(static_cast<ShmStream*>(made.stream.release()));
    return reader_ = std::make_shared<FrameReader>(stream);
  }
  std::shared_ptr<FrameReader> reader() const {
    const sync::LockGuard lock(mutex_);
    return reader_;
  }
  void forget(const std::shared_ptr<FrameReader>& reader) noexcept {
    const sync::LockGuard lock(mutex_);
    reader->stream().shutdown();
    if (reader_ == reader) reader_ = nullptr;
  }
  bool is_shut() const noexcept {
    const sync::LockGuard lock(mutex_);
    return shut_;
  }
  // Waits for octets. Returns Status::ok if take() has a result to report.
  Status await(ShmStream& stream, Deadline deadline) const {
    while (!stream.octets_wait()) {
      if (is_shut()) return Status::closed;
      if (passed(deadline)) return Status::timeout;
      if (stream.await(std::min(deadline, Clock::now() + looks_every)).status != Status::timeout) break;
    }
    return Status::ok;
  }

  ShmTransport transport_;
  const Endpoint to_;
  StreamOptions options_;
  sync::Mutex connecting_ DIMMA_ACQUIRED_BEFORE(mutex_);  // held while connecting
  mutable sync::Mutex mutex_;
  std::shared_ptr<FrameReader> reader_ DIMMA_GUARDED_BY(mutex_);
  bool shut_ DIMMA_GUARDED_BY(mutex_) = false;
};

}  // namespace

std::unique_ptr<DatagramSocket> make_shm_sender(const PeerUsers& users, const Endpoint& to,
                                                const StreamOptions& options) {
  return std::make_unique<Sender>(users, to, options);
}

}  // namespace dimma::transport
