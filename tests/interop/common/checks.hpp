#pragma once
// A client's list of checks. Each is run and printed with its outcome, even if an earlier one has failed.

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

// Prints "ok NAME" or "FAILED NAME: why" for each check, and counts them.
class Checks {
 public:
  // Describes the current exception; each ORB has its own exceptions.
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

  // Prints the totals; returns the program's exit status.
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
