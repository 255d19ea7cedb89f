// ORB_time_server --ior-dir DIR [the ORB's options]: the Time example's server. Writes reqreply.ior and
// oneway.ior, prints "ready", ends on SIGTERM and prints what it has served.

#include "measure/command_line.hpp"
#include "program.hpp"

#include <time.hh>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <thread>

namespace {

struct Served {
  std::atomic<std::uint64_t> calls{0};
  std::atomic<std::uint64_t> characters{0};

  void note(std::size_t length) noexcept {
    calls.fetch_add(1, std::memory_order_relaxed);
    if (length != 0) characters.fetch_add(length, std::memory_order_relaxed);
  }
};

class ReqReplyServant final : public POA_TestReqReply {
 public:
  void test_no_param() override { served.note(0); }
  void test_string(char*& stringVal) override {
    if (string_takes.count() != 0) std::this_thread::sleep_for(string_takes);
    served.note(std::char_traits<char>::length(stringVal));
  }
  Served served;
  std::chrono::microseconds string_takes{0};
};

class OnewayServant final : public POA_TestOneway {
 public:
  void test_no_param() override { served.note(0); }
  void test_string(const char* stringVal) override { served.note(std::char_traits<char>::length(stringVal)); }
  Served served;
};

int serve(int argc, char** argv) {
  const classic::Termination termination;
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  std::string folder;
  std::size_t string_takes_us = 0;
  measure::CommandLine command_line(classic::named("time_server --ior-dir DIR"), "The Time example's server.");
  command_line.required("ior-dir", folder, "where reqreply.ior and oneway.ior are written")
      .count("string-takes-us", string_takes_us, "TestReqReply's test_string blocks so long");
  if (!command_line.parse(argc, argv)) return 0;

  auto* const reqreply = new ReqReplyServant;
  reqreply->string_takes = std::chrono::microseconds(string_takes_us);
  auto* const oneway = new OnewayServant;
  const PortableServer::ServantBase_var keep_reqreply(reqreply);
  const PortableServer::ServantBase_var keep_oneway(oneway);
  classic::publish(orb, TestReqReply_var(reqreply->_this()), TestOneway_var(oneway->_this()), folder);
  classic::serve(orb, termination);
  std::cout << "served reqreply " << reqreply->served.calls << " calls " << reqreply->served.characters
            << " characters, oneway " << oneway->served.calls << " calls " << oneway->served.characters << " characters"
            << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return classic::run_program(classic::named("time_server"), [&] { return serve(argc, argv); });
}
