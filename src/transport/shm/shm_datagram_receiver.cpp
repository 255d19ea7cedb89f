#include "base/deadline.hpp"
#include "reactor/event_flag.hpp"
#include "reactor/spin.hpp"
#include "transport/local/local_socket.hpp"
#include "transport/shm/shm.hpp"
#include "transport/shm/shm_datagram_ends.hpp"
#include "transport/shm/shm_frames.hpp"

#include <array>
#include <cerrno>
#include <system_error>
#include <vector>

#include <sys/epoll.h>

namespace dimma::transport {
namespace {

constexpr std::size_t senders_max = 1024;

class Receiver final : public DatagramSocket {
 public:
  Receiver(const Endpoint& at, const StreamOptions& options, const PeerUsers& users)
      : listener_(at, {}, users), wait_(options.wait), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (!epoll_) throw std::system_error(errno, std::generic_category(), "epoll");
    for (const int handle : {listener_.handle(), more_.handle(), stop_.handle()}) {
      if (!watch(handle, 0)) throw std::system_error(errno, std::generic_category(), "epoll");
    }
  }

  Moved send(std::span<const Datagram> batch, NoRoom /*no_room*/) override {
    return {is_shut() ? Status::closed : Status::failed, 0, batch.empty() ? 0 : EDESTADDRREQ, false};
  }
  Moved reply(const PeerAddress& to, std::span<const std::byte> octets) override {
    const sync::LockGuard lock(mutex_);
    const Datagram datagram{octets};
    for (const Peer& peer : peers_) {
      if (peer.address() == to) return send_frame(peer.reader->stream(), datagram);
    }
    return {Status::failed, 0, EHOSTUNREACH, false};
  }

  Moved receive(std::span<Arrival> into, Deadline deadline) override {
    reactor::Spin spin(wait_, deadline, gaps_);
    for (;;) {
      if (is_shut()) return {Status::closed, 0, 0, false};
      const std::size_t taken = take(into);
      if (taken == 0 && spin.again()) {
        if (++asked_ % questions_a_look == 0) serve_events(0);
        continue;
      }
      const bool more = ask_for_bells();
      if (taken != 0) return {Status::ok, taken, 0, false};
      if (more) continue;
      if (serve_events(poll_timeout(deadline)) == 0 && passed(deadline)) return {Status::timeout, 0, 0, false};
    }
  }

  std::vector<std::shared_ptr<dimma::LoanArena>> known_loans() const override {
    const sync::LockGuard lock(mutex_);
    std::vector<std::shared_ptr<dimma::LoanArena>> known;
    for (const Peer& peer : peers_) {
      if (auto loans = peer.reader->stream().loans()) known.push_back(std::move(loans));
    }
    return known;
  }
  int handle() const noexcept override { return epoll_.get(); }
  std::uint64_t overflowed() const noexcept override { return 0; }
  std::size_t octets_in_one_piece() const noexcept override { return datagram_octets_max; }
  void shutdown() noexcept override {
    stopped_.store(true, std::memory_order_relaxed);
    const sync::LockGuard lock(stopping_);
    stop_.set(true);
  }
  Endpoint local() const override { return {"shm", listener_.endpoint().host, 0}; }
  Endpoint peer() const override { return {"shm", {}, 0}; }
  dimma::Peer identify(const PeerAddress& from) const override {
    const sync::LockGuard lock(mutex_);
    for (const Peer& peer : peers_) {
      if (peer.address() == from) return peer.reader->stream().identify_peer();
    }
    dimma::Peer gone;
    gone.transport = "shm";
    return gone;
  }

 private:
  // A sender to this socket. `told` is set if its socket has had an event, which may be its end.
  struct Peer {
    std::uint64_t number;
    std::unique_ptr<FrameReader> reader;
    bool told = false;

    PeerAddress address() const noexcept { return {&number, sizeof number}; }
  };
  static constexpr unsigned questions_a_look = 256;

