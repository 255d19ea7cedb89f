#include "hostile_server.hpp"

#include "iiop/giop/profile_components.hpp"
#include "orb/state/ior.hpp"
#include "reactor/descriptor.hpp"
#include "transport/local/local_socket.hpp"
#include "transport/local/unix.hpp"
#include "transport/shm/shm.hpp"
#include "transport/shm/shm_memory.hpp"
#include "transport/tcp/tcp.hpp"
#include "unit/transport/shm/scribbler.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <poll.h>

namespace attacker {

using namespace std::chrono_literals;
using namespace dimma::transport;
using dimma::Clock;

namespace {

// Far more than the deadline of a client's call.
constexpr auto conversation_max = 5s;
constexpr int conversations_max = 64;

std::unique_ptr<Transport> transport_of(const std::string& name) {
  if (name == "tcp") return std::make_unique<TcpTransport>();
  if (name == "unix") return std::make_unique<UnixTransport>();
  return std::make_unique<ShmTransport>();
}

std::string reference_of(const Endpoint& endpoint) {
  dimma::iiop::Profile profile;
  profile.object_key.resize(8);
  // The reference is like dimma's own, so that a client uses dimma's extensions.
  profile.components = {dimma::iiop::orb_type(dimma::iiop::orb_type_dimma)};
  if (is_local(endpoint)) {
    profile.components.push_back(dimma::iiop::local_endpoints({endpoint}));
  } else {
    profile.address = {endpoint.host, endpoint.port};
  }
  dimma::orb::Ior ior;
  ior.type_id = "IDL:Stress/Target:1.0";
  ior.profiles = {{dimma::iiop::tag_internet_iop, dimma::iiop::encode(profile)}};
  return dimma::orb::to_string(ior, std::endian::little);
}

}  // namespace

// Accepts connections of shared memory itself, to have access to the memory.
class MemoryListener {
 public:
  MemoryListener() : listener_({"shm", "", 0}, {}, user_of_peer) {}
  LocalListener& listener() { return listener_; }

 private:
  LocalListener listener_;
};

// One connection, with one kind of attack on its client.
class HostileServer::Conversation {
 public:
  Conversation(std::unique_ptr<Stream> stream, std::uint64_t seed, std::string own_reference)
      : stream_(std::move(stream)),
        random_(seed),
        own_reference_(std::move(own_reference)),
        until_(Clock::now() + conversation_max) {}

  void hold(const std::atomic<bool>& stop) {
    const auto kind = random_() % kinds;
    if (kind == 0) return;  // closes at once
    while (!stop && Clock::now() < until_) {
      if (kind != 1 && !hear()) return;  // 1 never reads
      if (kind == 1) std::this_thread::sleep_for(20ms);
      if (!answer(kind)) return;
    }
  }

 private:
  static constexpr std::uint64_t kinds = 20;

