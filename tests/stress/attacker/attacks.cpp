#include "attacks.hpp"

#include "reactor/descriptor.hpp"
#include "transport/local/local_socket.hpp"
#include "transport/local/unix.hpp"
#include "transport/shm/shm.hpp"
#include "transport/shm/shm_memory.hpp"
#include "transport/tcp/tcp.hpp"
#include "unit/transport/shm/scribbler.hpp"

#include <array>
#include <map>
#include <memory>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>

namespace attacker {
namespace {

using namespace std::chrono_literals;
using namespace dimma::transport;
using dimma::Clock;

constexpr std::size_t large_reply = 1U << 20U;

// One connection of an attacker: the octets still to be sent, and whether the server has closed it.
class Foe {
 public:
  explicit Foe(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) {}

  bool is_over() const noexcept { return !stream_; }
  bool has_sent_all() const noexcept { return sent_ == waiting_.size(); }
  void add(const Octets& octets) {
    if (has_sent_all()) {
      waiting_.clear();
      sent_ = 0;
    }
    waiting_.insert(waiting_.end(), octets.begin(), octets.end());
  }
  // Sends as much as the peer accepts now, at most `most` octets.
  void send(std::size_t most = ~std::size_t{0}) {
    const std::size_t count = std::min(waiting_.size() - sent_, most);
    if (is_over() || count == 0) return;
    iovec piece{waiting_.data() + sent_, count};
    const Result result = stream_->send(std::span(&piece, 1), Clock::now());
    sent_ += result.octets;
    if (!result && result.status != Status::timeout) stream_.reset();
  }
  void receive(std::size_t most) {
    if (is_over()) return;
    Octets into(most);
    const Result result = stream_->receive(into, Clock::now());
    if (!result && result.status != Status::timeout) stream_.reset();
  }

 private:
  std::unique_ptr<Stream> stream_;
  Octets waiting_;
  std::size_t sent_ = 0;
};

std::unique_ptr<Transport> transport_of(const std::string& name) {
  if (name == "tcp") return std::make_unique<TcpTransport>();
  if (name == "unix") return std::make_unique<UnixTransport>();
  return std::make_unique<ShmTransport>();
}

// The state of one attack.
class Attack {
 public:
  Attack(const Victim& victim, const Plan& plan)
      : victim_(victim),
        plan_(plan),
        transport_(transport_of(victim.endpoint.transport)),
        random_(plan.seed),
        until_(Clock::now() + plan.how_long) {}

  bool goes_on() const { return Clock::now() < until_; }
  std::mt19937_64& random() { return random_; }
  const Victim& victim() const { return victim_; }
  const Plan& plan() const { return plan_; }
  std::uint32_t next_id() { return ++id_; }
  std::size_t connected() const { return connected_; }
  void count_connection() { ++connected_; }

  // Returns nullptr if no connection can be made.
  std::unique_ptr<Foe> connect() {
    auto made = transport_->connect(victim_.endpoint, Clock::now() + 500ms, {});
    if (!made.stream) return nullptr;
    ++connected_;
    return std::make_unique<Foe>(std::move(made.stream));
  }
  // Makes all connections, or as many as possible before the end of the attack.
  std::vector<std::unique_ptr<Foe>> connect_all() {
    std::vector<std::unique_ptr<Foe>> all;
    for (std::size_t i = 0; i < plan_.connections && goes_on(); ++i) {
      if (auto foe = connect()) all.push_back(std::move(foe));
    }
    return all;
  }
  // Repeats the step on each connection until the end of the attack. With `again`, closed connections are reopened.
  void each(bool again, const std::function<void(Foe&)>& step, std::chrono::microseconds pause = 500us) {
    auto all = connect_all();
    while (goes_on()) {
      for (auto& foe : all) {
        if (!foe->is_over()) step(*foe);
        if (!goes_on()) return;
        if (!foe->is_over() || !again) continue;
        if (auto another = connect()) foe = std::move(another);
      }
      std::this_thread::sleep_for(pause);
    }
  }

