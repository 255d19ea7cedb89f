#pragma once
// A servant that does what its caller says, for all tests of this room.

#include "sample_skel.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>

namespace dimma::test {

// A function that a test sets and a servant calls. The mutex orders the two for the thread sanitizer, which does not
// see that the connection between them does.
class Hook {
 public:
  Hook& operator=(std::function<void()> function) {
    const std::scoped_lock lock(mutex_);
    function_.swap(function);
    return *this;
  }
  void operator()() {
    struct Order {
      ~Order() { const std::scoped_lock lock(mutex); }
      std::mutex& mutex;
    } const after{mutex_};
    std::function<void()> function;
    {
      const std::scoped_lock lock(mutex_);
      function = function_;
    }
    if (function) function();
  }

 private:
  std::mutex mutex_;
  std::function<void()> function_;
};

class CounterServant : public virtual CORBA::servant_traits<Sample::Counter>::base_type {
 public:
  CounterServant() { ++alive; }

  void ping() override {
    ++pings;
    on_ping();
  }
  std::int32_t count() override { return counted.load(); }
  std::int32_t add(std::int32_t amount) override {
    if (amount < 0) throw Sample::Bad("negative");
    return counted += amount;
  }
  std::string join(const std::string& a, std::string& b, std::string& c) override {
    const std::string joined = a + b;
    c = b + a;
    b = "was " + b;
    return joined;
  }
  CORBA::object_reference<Sample::Counter> pass(CORBA::object_reference<Sample::Counter> peer) override {
    if (peer) peer->add(1);
    return peer;
  }
  void act(const std::string& what) override {
    if (what == "bad") throw Sample::Bad("as asked");
    if (what == "other") throw Sample::Other();
    if (what == "runtime") throw std::runtime_error("trouble");
    if (what == "memory") throw std::bad_alloc();
    if (what == "number") throw 42;
    if (what == "system") throw CORBA::NO_PERMISSION(7, CORBA::COMPLETED_YES);
    if (on_act) on_act(what);
  }
  std::int32_t call_back(CORBA::object_reference<Sample::Counter> peer, std::int32_t depth) override {
    if (depth == 0) return 0;
    return 1 + peer->call_back(_this(), depth - 1);
  }
  void note(const std::string& text) override {
    if (text == "throw") throw std::runtime_error("nobody sees this");
    ++notes;
  }

  Hook on_ping;
  std::function<void(const std::string&)> on_act;
  std::atomic<int> pings{0};
  std::atomic<int> notes{0};
  std::atomic<std::int32_t> counted{0};
  inline static std::atomic<int> alive{0};

 protected:
  ~CounterServant() override { --alive; }
};

}  // namespace dimma::test
