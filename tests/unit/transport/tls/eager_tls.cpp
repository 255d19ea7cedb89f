#include "unit/transport/tls/eager_tls.hpp"

#include "reactor/event_flag.hpp"
#include "transport/tls/tls_stream.hpp"

#include <atomic>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include <poll.h>

namespace dimma::transport {
namespace {

class EagerListener final : public Listener {
 public:
  explicit EagerListener(std::unique_ptr<Listener> under)
      : under_(std::move(under)), endpoint_(under_->endpoint()), thread_([this] { run(); }) {}
  ~EagerListener() override {
    stop();
    thread_.join();
  }

  std::unique_ptr<Stream> accept(int& error) override {
    const std::lock_guard lock(mutex_);
    error = 0;
    if (ready_.empty()) return nullptr;
    auto stream = std::move(ready_.front());
    ready_.pop_front();
    flag_.set(!ready_.empty() || closed_);
    return stream;
  }
  int handle() const noexcept override { return flag_.handle(); }
  Endpoint endpoint() const override { return endpoint_; }
  void close() noexcept override {
    stop();
    const std::lock_guard lock(mutex_);
    ready_.clear();
  }

 private:
  void stop() noexcept {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    flag_.set(true);
    stop_.set(true);
    under_->close();
  }
  void run() {
    std::vector<std::unique_ptr<TlsStream>> shaking;
    while (!closed_) {
      std::vector<pollfd> handles{{stop_.handle(), POLLIN, 0}, {under_->handle(), POLLIN, 0}};
      for (const auto& stream : shaking) handles.push_back({stream->handle(), POLLIN, 0});
      ::poll(handles.data(), handles.size(), -1);
      int error = 0;
      while (auto stream = closed_ ? nullptr : under_->accept(error)) {
        shaking.emplace_back(static_cast<TlsStream*>(stream.release()));
      }
      std::erase_if(shaking, [this](std::unique_ptr<TlsStream>& stream) { return has_ended(stream); });
    }
  }
  bool has_ended(std::unique_ptr<TlsStream>& stream) {
    const Result result = stream->handshake(no_wait);
    if (result.status == Status::timeout) return false;
    const std::lock_guard lock(mutex_);
    if (result && !closed_) {
      ready_.push_back(std::move(stream));
      flag_.set(true);
    }
    return true;
  }

  const std::unique_ptr<Listener> under_;
  const Endpoint endpoint_;
  reactor::EventFlag flag_;
  reactor::EventFlag stop_;
  std::mutex mutex_;
  std::deque<std::unique_ptr<Stream>> ready_;
  std::atomic<bool> closed_{false};
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Listener> EagerTls::listen(const Endpoint& at, const StreamOptions& options) {
  return std::make_unique<EagerListener>(tls_.listen(at, options));
}

}  // namespace dimma::transport
