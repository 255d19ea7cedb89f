#pragma once
// Determines whether receivers of a reference can connect to its addresses, as far as the addresses themselves show.

#include "base/sync/sync.hpp"
#include "iiop/giop/profile.hpp"
#include "transport/transport.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dimma::iiop {

// The hosts that can use an address.
enum class Reach : std::uint8_t {
  any,
  this_host,  // 127.0.0.0/8, ::1, localhost
  link,       // 169.254.0.0/16, fe80::/10: hosts on the same network
  bridge,     // 172.17.0.0/16, Docker's own network: this host and its containers
};
Reach reach_of(std::string_view host) noexcept;

// Logs a notice about an ORB's addresses, once for each of its endpoints, when a connection in either direction shows a
// peer that can use none of the addresses. Costs nothing otherwise. Thread-safe.
class ReachNotice {
 public:
  void publish(std::vector<Address> addresses);
  void withdraw(const std::vector<Address>& addresses) noexcept;
  void met(const transport::Stream& connection) noexcept;

 private:
  struct Published {
    std::vector<Address> addresses;
    bool is_told = false;
  };

  sync::Mutex mutex_;
  std::vector<Published> limited_ DIMMA_GUARDED_BY(mutex_);  // those without an address for all hosts
};

// Returns the line that is logged, or an empty string if the peer can use one of the addresses.
std::string reach_warning(const std::vector<Address>& published, const transport::Endpoint& own,
                          const transport::Endpoint& peer);

}  // namespace dimma::iiop
