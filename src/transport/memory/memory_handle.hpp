#pragma once
// A descriptor that polls as a socket does.

#include "reactor/descriptor.hpp"

namespace dimma::transport {

// One thread at a time calls set() and end(), with a lock of the owner held.
class MemoryHandle {
 public:
  MemoryHandle();  // Throws std::system_error.

  int get() const noexcept { return read_.get(); }
  void set(bool readable) noexcept;
  // Makes it readable for good, and shows that the peer has closed (EPOLLRDHUP).
  void end() noexcept;

 private:
  reactor::Descriptor read_;  // both ends of a pair of sockets; readable while an octet is in between
  reactor::Descriptor write_;
  bool readable_ = false;
  bool ended_ = false;
};

}  // namespace dimma::transport
