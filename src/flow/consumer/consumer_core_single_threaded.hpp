#pragma once
// The consumer of the build without threads: receives datagrams and makes the upcalls when the process's only event
// loop calls readable(). While an upcall waits for a call that it made, later datagrams stay in the socket.

#include "channel/channel.hpp"
#include "flow/consumer/receiver.hpp"
#include "flow/wire/settings.hpp"
#include "reactor/poller.hpp"
#include "transport/datagram.hpp"

#include <memory>
#include <string>
#include <vector>

namespace dimma::flow {

class ConsumerCore final : public reactor::Waiter, public std::enable_shared_from_this<ConsumerCore> {
 public:
  ConsumerCore(std::unique_ptr<transport::DatagramSocket> socket, const EngineeringQoS& qos, const Settings& settings,
               channel::Dispatcher& dispatcher);

  void start();
  // May also be called within one of this consumer's upcalls.
  void close() noexcept;

  transport::DatagramSocket& socket() const noexcept { return *socket_; }
  std::size_t threads() const noexcept { return 0; }
  Receiver::Totals totals() const { return receiver_.totals(); }
  std::string waiting_text() const { return "not known"; }

  void readable() noexcept override;

 private:
  void take(OctetView datagram, const transport::Arrival& of);

  const std::unique_ptr<transport::DatagramSocket> socket_;
  channel::Dispatcher& dispatcher_;
  const std::unique_ptr<std::byte[]> rooms_;
  std::vector<transport::Arrival> arrivals_;
  DispatchMemo memo_;
  Receiver receiver_;
  bool closed_ = false;
};

}  // namespace dimma::flow