  // Receives octets of requests, and notes the id of the last request that begins in them.
  bool hear() {
    Octets into(64 * 1024);
    const Result result = stream_->receive(into, Clock::now() + 500ms);
    if (result.status == Status::timeout) return true;
    if (!result) return false;
    for (std::size_t at = 0; at + 16 <= result.octets; ++at) {
      if (std::memcmp(into.data() + at, "GIOP", 4) != 0) continue;
      std::memcpy(&id_, into.data() + at + 12, sizeof id_);
    }
    return true;
  }
  bool say(Octets octets) {
    iovec piece{octets.data(), octets.size()};
    return bool(stream_->send(std::span(&piece, 1), Clock::now() + 500ms));
  }
  Message reply_head(std::uint32_t id, std::uint32_t status = 0, bool more_fragments = false) const {
    Message message(Message::reply, more_fragments);
    message.put(id).put(status).put(std::uint32_t{0}).align(8);
    return message;
  }
  bool endless(std::uint32_t id) {
    // The sequence grows with each fragment, and is never complete.
    auto head = reply_head(id, 0, true).put(std::uint32_t{0x3fffffff}).align(8);
    if (!say(head.taken())) return false;
    while (Clock::now() < until_) {
      if (!say(Message(Message::fragment, true).put(id).filler(64 * 1024 - 4).taken())) return false;
    }
    return true;
  }
  bool trickle() {
    for (const std::byte octet : reply_head(id_).put(std::uint32_t{100}).filler(100).taken()) {
      if (!say({octet})) return false;
      std::this_thread::sleep_for(30ms);
    }
    return true;
  }
  bool forward() {
    const auto own = dimma::orb::parse_ior(own_reference_);
    dimma::cdr::Buffer buffer;
    dimma::cdr::Encoder encoder(buffer, std::endian::little);
    dimma::orb::write_ior(encoder, own);
    Message message = reply_head(id_, 3);
    for (const std::byte octet : encoder.octets()) message.put(octet);
    return say(message.taken());
  }
  Octets noise() {
    Octets some(1 + random_() % 5000);
    for (std::byte& octet : some) octet = static_cast<std::byte>(random_());
    return some;
  }
  bool answer(std::uint64_t kind) {
    switch (kind) {
      case 1:
        return true;
      case 2:
        return say(noise());
      case 3:
        return say(reply_head(id_).filler(100).with_size(100'000)) && false;  // closes in the middle
      case 4:
        return say(reply_head(id_).with_size(0xfffffff0)) && endless(id_);
      case 5:
        return endless(id_);
      case 6:
        return say(reply_head(id_).put(std::uint32_t{0x7fffffff}).filler(8).taken());
      case 7:
        return say(reply_head(id_ + 1 + static_cast<std::uint32_t>(random_() % 9)).filler(64).taken());
      case 8:
        return say(reply_head(id_, 2).text("IDL:omg.org/CORBA/NO_SUCH_THING:1.0").taken());
      case 9:
        return forward();
      case 10:
        return trickle();
      case 11:
        return say(Message(Message::close_connection).taken());
      case 12:
        return say(Message(Message::message_error).taken());
      case 13:
        return say(request_head(id_, {}, "call").filler(40).taken());
      case 14:
        return say(Message(Message::fragment, random_() % 2 == 0).put(id_).filler(1000).taken());
      case 15:
        return endless(id_ + 1);
      case 16:
        return begin_many();
      case 17:
        return say(corrupted());
      case 18:
        return say(reply_head(id_, static_cast<std::uint32_t>(random_())).filler(30).taken());
      default:
        return say(Message(Message::locate_reply).put(id_).put(static_cast<std::uint32_t>(random_() % 8)).taken());
    }
  }
  bool begin_many() {
    for (std::uint32_t id = 0; id < 500; ++id) {
      if (!say(reply_head(id_ + id, 0, true).filler(4096).taken())) return false;
    }
    return true;
  }
  Octets corrupted() {
    Octets octets = reply_head(id_).put(std::uint32_t{200}).filler(200).taken();
    for (std::size_t times = 1 + random_() % 4; times != 0; --times) {
      octets[random_() % std::min<std::size_t>(octets.size(), 40)] = static_cast<std::byte>(random_());
    }
    return octets;
  }

  const std::unique_ptr<Stream> stream_;
  std::mt19937_64 random_;
  const std::string own_reference_;
  const Clock::time_point until_;
  std::uint32_t id_ = 0;
};

HostileServer::HostileServer(const std::string& transport, std::uint64_t seed) : transport_(transport), seed_(seed) {
  const Endpoint at{transport, transport == "tcp" ? "127.0.0.1" : "", 0};
  listener_ = transport_of(transport)->listen(at, {});
  threads_.emplace_back([this] { accept_streams(); });
  if (transport != "shm") return;
  memory_listener_ = std::make_unique<MemoryListener>();
  threads_.emplace_back([this] { accept_memory(); });
}

HostileServer::~HostileServer() {
  stop_ = true;
  for (std::thread& thread : threads_) thread.join();
  while (conversations_ != 0) std::this_thread::sleep_for(1ms);
}

std::string HostileServer::reference() const { return reference_of(listener_->endpoint()); }
std::string HostileServer::other_reference() const {
  return memory_listener_ ? reference_of(memory_listener_->listener().endpoint()) : reference();
}

void HostileServer::accept_streams() {
  for (std::uint64_t number = 0; !stop_;) {
    pollfd waiting{listener_->handle(), POLLIN, 0};
    if (::poll(&waiting, 1, 20) <= 0) continue;
    int error = 0;
    auto stream = listener_->accept(error);
    if (!stream || conversations_ >= conversations_max) continue;
    ++conversations_;
    std::thread([this, stream = std::move(stream), seed = seed_ * 1'000'003 + ++number]() mutable {
      Conversation(std::move(stream), seed, reference()).hold(stop_);
      --conversations_;
    }).detach();
  }
}

void HostileServer::accept_memory() {
  for (unsigned number = 0; !stop_; ++number) {
    pollfd waiting{memory_listener_->listener().handle(), POLLIN, 0};
    if (::poll(&waiting, 1, 20) <= 0) continue;
    int error = 0;
    const dimma::reactor::Descriptor control = memory_listener_->listener().accept(error);
    std::unique_ptr<ShmMemory> memory;
    while (control && !memory && !stop_) {
      const Result result = receive_memory(control.get(), memory);
      if (!result && result.status != Status::timeout) break;
    }
    if (!memory) continue;
    const Scribbler scribbler(*memory, static_cast<unsigned>(seed_) + number);
    pollfd ended{control.get(), POLLRDHUP, 0};
    for (int pauses = 0; !stop_ && pauses < 20 && ::poll(&ended, 1, 5) == 0; ++pauses) continue;
  }
}

}  // namespace attacker
