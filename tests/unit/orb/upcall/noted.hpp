#pragma once
// Values that servants record for a test that reads them: the thread sanitizer does not see that the connection between
// them orders anything.

#include <mutex>
#include <utility>

namespace dimma::test {

template <class Value>
class Noted {
 public:
  Noted& operator=(Value value) {
    const std::scoped_lock lock(mutex_);
    value_ = std::move(value);
    return *this;
  }
  template <class Element>
  void push_back(Element element) {
    const std::scoped_lock lock(mutex_);
    value_.push_back(std::move(element));
  }
  Value get() const {
    const std::scoped_lock lock(mutex_);
    return value_;
  }
  Value take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(value_, Value());
  }

 private:
  mutable std::mutex mutex_;
  Value value_{};
};

}  // namespace dimma::test
