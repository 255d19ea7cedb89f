#pragma once
// Keeps the frames that it receives in the memory in which they arrived, and blocks its caller while it is held.

#include "frames_skel.hpp"

#include <dimma/loaned.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace dimma::test {

// The octet that a frame with that number has at that position.
inline std::uint8_t octet_of(std::int32_t number, std::size_t at) {
  return static_cast<std::uint8_t>(at * 7 + static_cast<std::size_t>(number));
}
inline Flowing::Image filled(Flowing::Image frame, std::int32_t number) {
  for (std::size_t i = 0; i < frame.size(); ++i) frame[i] = octet_of(number, i);
  return frame;
}
inline bool is_filled(const Flowing::Image& frame, std::int32_t number) {
  for (std::size_t i = 0; i < frame.size(); ++i) {
    if (frame[i] != octet_of(number, i)) return false;
  }
  return true;
}

class FramesServant final : public virtual CORBA::servant_traits<Flowing::Frames>::base_type {
 public:
  struct Shown {
    std::int32_t number = 0;
    bool is_sound = false;
    bool is_shared = false;
  };

  // With `keeps`, frames are kept rather than let go at once.
  explicit FramesServant(bool keeps = true) : keeps_(keeps) {}

  void show(std::int32_t number, Flowing::Image frame) override { take(number, std::move(frame), true); }
  void both(Flowing::Image frame, std::uint8_t odd, Flowing::Samples samples) override {
    bool is_sound = samples.empty() || samples.is_shared() == frame.is_shared();
    for (std::size_t i = 0; i < samples.size(); ++i) {
      is_sound = is_sound && samples[i].time() == static_cast<double>(i) && samples[i].values()[2] == odd;
    }
    take(odd, std::move(frame), is_sound);
  }
  void mixed(std::int32_t number, Flowing::Image frame, const Flowing::Octets& rest) override {
    bool is_sound = true;
    for (std::size_t i = 0; i < rest.size(); ++i) is_sound = is_sound && rest[i] == octet_of(number, i);
    take(number, std::move(frame), is_sound);
  }

  void hold() {
    const std::lock_guard lock(mutex_);
    held_up_ = true;
  }
  void go_on() {
    const std::lock_guard lock(mutex_);
    held_up_ = false;
    changed_.notify_all();
  }
  // Both wait at most half a minute until `calls` calls have begun, or ended.
  bool has_entered(std::size_t calls) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return entered_ >= calls; });
  }
  bool has_shown(std::size_t calls) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return shown_.size() >= calls; });
  }
  std::vector<Shown> shown() {
    const std::lock_guard lock(mutex_);
    return shown_;
  }
  // Returns true if the kept frames have not changed.
  bool keeps_sound_frames() {
    const std::lock_guard lock(mutex_);
    for (const auto& [number, frame] : kept_) {
      if (!is_filled(frame, number)) return false;
    }
    return true;
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    kept_.clear();
  }

 private:
  static constexpr std::chrono::seconds patience{30};

  void take(std::int32_t number, Flowing::Image frame, bool is_sound) {
    std::unique_lock lock(mutex_);
    ++entered_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !held_up_; });
    shown_.push_back({number, is_sound && is_filled(frame, number), frame.is_shared()});
    if (keeps_) kept_.emplace_back(number, std::move(frame));
    changed_.notify_all();
  }

  const bool keeps_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_up_ = false;
  std::size_t entered_ = 0;
  std::vector<Shown> shown_;
  std::vector<std::pair<std::int32_t, Flowing::Image>> kept_;
};

}  // namespace dimma::test
