#pragma once
// The two ends of datagrams through shared memory, each a DatagramSocket: see shm_datagram.hpp.

#include "transport/datagram.hpp"
#include "transport/local/peer_users.hpp"

namespace dimma::transport {

std::unique_ptr<DatagramSocket> make_shm_sender(const PeerUsers& users, const Endpoint& to,
                                                const StreamOptions& options);
std::unique_ptr<DatagramSocket> make_shm_receiver(const PeerUsers& users, const Endpoint& at,
                                                  const StreamOptions& options);

}  // namespace dimma::transport
