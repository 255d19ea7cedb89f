#pragma once
// The service contexts of the tests, with ids that nothing else uses.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>

namespace contexts {

constexpr std::uint32_t of_request = 0x44495450;
constexpr std::uint32_t of_reply = 0x44495451;
constexpr const char* from_client = "from the client";

// The text of a oneway. A request for this text may overtake the oneway, and waits for it.
class Arrived {
 public:
  void put(const std::string& text) {
    const std::lock_guard<std::mutex> lock(mutex_);
    text_ = text;
    arrived_.notify_all();
  }
  std::string take() {
    std::unique_lock<std::mutex> lock(mutex_);
    arrived_.wait_for(lock, std::chrono::seconds(20), [this] { return !text_.empty(); });
    return text_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::string text_;
};

}  // namespace contexts
