#pragma once
// Chooses the order in which a server's addresses are tried, and the time for each attempt. Also used for the profiles
// of a reference.
//
// A silent address, such as that of a machine that is down, must not use up the time of the others. While other
// addresses remain, an attempt gets patience_max, or an equal share of the remaining time if that is less. Silent
// addresses are tried once more after the others, in the remaining time.

#include "transport/transport.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace dimma::channel {

class ConnectAttempts {
 public:
  static constexpr std::chrono::seconds patience_max{2};

  struct Attempt {
    std::size_t address;
    Deadline until;
  };

  // Allows attempts at `addresses` addresses until the deadline.
  ConnectAttempts(std::size_t addresses, Deadline until) : order_(addresses), until_(until) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }

  // Returns the next attempt, or nullopt if all addresses have been tried or the deadline has passed.
  std::optional<Attempt> next(Deadline now) {
    if (is_late_) return std::nullopt;
    if (next_ == order_.size()) {
      if (is_again_ || silent_.empty()) return std::nullopt;
      order_ = std::exchange(silent_, {});
      next_ = 0;
      is_again_ = true;
    }
    const auto left = static_cast<Deadline::rep>(order_.size() - next_);
    const bool is_last = left == 1 && silent_.empty();
    const std::size_t address = order_[next_++];
    return Attempt{address, is_last ? until_ : std::min(until_, now + patience(now, left))};
  }
  // Called when the last attempt has failed.
  void failed(const transport::Result& result) noexcept {
    const bool is_refused = result.status == transport::Status::failed && result.error == EKEYREJECTED;
    (is_refused ? has_refused_ : has_other_failure_) = true;
    if (result.status != transport::Status::failed || result.error != ECONNREFUSED) has_failed_otherwise_ = true;
  }
  // Returns true if every attempt failed because nothing listens at the address (ECONNREFUSED).
  bool is_nobody_there() const noexcept { return has_other_failure_ && !has_failed_otherwise_; }
  // Returns true if every attempt failed because of a certificate.
  bool are_certificates_refused() const noexcept { return has_refused_ && !has_other_failure_; }
  // Called when the last attempt got no answer within its time.
  void was_silent(std::size_t address, Deadline now) {
    is_late_ = now >= until_;
    if (!is_again_) silent_.push_back(address);
  }

 private:
  Deadline::duration patience(Deadline now, Deadline::rep left) const noexcept {
    if (until_ == no_deadline) return patience_max;
    return std::min<Deadline::duration>(patience_max, (until_ - std::min(now, until_)) / left);
  }

  std::vector<std::size_t> order_;
  const Deadline until_;
  std::size_t next_ = 0;
  std::vector<std::size_t> silent_;
  bool is_again_ = false;
  bool is_late_ = false;
  bool has_refused_ = false;
  bool has_other_failure_ = false;
  bool has_failed_otherwise_ = false;
};

}  // namespace dimma::channel
