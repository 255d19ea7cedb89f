#pragma once
// A client and a server of IIOP in one run, over a network in memory whose faults the strategy chooses.

#include "iiop/binder.hpp"
#include "simulation/world/journal.hpp"
#include "simulation/world/replier.hpp"
#include "transport/memory/memory.hpp"

#include <functional>
#include <memory>
#include <string>

namespace dimma::simulation {

// Serves calls with a number and a text, which it returns.
class JournalServer final : public channel::Dispatcher {
 public:
  explicit JournalServer(Journal& journal) noexcept : journal_(journal) {}

  // Called within the upcall of each call; does nothing at first.
  std::function<void(std::size_t call)> on_call = [](std::size_t) {};
  // Replies by this thread, if it is set.
  std::unique_ptr<Replier> replier;

  void dispatch(ServerRequest& request) noexcept override;
  channel::Located locate(std::span<const std::byte> object_key, channel::Octets& forward_to,
                          channel::Session* session) noexcept override;

 private:
  Journal& journal_;
};

// One server, and one client that is bound to it.
class ChannelWorld {
 public:
  struct Qos {
    const char* client = "";
    const char* server = "processing=pool(2)";
  };
  explicit ChannelWorld(Qos qos, const iiop::Settings& settings = {});
  // Ends the client, then the server, and checks the journal. Requires that no other thread uses the world.
  ~ChannelWorld();
  ChannelWorld(const ChannelWorld&) = delete;
  ChannelWorld& operator=(const ChannelWorld&) = delete;

  // Lets the strategy choose a fault, or none, for the next connection: an end or a reset after some octets, in one of
  // the directions. It also chooses whether the connection may be watched edge-triggered.
  void choose_fault();
  // Makes the next connection one that may be watched edge-triggered.
  void watch_edges();
  // Binds the client. Returns nullptr if that fails because of a fault.
  std::shared_ptr<channel::ClientChannel> bind();
  // The same with another QoS than that of the world.
  std::shared_ptr<channel::ClientChannel> bind(const EngineeringQoS& qos);
  // Makes a call and notes its end.
  void call(channel::ClientChannel& channel, Deadline deadline = no_deadline);
  // Lets calls that find no free resource wait in the channel from now on. A thread that begins one no longer waits.
  void begin_without_waiting() noexcept { begins_may_wait_ = false; }
  // Begins an asynchronous call, whose end is noted.
  void begin(channel::ClientChannel& channel, Deadline deadline = no_deadline);
  // The same for a call that keeps its channel until its end, as the calls of a reference do.
  void begin_keeping(std::shared_ptr<channel::ClientChannel> channel);

  // From now on another thread replies.
  void defer_replies();

  Journal& journal() noexcept { return journal_; }
  JournalServer& servant() noexcept { return servant_; }
  channel::Binder& client() noexcept { return *client_; }
  const channel::ServerEndpoint& server() const noexcept { return *server_; }
  void close_server() noexcept { server_.reset(); }
  void restart_server();

 private:
  class BegunCall;

  void listen(std::uint16_t port);
  void begin(channel::ClientChannel& channel, Deadline deadline, std::shared_ptr<channel::ClientChannel> kept);

  Journal journal_;
  // Orders the uses of a channel before its end, as the count of its std::shared_ptr does, which is not simulated.
  sync::Atomic<int> uses_ended_{0};
  bool begins_may_wait_ = true;
  JournalServer servant_{journal_};
  transport::MemoryNetwork network_;
  transport::MemoryTransport transport_{network_, "tcp"};
  const EngineeringQoS client_qos_;
  const EngineeringQoS server_qos_;
  const std::unique_ptr<channel::Binder> client_;
  const std::unique_ptr<channel::Binder> binder_of_server_;
  std::unique_ptr<channel::ServerEndpoint> server_;
  channel::Tagged profile_;
};

}  // namespace dimma::simulation
