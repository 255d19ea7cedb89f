// omni_time_server --ior-dir DIR [omniORB's options]: the Time example's server, by omniORB. Writes reqreply.ior and
// oneway.ior, prints "ready", ends on SIGTERM and prints what it has served.

#include "measure/command_line.hpp"

#include <time.hh>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
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

void publish(CORBA::ORB_ptr orb, CORBA::Object_ptr object, const std::string& file) {
  const CORBA::String_var reference = orb->object_to_string(object);
  std::ofstream out(file);
  out << reference.in() << '\n';
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

int serve(int argc, char** argv) {
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGTERM);
  sigaddset(&ending, SIGINT);
  pthread_sigmask(SIG_BLOCK, &ending, nullptr);

  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  std::string folder;
  std::size_t string_takes_us = 0;
  measure::CommandLine command_line("omni_time_server --ior-dir DIR", "The Time example's server, by omniORB.");
  command_line.required("ior-dir", folder, "where reqreply.ior and oneway.ior are written")
      .count("string-takes-us", string_takes_us, "TestReqReply's test_string blocks so long");
  if (!command_line.parse(argc, argv)) return 0;

  const CORBA::Object_var adapter = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(adapter);
  const PortableServer::POAManager_var manager = poa->the_POAManager();
  manager->activate();

  auto* const reqreply = new ReqReplyServant;
  reqreply->string_takes = std::chrono::microseconds(string_takes_us);
  auto* const oneway = new OnewayServant;
  const PortableServer::ServantBase_var keep_reqreply(reqreply);
  const PortableServer::ServantBase_var keep_oneway(oneway);
  publish(orb, TestReqReply_var(reqreply->_this()), folder + "/reqreply.ior");
  publish(orb, TestOneway_var(oneway->_this()), folder + "/oneway.ior");
  std::cout << "ready" << std::endl;

  int received = 0;
  sigwait(&ending, &received);
  orb->destroy();
  std::cout << "served reqreply " << reqreply->served.calls << " calls " << reqreply->served.characters
            << " characters, oneway " << oneway->served.calls << " calls " << oneway->served.characters << " characters"
            << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("omni_time_server", [&] {
    try {
      return serve(argc, argv);
    } catch (const CORBA::Exception& exception) {
      throw std::runtime_error(std::string("CORBA::") + exception._name());
    }
  });
}
