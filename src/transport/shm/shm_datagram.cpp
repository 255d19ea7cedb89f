#include "transport/shm/shm_datagram.hpp"

#include "transport/shm/shm.hpp"
#include "transport/shm/shm_datagram_ends.hpp"

namespace dimma::transport {
namespace {

// Only names of dimma's sockets are accepted, as for streams: a forged reference must not lead to another service.
bool is_dimmas(const std::string& name) {
  const std::string_view file = std::string_view(name).substr(name.rfind('/') + 1);
  return name.starts_with("@dimma-") || (name.starts_with('/') && file.starts_with("dimma-"));
}

}  // namespace

std::unique_ptr<DatagramSocket> ShmDatagramTransport::connect(const Endpoint& to, const StreamOptions& options,
                                                              std::string& problem) {
  problem = ShmTransport(users_).cannot_have(options, End::client);
  if (!problem.empty()) throw QoSError(Field::socket, problem);
  if (!is_dimmas(to.host)) {
    problem = "reach " + to_string(to) + ": not a name that dimma listens at";
    return nullptr;
  }
  return make_shm_sender(users_, to, options);
}

std::unique_ptr<DatagramSocket> ShmDatagramTransport::bind(const Endpoint& at, const StreamOptions& options) {
  if (const auto problem = ShmTransport(users_).cannot_have(options, End::server); !problem.empty()) {
    throw QoSError(Field::socket, problem);
  }
  return make_shm_receiver(users_, at, options);
}

}  // namespace dimma::transport
