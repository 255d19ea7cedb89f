#pragma once
// A servant that records its calls. Calls block between hold() and let_go().

#include "feed_skel.hpp"

#include <condition_variable>
#include <mutex>
#include <vector>

namespace dimma::flow {

class FeedServant : public virtual CORBA::servant_traits<Feed>::base_type {
 public:
  void tick() override { keep(-1); }
  void note(int32_t number, const std::string& /*text*/) override { keep(number); }
  void blob(int32_t number, const ::Octets& octets) override {
    for (std::size_t i = 0; i < octets.size(); ++i) {
      if (octets[i] != static_cast<std::uint8_t>(i * 7 + static_cast<std::size_t>(number))) number = -2;
    }
    keep(number);
  }

  void hold() {
    const std::lock_guard lock(mutex_);
    held_ = true;
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    held_ = false;
    changed_.notify_all();
  }
  // Waits at most half a minute until `calls` calls have ended.
  bool has(std::size_t calls) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return numbers_.size() >= calls; });
  }
  // Waits at most half a minute until a call is blocked.
  bool is_entered() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return entered_ > numbers_.size(); });
  }
  std::vector<int32_t> numbers() {
    const std::lock_guard lock(mutex_);
    return numbers_;
  }

 private:
  void keep(int32_t number) {
    std::unique_lock lock(mutex_);
    ++entered_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !held_; });
    numbers_.push_back(number);
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  std::size_t entered_ = 0;
  std::vector<int32_t> numbers_;
};

inline ::Octets blob_of(int32_t number, std::size_t size) {
  ::Octets octets(size);
  for (std::size_t i = 0; i < size; ++i)
    octets[i] = static_cast<std::uint8_t>(i * 7 + static_cast<std::size_t>(number));
  return octets;
}

}  // namespace dimma::flow
