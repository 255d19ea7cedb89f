#include "iiop/published_address.hpp"

#include "transport/machine_address.hpp"

namespace dimma::iiop {

Address published_address(const channel::ListenOptions& options, const transport::Endpoint& listening) {
  Address address{options.publish_host, options.publish_port != 0 ? options.publish_port : listening.port};
  if (address.host.empty()) {
    address.host = transport::is_every_address(options.host) ? transport::machine_address() : options.host;
  }
  return address;
}

}  // namespace dimma::iiop
