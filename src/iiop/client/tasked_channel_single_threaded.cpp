#include "iiop/client/tasked_channel.hpp"

namespace dimma::iiop {

std::shared_ptr<AssembledChannel> with_tasks(std::shared_ptr<AssembledChannel> channel, const EngineeringQoS& /*qos*/,
                                             const Settings& /*settings*/) {
  return channel;
}

}  // namespace dimma::iiop
