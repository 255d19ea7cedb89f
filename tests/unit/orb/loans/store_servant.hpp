#pragma once
// Keeps what it is given, in the memory that it came in.

#include "loans_skel.hpp"

#include <dimma/loaned.hpp>

#include <atomic>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

namespace dimma::test {

class StoreServant final : public virtual CORBA::servant_traits<Lending::Store>::base_type {
 public:
  Lending::Octets current() override { return give(0); }
  void current(Lending::Octets data) override { keep(std::move(data)); }
  std::uint32_t keep(Lending::Image data) override {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(data));
    return static_cast<std::uint32_t>(kept_.size() - 1);
  }
  // A copy of it, so that it can be given again.
  Lending::Octets give(std::uint32_t which) override {
    const std::lock_guard lock(mutex_);
    auto copy = loan_result<std::uint8_t>(kept_.at(which).size());
    std::copy(kept_[which].begin(), kept_[which].end(), copy.begin());
    return copy;
  }
  Lending::Octets make(std::uint32_t count, std::uint8_t value) override {
    auto made = loan_result<std::uint8_t>(count);
    std::fill(made.begin(), made.end(), value);
    made_shared = made.is_shared();
    return made;
  }
  Lending::Samples twice(Lending::Samples data) override {
    auto made = loan_result<Lending::Sample>(2 * data.size());
    std::copy(data.begin(), data.end(), made.begin());
    std::copy(data.begin(), data.end(), made.begin() + data.size());
    return made;
  }
  void change(Lending::Octets& data, Lending::Samples& made) override {
    for (auto& octet : data) ++octet;
    Lending::Sample sample;
    sample.time(static_cast<double>(data.size()));
    made = Lending::Samples(std::vector<Lending::Sample>{sample});
  }
  double sum(Lending::Few data) override { return std::accumulate(data.begin(), data.end(), 0.0); }
  void note(Lending::Octets data) override {
    came_shared = data.is_shared();
    noted += data.size();
  }
  void refuse(Lending::Octets /*data*/) override { throw Lending::Refused(7); }
  void let_go() override {
    const std::lock_guard lock(mutex_);
    kept_.clear();
  }

  std::vector<bool> kept_shared() {
    const std::lock_guard lock(mutex_);
    std::vector<bool> shared;
    for (const auto& each : kept_) shared.push_back(each.is_shared());
    return shared;
  }

  std::atomic<bool> made_shared{false};
  std::atomic<bool> came_shared{false};
  std::atomic<std::size_t> noted{0};

 private:
  std::mutex mutex_;
  std::vector<Lending::Octets> kept_;
};

}  // namespace dimma::test
