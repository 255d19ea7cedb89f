#pragma once
/// Requests of several calls that are sent together, with one system call per connection. dimma's own.

#include <dimma/generated/function_ref.hpp>

#include <memory>

namespace dimma::asio::detail {

/// The requests that one run of steps has begun.
class RequestBatch {
 public:
  /// Sends the requests that have been kept so far. Thread safe; may be called any number of times.
  virtual void send() noexcept = 0;

 protected:
  ~RequestBatch() = default;
};

/// While it exists, requests of asynchronous calls that its thread begins are kept. They are sent when it is destroyed,
/// when there are many, or before a call of the thread blocks.
class RequestBatchScope {
 public:
  /// Called when a first request has been kept: has RequestBatch::send() called by another function of the executor, so
  /// that no request waits for a handler that blocks. May throw. Must outlive the scope.
  using SendSoon = function_ref<void(std::shared_ptr<RequestBatch>)>;

  explicit RequestBatchScope(SendSoon send_soon);
  ~RequestBatchScope();
  RequestBatchScope(const RequestBatchScope&) = delete;
  RequestBatchScope& operator=(const RequestBatchScope&) = delete;

 private:
  class Open;
  const std::unique_ptr<Open> open_;
};

}  // namespace dimma::asio::detail
