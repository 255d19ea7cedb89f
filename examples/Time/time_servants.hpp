#pragma once
// The servants of the example's two objects, which count the calls.

#include <time_skel.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

struct Served {
  std::atomic<std::uint64_t> calls{0};
  std::atomic<std::uint64_t> characters{0};

  void note(std::size_t length = 0) noexcept {
    calls.fetch_add(1, std::memory_order_relaxed);
    if (length != 0) characters.fetch_add(length, std::memory_order_relaxed);
  }
};

class ReqReplyServant final : public virtual CORBA::servant_traits<TestReqReply>::base_type {
 public:
  // test_string sleeps for `string_takes`, like an operation that waits for something; by default not at all.
  explicit ReqReplyServant(Served& served, std::chrono::microseconds string_takes = {})
      : served_(served), string_takes_(string_takes) {}
  void test_no_param() override { served_.note(); }
  void test_string(std::string& stringVal) override {
    if (string_takes_.count() != 0) std::this_thread::sleep_for(string_takes_);
    served_.note(stringVal.size());
  }

 private:
  Served& served_;
  const std::chrono::microseconds string_takes_;
};

class OnewayServant final : public virtual CORBA::servant_traits<TestOneway>::base_type {
 public:
  explicit OnewayServant(Served& served) : served_(served) {}
  void test_no_param() override { served_.note(); }
  void test_string(const std::string& stringVal) override { served_.note(stringVal.size()); }

 private:
  Served& served_;
};