 private:
  const Victim& victim_;
  const Plan& plan_;
  const std::unique_ptr<Transport> transport_;
  std::mt19937_64 random_;
  const Clock::time_point until_;
  std::uint32_t id_ = 0;
  std::size_t connected_ = 0;
};

void never_reads(Attack& attack, std::size_t reply_octets) {
  attack.each(false, [&](Foe& foe) {
    if (foe.has_sent_all()) foe.add(call(attack.next_id(), attack.victim().key, 16, reply_octets));
    foe.send();
  });
}

void never_reads_small(Attack& attack) {
  attack.each(false, [&](Foe& foe) {
    if (foe.has_sent_all()) {
      for (int i = 0; i < 20; ++i) foe.add(is_a(attack.next_id(), attack.victim().key));
    }
    foe.send();
  });
}

void reads_slowly(Attack& attack) {
  attack.each(
      false,
      [&](Foe& foe) {
        if (foe.has_sent_all()) foe.add(call(attack.next_id(), attack.victim().key, 16, large_reply));
        foe.send();
        foe.receive(4096);
      },
      20ms);
}

// Writes so slowly that no request is complete before the end of the attack.
void writes_slowly(Attack& attack) {
  attack.each(
      true,
      [&](Foe& foe) {
        if (foe.has_sent_all()) foe.add(call(attack.next_id(), attack.victim().key, 5000, 16));
        foe.send(1);
      },
      100ms);
}

void sends_halves(Attack& attack) {
  attack.each(
      true,
      [&](Foe& foe) {
        if (foe.has_sent_all()) {
          auto half = call(attack.next_id(), attack.victim().key, 1'500'000, 16);
          half.resize(half.size() / 2);
          foe.add(half);
        }
        foe.send(100'000);
      },
      5ms);
}

// Sends requests after one that is begun but never completed.
void begins_fragments(Attack& attack) {
  std::map<const Foe*, std::size_t> begun;
  attack.each(true, [&](Foe& foe) {
    if (foe.has_sent_all()) {
      if (begun[&foe]++ % 2000 == 0) {
        foe.add(request_head(attack.next_id(), attack.victim().key, "call", true).filler(64).taken());
      }
      for (int i = 0; i < 8; ++i) foe.add(call(attack.next_id(), attack.victim().key, 1024, 16));
    }
    foe.send();
    foe.receive(4096);
  });
}

void long_fragments(Attack& attack) {
  attack.each(true, [&](Foe& foe) {
    if (foe.has_sent_all()) {
      const auto id = attack.next_id();
      auto head = request_head(id, attack.victim().key, "call", true);
      head.put(std::uint64_t{id}).put(std::uint32_t{0x7fffffff});
      foe.add(head.align(8).taken());
      for (int i = 0; i < 40; ++i) foe.add(Message(Message::fragment, true).put(id).filler(64 * 1024 - 4).taken());
    }
    foe.send();
  });
}

Octets corrupted(Attack& attack) {
  auto& random = attack.random();
  const auto id = attack.next_id();
  const auto& key = attack.victim().key;
  Octets octets;
  switch (random() % 6) {
    case 0:
      octets = call(id, key, random() % 3000, random() % 3000);
      break;
    case 1:
      octets = is_a(id, key);
      break;
    case 2:
      octets = Message(Message::locate_request).put(id).put(std::uint16_t{0}).octets(key).taken();
      break;
    case 3:
      octets = Message(Message::cancel_request).put(id).taken();
      break;
    case 4:
      octets =
          Message(static_cast<Message::Type>(random() % 9), random() % 2 == 0, static_cast<std::uint8_t>(random() % 4))
              .put(id)
              .filler(random() % 100)
              .taken();
      break;
    default:
      octets = request_head(id, key, "call")
                   .put(random())
                   .put(static_cast<std::uint32_t>(random()))
                   .with_size(random() % 200'000);
  }
  for (std::size_t times = random() % 4; times != 0; --times) {
    octets[random() % octets.size()] = static_cast<std::byte>(random());
  }
  return octets;
}

void sends_garbage(Attack& attack) {
  attack.each(true, [&](Foe& foe) {
    if (foe.has_sent_all()) foe.add(corrupted(attack));
    foe.send();
    foe.receive(4096);
  });
}

void comes_and_goes(Attack& attack) {
  while (attack.goes_on()) {
    std::vector<std::unique_ptr<Foe>> some;
    for (std::size_t i = 0; i < std::min<std::size_t>(attack.plan().connections, 50) && attack.goes_on(); ++i) {
      if (auto foe = attack.connect()) some.push_back(std::move(foe));
      if (some.empty()) continue;
      some.back()->add(call(attack.next_id(), attack.victim().key, 200'000, 200'000));
      some.back()->send(attack.random()() % 300'000);
    }
    std::this_thread::sleep_for(2ms);
  }
}

// Sends unrequested descriptors, with and without the message that belongs to them.
void send_descriptors(int socket, std::mt19937_64& random) {
  constexpr std::size_t most = 20;
  std::vector<dimma::reactor::Descriptor> own;
  std::array<int, most> numbers{};
  const std::size_t count = 1 + random() % most;
  for (std::size_t i = 0; i < count; ++i) {
    own.emplace_back(::memfd_create("attacker", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    numbers[i] = own.back().get();
  }
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof numbers)> control{};
  std::array<char, 32> words{'d', 'i', 'm', 'm', 'a', 's', 'h', 'm', 1};
  if (random() % 2 == 0) words[random() % words.size()] = static_cast<char>(random());
  iovec piece{words.data(), 1 + random() % words.size()};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = CMSG_SPACE(count * sizeof(int));
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(count * sizeof(int));
  std::memcpy(CMSG_DATA(header), numbers.data(), count * sizeof(int));
  ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void passes_descriptors(Attack& attack) {
  std::vector<dimma::reactor::Descriptor> all(std::min<std::size_t>(attack.plan().connections, 100));
  for (std::size_t next = 0; attack.goes_on(); ++next) {
    dimma::reactor::Descriptor& socket = all[next % all.size()];
    if (!socket || attack.random()() % 4 == 0) {
      socket = connect_local(attack.victim().endpoint, Clock::now() + 200ms, {}, user_of_peer).socket;
      if (socket) attack.count_connection();
    }
    if (socket) send_descriptors(socket.get(), attack.random());
    std::this_thread::sleep_for(500us);
  }
}

// Writes random octets into the rings, and requests as well.
void scribbles(Attack& attack) {
  for (unsigned seed = static_cast<unsigned>(attack.plan().seed); attack.goes_on(); ++seed) {
    const RingSizes sizes{4096, 4096};
    dimma::reactor::Descriptor descriptor;
    const auto memory = ShmMemory::make(sizes, descriptor);
    const auto control = connect_local(attack.victim().endpoint, Clock::now() + 200ms, {}, user_of_peer);
    if (!memory || !control.socket || send_memory(control.socket.get(), sizes, descriptor) != 0) continue;
    attack.count_connection();
    auto writer = memory->to_listener<RingWriter>();
    const auto request = call(attack.next_id(), attack.victim().key, 2000, 100'000);
    writer.put(request.data(), request.size());
    writer.publish();
    const Scribbler scribbler(*memory, seed);
    std::this_thread::sleep_for(std::chrono::milliseconds(attack.random()() % 30));
  }
}

using Step = void (*)(Attack&);
const std::map<std::string, Step> everywhere{
    {"never-reads-large", [](Attack& attack) { never_reads(attack, large_reply); }},
    {"never-reads-small", never_reads_small},
    {"reads-slowly", reads_slowly},
    {"writes-slowly", writes_slowly},
    {"sends-halves", sends_halves},
    {"begins-fragments", begins_fragments},
    {"long-fragments", long_fragments},
    {"sends-garbage", sends_garbage},
    {"comes-and-goes", comes_and_goes},
    {"holds-connections",
     [](Attack& attack) {
       attack.each(
           true, [](Foe&) {}, 20ms);
     }},
};
const std::map<std::string, Step> at_shared_memory{{"passes-descriptors", passes_descriptors},
                                                   {"scribbles", scribbles}};

}  // namespace

std::vector<std::string> attacks_over(const std::string& transport) {
  std::vector<std::string> all;
  for (const auto& [name, step] : everywhere) all.push_back(name);
  if (transport == "unix") all.emplace_back("passes-descriptors");
  if (transport != "shm") return all;
  for (const auto& [name, step] : at_shared_memory) all.push_back(name);
  return all;
}

std::string attack(const std::string& name, const Victim& victim, const Plan& plan) {
  const auto& those = everywhere.contains(name) ? everywhere : at_shared_memory;
  const auto found = those.find(name);
  if (found == those.end()) throw std::runtime_error("there is no attack named '" + name + "'");
  Attack attack(victim, plan);
  found->second(attack);
  return name + " by " + std::to_string(plan.connections) + ": " + std::to_string(attack.connected()) +
         " connections made";
}

}  // namespace attacker
