#pragma once
// The connections that keep requests because others will follow at once (<dimma/asio/detail/request_batch.hpp>).

#include <dimma/asio/detail/request_batch.hpp>

#include <memory>

namespace dimma::channel {

// A connection with requests that it keeps.
class BatchedSender {
 public:
  // Sends them, without waiting. From any thread.
  virtual void send_batched() noexcept = 0;

 protected:
  ~BatchedSender() = default;
};

class OpenBatch {
 public:
  // Returns the calling thread's batch; nullptr if a request is to be sent at once.
  static OpenBatch* of_this_thread() noexcept;
  // Has sender->send_batched() called. Throws std::bad_alloc.
  virtual void add(std::shared_ptr<BatchedSender> sender) = 0;

 protected:
  ~OpenBatch() = default;
};

}  // namespace dimma::channel
