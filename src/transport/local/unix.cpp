#include "transport/local/unix.hpp"

#include "transport/local/local_socket.hpp"
#include "transport/socket/socket_options.hpp"
#include "transport/socket/socket_stream.hpp"

namespace dimma::transport {
namespace {

class UnixListener final : public Listener {
 public:
  UnixListener(const Endpoint& at, const StreamOptions& options, const PeerUsers& users)
      : listener_(at, options, users), wait_(options.wait) {}

  std::unique_ptr<Stream> accept(int& error) override {
    reactor::Descriptor socket = listener_.accept(error);
    if (!socket) return nullptr;
    return std::make_unique<SocketStream>(std::move(socket), wait_);
  }
  int handle() const noexcept override { return listener_.handle(); }
  Endpoint endpoint() const override { return listener_.endpoint(); }
  void close() noexcept override { listener_.close(); }

 private:
  LocalListener listener_;
  const WaitStrategy wait_;
};

}  // namespace

std::string UnixTransport::cannot_have(const StreamOptions& options, End) const {
  if (options.receive_buffer_octets != 0)
    return "unix has no receive buffer: queued data counts against the send buffer of the peer";
  if (options.dscp || options.busy_poll.count() != 0) return "unix has no network device for dscp or busy-poll";
  return {};
}

Connected UnixTransport::connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) {
  require_possible(*this, options, End::client);
  LocalConnection connection = connect_local(to, deadline, options, users_);
  if (!connection.socket) {
    return failed_connect(to, connection.result, connection.problem);
  }
  return {std::make_unique<SocketStream>(std::move(connection.socket), options.wait), {}, {}};
}

void UnixTransport::begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options,
                                  ConnectDone done) {
  connecting_.begin(
      to, deadline, [this, to, options] { return connect(to, no_wait, options); }, std::move(done));
}

std::unique_ptr<Listener> UnixTransport::listen(const Endpoint& at, const StreamOptions& options) {
  require_possible(*this, options, End::server);
  return std::make_unique<UnixListener>(at, options, users_);
}

}  // namespace dimma::transport
