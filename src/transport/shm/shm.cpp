#include "transport/shm/shm.hpp"

#include "transport/local/local_socket.hpp"
#include "transport/shm/shm_memory.hpp"
#include "transport/shm/shm_stream.hpp"
#include "transport/socket/socket_options.hpp"

#include <cerrno>

namespace dimma::transport {
namespace {

class ShmListener final : public Listener {
 public:
  ShmListener(const Endpoint& at, const StreamOptions& options, const PeerUsers& users)
      : listener_(at, {}, users), wait_(options.wait) {}

  std::unique_ptr<Stream> accept(int& error) override {
    for (;;) {
      reactor::Descriptor control = listener_.accept(error);
      if (!control) return nullptr;
      auto stream = std::make_unique<ShmStream>(std::move(control), nullptr, ShmStream::Side::listener, wait_);
      if (stream->take_memory()) return stream;
    }
  }
  int handle() const noexcept override { return listener_.handle(); }
  Endpoint endpoint() const override { return listener_.endpoint(); }
  void close() noexcept override { listener_.close(); }

 private:
  LocalListener listener_;
  const WaitStrategy wait_;
};

std::size_t ring_octets(std::size_t asked) noexcept { return asked != 0 ? asked : ShmTransport::ring_octets_default; }

}  // namespace

std::string ShmTransport::cannot_have(const StreamOptions& options, End end) const {
  if (options.dscp || options.busy_poll.count() != 0) return "shm has no network device for dscp or busy-poll";
  if (end == End::server && (options.send_buffer_octets != 0 || options.receive_buffer_octets != 0)) {
    return "over shm the client sets the sizes of the rings";
  }
  return {};
}

Connected ShmTransport::connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) {
  require_possible(*this, options, End::client);
  LocalConnection connection = connect_local(to, deadline, {}, users_);
  if (!connection.socket) return failed_connect(to, connection.result, connection.problem);
  const RingSizes sizes{ring_octets(options.send_buffer_octets), ring_octets(options.receive_buffer_octets)};
  reactor::Descriptor memory;
  const LoanSizes loans =
      options.loan_count == 0 ? LoanSizes() : LoanMemory::with_new_ids(options.loan_count, options.loan_octets);
  auto shared = ShmMemory::make(sizes, memory, loans);
  if (!shared) {
    const Result result{Status::failed, 0, errno};
    return failed_connect(to, result, "cannot create shared memory: " + describe(result));
  }
  if (const int error = send_memory(connection.socket.get(), sizes, memory, loans); error != 0) {
    return failed_connect(to, {Status::failed, 0, error});
  }
  return {std::make_unique<ShmStream>(std::move(connection.socket), std::move(shared), ShmStream::Side::connector,
                                      options.wait),
          {},
          {}};
}

void ShmTransport::begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options,
                                 ConnectDone done) {
  connecting_.begin(
      to, deadline, [this, to, options] { return connect(to, no_wait, options); }, std::move(done));
}

std::unique_ptr<Listener> ShmTransport::listen(const Endpoint& at, const StreamOptions& options) {
  require_possible(*this, options, End::server);
  return std::make_unique<ShmListener>(at, options, users_);
}

}  // namespace dimma::transport
