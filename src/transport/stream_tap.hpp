#pragma once
// Observes what goes over streams, if an ORB has its connections observed.

#include "transport/transport.hpp"

#include <memory>

namespace dimma::transport {

class StreamTap {
 public:
  virtual ~StreamTap() = default;
  // Returns the same stream, observed. `end` tells if this end has connected or accepted it. Thread safe.
  virtual std::unique_ptr<Stream> tap(std::unique_ptr<Stream> stream, End end) = 0;

 protected:
  StreamTap() = default;
};

}  // namespace dimma::transport
