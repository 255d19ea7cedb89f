#pragma once
// Keeps the data that it gets, in the memory in which they arrived.

#include "loans_skel.hpp"

#include <dimma/loaned.hpp>

#include <atomic>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

namespace dimma::test {

// The data that servants of every kind keep. Any thread may call it.
class Shelf {
 public:
  explicit Shelf(bool keeps_order = true) : keeps_order_(keeps_order) {}

  // True if the requests of one client are served in their order.
  bool keeps_order() const noexcept { return keeps_order_; }
  std::uint32_t put(Lending::Octets data) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(data));
    return static_cast<std::uint32_t>(kept_.size() - 1);
  }
  std::size_t size_of(std::uint32_t which) {
    const std::lock_guard lock(mutex_);
    return kept_.at(which).size();
  }
  // Copies the data, so that they can be returned again.
  void copy(std::uint32_t which, Lending::Octets& into) {
    const std::lock_guard lock(mutex_);
    std::copy(kept_.at(which).begin(), kept_[which].end(), into.begin());
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    kept_.clear();
  }
  std::vector<bool> kept_shared() {
    const std::lock_guard lock(mutex_);
    std::vector<bool> shared;
    for (const auto& each : kept_) shared.push_back(each.is_shared());
    return shared;
  }
  const void* kept_at(std::uint32_t which) {
    const std::lock_guard lock(mutex_);
    return kept_.at(which).data();
  }
  void note_made(Lending::Octets& made, std::uint8_t value) {
    std::fill(made.begin(), made.end(), value);
    made_shared = made.is_shared();
    made_at = made.data();
  }
  void note_come(const Lending::Octets& data) {
    came_shared = data.is_shared();
    noted += data.size();
  }

  std::atomic<bool> made_shared{false};
  std::atomic<const void*> made_at{nullptr};
  std::atomic<bool> came_shared{false};
  std::atomic<std::size_t> noted{0};

 private:
  const bool keeps_order_;
  std::mutex mutex_;
  std::vector<Lending::Octets> kept_;
};

inline void write_twice(const Lending::Samples& data, Lending::Samples& into) {
  std::copy(data.begin(), data.end(), into.begin());
  std::copy(data.begin(), data.end(), into.begin() + data.size());
}

// Increments each octet, and returns a sample with their number.
inline Lending::Samples changed(Lending::Octets& data) {
  for (auto& octet : data) ++octet;
  Lending::Sample sample;
  sample.time(static_cast<double>(data.size()));
  return std::vector<Lending::Sample>{sample};
}

class StoreServant : public virtual CORBA::servant_traits<Lending::Store>::base_type, public Shelf {
 public:
  Lending::Octets current() override { return give(0); }
  void current(Lending::Octets data) override { put(std::move(data)); }
  std::uint32_t keep(Lending::Image data) override { return put(std::move(data)); }
  Lending::Octets give(std::uint32_t which) override {
    Lending::Octets given = loan_result<std::uint8_t>(size_of(which));
    copy(which, given);
    return given;
  }
  Lending::Octets make(std::uint32_t count, std::uint8_t value) override {
    Lending::Octets made = loan_result<std::uint8_t>(count);
    note_made(made, value);
    return made;
  }
  Lending::Samples twice(Lending::Samples data) override {
    Lending::Samples made = loan_result<Lending::Sample>(2 * data.size());
    write_twice(data, made);
    return made;
  }
  void change(Lending::Octets& data, Lending::Samples& made) override { made = changed(data); }
  double sum(Lending::Few data) override { return std::accumulate(data.begin(), data.end(), 0.0); }
  void note(Lending::Octets data) override { note_come(data); }
  void refuse(Lending::Octets /*data*/) override { throw Lending::Refused(7); }
  void let_go() override { clear(); }
};

}  // namespace dimma::test
