#pragma once
// The consumer's end: a listening socket, a thread that receives, and threads that make the upcalls.

#include "base/sync/sync.hpp"
#include "channel/channel.hpp"
#include "flow/wire/profile.hpp"
#include "flow/wire/settings.hpp"
#include "transport/datagram.hpp"

#include <memory>

namespace dimma::flow {

class ConsumerCore;

class ConsumerEndpoint final : public channel::ServerEndpoint {
 public:
  // Listens and serves. Throws CORBA::INITIALIZE, which names the address, if it cannot listen there; and QoSError.
  ConsumerEndpoint(transport::DatagramTransport& transport, const channel::ListenOptions& options,
                   const EngineeringQoS& qos, const Settings& settings, channel::Dispatcher& dispatcher);
  ~ConsumerEndpoint() override;

  std::vector<channel::Tagged> profiles(std::span<const std::byte> object_key) const override;
  bool owns(const channel::Tagged& profile, channel::Octets& object_key) const override;
  // Drops the waiting messages, and counts them as dropped.
  void close() noexcept override;
  std::vector<channel::Fact> describe() const override;

 private:
  const channel::ListenOptions options_;
  const EngineeringQoS qos_;
  const Settings settings_;
  std::shared_ptr<ConsumerCore> core_;
  transport::Endpoint published_;
};

}  // namespace dimma::flow
