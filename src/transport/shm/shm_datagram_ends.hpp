#pragma once
// The two ends of datagrams through shared memory, each a socket: shm_datagram.hpp.

#include "transport/datagram.hpp"
#include "transport/local/peer_user.hpp"

namespace dimma::transport {

std::unique_ptr<DatagramSocket> make_shm_sender(UserOfPeer user, const Endpoint& to, const StreamOptions& options);
std::unique_ptr<DatagramSocket> make_shm_receiver(UserOfPeer user, const Endpoint& at, const StreamOptions& options);

}  // namespace dimma::transport
