#pragma once
// A client's list of checks: each runs, is printed with its outcome, and a failure does not keep the next from running.

#include <exception>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace checks {

class Failed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void require(bool condition, const std::string& what) {
  if (!condition) throw Failed(what);
}

template <class Left, class Right>
void require_equal(const Left& actual, const Right& expected, const std::string& what) {
  if (actual == expected) return;
  std::ostringstream text;
  text << what << " is " << actual << " instead of " << expected;
  throw Failed(text.str());
}

// Prints "ok NAME" or "FAILED NAME: why" for each, and counts.
class Checks {
 public:
  // Turns the exception in flight into text: each ORB has its own exceptions.
  using Describe = std::function<std::string()>;
  explicit Checks(Describe describe) : describe_(std::move(describe)) {}

  void run(const std::string& name, const std::function<void()>& check) {
    ++run_;
    try {
      check();
      std::cout << "ok " << name << std::endl;
    } catch (const Failed& failure) {
      fail(name, failure.what());
    } catch (...) {
      fail(name, describe_());
    }
  }

  // Prints the totals; the program's exit status.
  int finish() const {
    std::cout << run_ << " checks, " << failed_ << " failed" << std::endl;
    return failed_ == 0 && run_ > 0 ? 0 : 1;
  }

 private:
  void fail(const std::string& name, const std::string& why) {
    ++failed_;
    std::cout << "FAILED " << name << ": " << why << std::endl;
  }

  Describe describe_;
  int run_ = 0;
  int failed_ = 0;
};

}  // namespace checks