  bool is_shut() const noexcept { return stopped_.load(std::memory_order_relaxed); }

  bool watch(int handle, std::uint64_t number) const noexcept {
    epoll_event event{};
    event.events = EPOLLIN | EPOLLRDHUP;
    event.data.u64 = number;
    return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, handle, &event) == 0;
  }

  // Takes the datagrams that have arrived, from the peers in turn.
  std::size_t take(std::span<Arrival> into) {
    const sync::LockGuard lock(mutex_);
    std::size_t taken = 0;
    for (std::size_t looked = 0; looked < peers_.size() && taken < into.size();) {
      next_ = next_ < peers_.size() ? next_ : 0;
      Peer& peer = peers_[next_];
      Status status = Status::timeout;
      while (taken < into.size() && (peer.told || peer.reader->has_some())) {
        status = peer.reader->take(into[taken]);
        peer.told = false;
        if (status != Status::ok) break;
        into[taken].loans = peer.reader->stream().loans();
        into[taken++].from = peer.address();
      }
      if (status == Status::ok || status == Status::timeout) {
        ++looked;
        ++next_;
      } else {
        forget(next_);
      }
    }
    return taken;
  }
  void forget(std::size_t index) DIMMA_REQUIRES(mutex_) {
    static_cast<void>(::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, peers_[index].reader->stream().handle(), nullptr));
    peers_.erase(peers_.begin() + static_cast<std::ptrdiff_t>(index));
  }

  // Makes the handle report the next arrival. Returns true if something has already arrived.
  bool ask_for_bells() {
    const sync::LockGuard lock(mutex_);
    bool more = false;
    for (const Peer& peer : peers_) more = more || peer.told || peer.reader->has_some();
    // A peer whose stream is over may cause no further event, so `told` is set for it.
    for (std::size_t i = 0; i < peers_.size() && !more; ++i) {
      more = peers_[i].told = !peers_[i].reader->stream().prepare_poll();
    }
    more_.set(more);
    return more;
  }

  // Waits for events of the sockets, accepts senders, and returns the number of events.
  int serve_events(int timeout_ms) {
    std::array<epoll_event, 16> events;
    const int count = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), timeout_ms);
    const sync::LockGuard lock(mutex_);
    for (int i = 0; i < count; ++i) {
      const std::uint64_t number = events[static_cast<std::size_t>(i)].data.u64;
      if (number == 0) accept_all();
      for (Peer& peer : peers_) peer.told = peer.told || peer.number == number;
    }
    return std::max(count, 0);
  }
  void accept_all() DIMMA_REQUIRES(mutex_) {
    for (int error = 0;;) {
      reactor::Descriptor control = listener_.accept(error);
      if (!control) return;
      const int handle = control.get();
      auto stream = std::make_shared<ShmStream>(std::move(control), nullptr, ShmStream::Side::listener, WaitStrategy{});
      if (peers_.size() >= senders_max || !stream->take_memory() || !watch(handle, ++last_number_)) continue;
      peers_.push_back({last_number_, std::make_unique<FrameReader>(std::move(stream)), true});
    }
  }

  LocalListener listener_;
  const WaitStrategy wait_;
  reactor::Gaps gaps_;
  const reactor::Descriptor epoll_;
  sync::Mutex stopping_;
  reactor::EventFlag stop_;  // set with stopping_ held
  sync::Atomic<bool> stopped_{false};
  unsigned asked_ = 0;  // used only by the receiving thread

  mutable sync::Mutex mutex_;
  reactor::EventFlag more_;  // set if something has arrived that no bell announces; set with mutex_ held
  std::vector<Peer> peers_ DIMMA_GUARDED_BY(mutex_);
  std::uint64_t last_number_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::size_t next_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace

std::unique_ptr<DatagramSocket> make_shm_receiver(const PeerUsers& users, const Endpoint& at,
                                                  const StreamOptions& options) {
  return std::make_unique<Receiver>(at, options, users);
}

}  // namespace dimma::transport
