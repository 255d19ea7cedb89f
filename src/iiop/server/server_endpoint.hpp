#pragma once
// A server's end of IIOP: a listener, the connections that it accepts, and the profile that references carry.

#include "base/sync/sync.hpp"
#include "iiop/bidirectional/callback_offer.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/giop/security_components.hpp"
#include "iiop/server/core/server_core.hpp"
#include "transport/transports.hpp"

#include <memory>
#include <string>

namespace dimma::iiop {

class IiopServerEndpoint final : public channel::ServerEndpoint {
 public:
  // Listens and serves. Throws CORBA::INITIALIZE, which names the address that cannot be used, and QoSError.
  IiopServerEndpoint(const transport::Transports& transports, const channel::ListenOptions& options,
                     const EngineeringQoS& qos, const Settings& settings, channel::Dispatcher& dispatcher,
                     CallbackOffer& offer);
  ~IiopServerEndpoint() override;

  std::vector<channel::Tagged> profiles(std::span<const std::byte> object_key) const override;
  bool owns(const channel::Tagged& profile, channel::Octets& object_key) const override;
  void close() noexcept override;
  std::vector<channel::Fact> describe() const override;
  void carry_callbacks() override;

 private:
  class Acceptor;
  class Host;

  std::string endpoints_text() const;
  std::string connections_usage() const;
  std::string messages_usage() const;
  execution::Usage messages_numbers() const;
  std::string memory_usage() const;
  void add_loans(std::vector<channel::Fact>& facts) const;
  std::string callbacks_usage() const;

  const std::vector<channel::Fact> plan_;
  std::shared_ptr<ServerCore> core_;
  std::vector<std::shared_ptr<Acceptor>> acceptors_;
  void listen(const transport::Transports& transports, const channel::ListenOptions& options,
              const EngineeringQoS& qos);
  bool is_published(const Profile& profile) const;

  std::vector<Address> published_;          // empty without TCP
  TlsAddresses published_with_tls_;         // empty without TLS
  std::vector<transport::Endpoint> local_;  // the local endpoints
  CallbackOffer& offer_;
  sync::Mutex hosting_;
  std::shared_ptr<Host> host_ DIMMA_GUARDED_BY(hosting_);  // set by carry_callbacks()
  sync::Atomic<bool> closed_{false};
};

}  // namespace dimma::iiop
