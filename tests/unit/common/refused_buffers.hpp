#pragma once
// Has memory for message buffers run out in a program that links refused_buffers.cpp.

namespace dimma::test {

// While it lives, its thread makes no cdr::Buffer.
class RefusedBuffers {
 public:
  RefusedBuffers() noexcept;
  ~RefusedBuffers();
  RefusedBuffers(const RefusedBuffers&) = delete;
  RefusedBuffers& operator=(const RefusedBuffers&) = delete;
};

}  // namespace dimma::test
