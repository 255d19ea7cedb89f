#pragma once
// Simulates a lack of memory for cdr::Buffer in a program that links refused_buffers.cpp.

namespace dimma::test {

// While an object of this class exists, its thread cannot allocate a cdr::Buffer.
class RefusedBuffers {
 public:
  RefusedBuffers() noexcept;
  ~RefusedBuffers();
  RefusedBuffers(const RefusedBuffers&) = delete;
  RefusedBuffers& operator=(const RefusedBuffers&) = delete;
};

}  // namespace dimma::test
