#pragma once
// A fake protocol: "hosts" in this process at which ORBs listen, and channels that hand a request's octets to the
// dispatcher there, on the caller's thread or on one of its own. Nothing here is GIOP.

#include "channel/channel.hpp"
#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace dimma::test {

class FakeEndpoint;

// A network in which endpoints of all ORBs of a test find each other. Must outlive them.
class FakeNetwork {
 public:
  // Faults that stay until they are changed again.
  std::atomic<bool> refuse_connections{false};
  // Bindings and calls do not reach this port.
  std::atomic<std::uint16_t> unreachable{0};
  // The next call finds its connection closed, once.
  std::atomic<bool> close_connections{false};
  // The deadline of each binding, or of each call, passes at once.
  std::atomic<bool> binds_late{false};
  std::atomic<bool> calls_late{false};
  // Forwards are permanent.
  std::atomic<bool> forward_for_good{false};
  // Each request is served by a thread of its own; otherwise by the caller's.
  std::atomic<bool> own_threads{false};

  std::atomic<int> binds{0};
  std::atomic<int> calls{0};
  std::atomic<int> channels_alive{0};
  std::atomic<int> endpoints_alive{0};
  std::atomic<int> listens{0};
  std::atomic<Deadline> last_deadline{no_deadline};  // the last call's
  std::atomic<int> entered{0};                       // times that an endpoint was reached, to bind or to call

  // Sends a request with any key and operation, as a peer could. Returns status and body.
  struct RawReply {
    bool begun = false;
    ServerRequest::ReplyStatus status = ServerRequest::ReplyStatus::no_exception;
    std::vector<std::byte> body;
  };
  RawReply send(std::uint16_t port, std::span<const std::byte> key, std::string_view operation,
                std::span<const std::byte> arguments, bool response_expected = true);
  channel::Dispatcher& dispatcher(std::uint16_t port);
  channel::Located locate(std::uint16_t port, std::span<const std::byte> key, channel::Octets& forward_to);

 private:
  friend class FakeEndpoint;
  friend class FakeBinder;
  friend class FakeChannel;
  std::uint16_t add(FakeEndpoint& endpoint, std::uint16_t wanted);
  void remove(std::uint16_t port);
  // Returns nullptr if nothing listens there. The endpoint counts the call before the network's lock is released.
  FakeEndpoint* enter(std::uint16_t port);

  std::mutex mutex_;
  std::uint16_t next_port_ = 49152;
  std::map<std::uint16_t, FakeEndpoint*> endpoints_;
};

struct FakeAddress {
  std::string host;
  std::uint16_t port = 0;
  channel::Octets key;
};
inline constexpr std::uint32_t fake_tag = 0x46414b45;
channel::Tagged fake_profile(const FakeAddress& address);
FakeAddress fake_address(const channel::Tagged& profile);

std::unique_ptr<channel::Binder> make_fake_binder(FakeNetwork& network);

// Settings of an ORB that has no other protocol.
struct OrbSettings {
  std::string id = "test";
  std::uint16_t port = 0;
  std::map<std::string, std::string> initial_references = {};
  std::string default_initial_reference = {};
};
CORBA::object_reference<CORBA::ORB> make_orb(FakeNetwork& network, OrbSettings settings = {});

}  // namespace dimma::test
