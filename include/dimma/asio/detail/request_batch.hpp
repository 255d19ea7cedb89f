#pragma once
/// Requests of several calls that are sent together, with one system call per connection. Internal to dimma.

#include <dimma/generated/function_ref.hpp>

#include <memory>

namespace dimma::asio::detail {

/// The requests begun while one RequestBatchScope exists.
class RequestBatch {
 public:
  /// Sends the requests queued so far. Thread-safe; may be called any number of times.
  virtual void send() noexcept = 0;

 protected:
  ~RequestBatch() = default;
};

/// While it exists, requests of asynchronous calls that its thread begins are queued. They are sent when the scope is
/// destroyed, when there are many, or before a call of the thread blocks.
class RequestBatchScope {
 public:
  /// Called when the first request has been queued. Posts a call of RequestBatch::send() to the executor, so that no
  /// request waits for a handler that blocks. May throw. Must outlive the scope.
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
