#pragma once
// The ORB's end of the protocol seam: requests from server endpoints to servants, and what they throw to replies.

#include "channel/channel.hpp"

namespace dimma::orb {

class Core;

class Dispatcher final : public channel::Dispatcher {
 public:
  explicit Dispatcher(Core& core) noexcept : core_(core) {}

  void dispatch(ServerRequest& request) noexcept override;
  channel::Located locate(std::span<const std::byte> object_key, channel::Octets& forward_to) noexcept override;

 private:
  void serve(ServerRequest& request);
  void serve_published(ServerRequest& request);

  Core& core_;
};

}  // namespace dimma::orb
