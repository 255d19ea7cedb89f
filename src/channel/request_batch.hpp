#pragma once
// Connections that hold back requests because more will follow at once (<dimma/asio/detail/request_batch.hpp>).

#include <dimma/asio/detail/request_batch.hpp>

#include <memory>

namespace dimma::channel {

// A connection that holds back requests.
class BatchedSender {
 public:
  // Sends the requests without blocking. Called on any thread.
  virtual void send_batched() noexcept = 0;

 protected:
  ~BatchedSender() = default;
};

class OpenBatch {
 public:
  // Returns the calling thread's batch, or nullptr if requests are to be sent at once.
  static OpenBatch* of_this_thread() noexcept;
  // Arranges a later call of sender->send_batched(). Throws std::bad_alloc.
  virtual void add(std::shared_ptr<BatchedSender> sender) = 0;

 protected:
  ~OpenBatch() = default;
};

}  // namespace dimma::channel
