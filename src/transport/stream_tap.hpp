#pragma once
// The interface of an observer of the octets that an ORB's streams transfer.

#include "transport/transport.hpp"

#include <memory>

namespace dimma::transport {

class StreamTap {
 public:
  virtual ~StreamTap() = default;
  // Wraps the stream in one that is observed. `end` is the end of this process: client or server. Thread safe.
  virtual std::unique_ptr<Stream> tap(std::unique_ptr<Stream> stream, End end) = 0;

 protected:
  StreamTap() = default;
};

}  // namespace dimma::transport
