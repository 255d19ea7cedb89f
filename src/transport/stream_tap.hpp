#pragma once
// Sees what goes over streams, where an ORB observes its connections.

#include "transport/transport.hpp"

#include <memory>

namespace dimma::transport {

class StreamTap {
 public:
  virtual ~StreamTap() = default;
  // The same stream, seen. `end`: whether this end has connected or accepted it. From any thread.
  virtual std::unique_ptr<Stream> tap(std::unique_ptr<Stream> stream, End end) = 0;

 protected:
  StreamTap() = default;
};

}  // namespace dimma::transport
