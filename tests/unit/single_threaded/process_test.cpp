// Two processes, both single-threaded: interactions that do not occur within one process.

#include "unit/single_threaded/single_threaded_fixture.hpp"

#include <dimma/signals.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace dimma::test {

namespace {

constexpr const char* serve_option = "--serve";

// A child process that serves a Counter until SIGTERM. It runs this program anew, since a forked process cannot share
// the resources of an ORB.
class ChildServer {
 public:
  ChildServer() {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("pipe");
    child_ = ::fork();
    if (child_ == 0) {
      ::close(ends[0]);
      const std::string to_parent = std::to_string(ends[1]);
      ::execl("/proc/self/exe", "single_threaded_test", serve_option, to_parent.c_str(), nullptr);
      std::_Exit(5);
    }
    ::close(ends[1]);
    char octet = 0;
    while (::read(ends[0], &octet, 1) == 1) reference_ += octet;
    ::close(ends[0]);
  }
  ~ChildServer() { end(); }
  ChildServer(const ChildServer&) = delete;
  ChildServer& operator=(const ChildServer&) = delete;

  const std::string& reference() const { return reference_; }
  // Sends SIGTERM and returns the exit status.
  int end() {
    if (child_ <= 0) return -1;
    ::kill(child_, SIGTERM);
    int status = 0;
    ::waitpid(std::exchange(child_, 0), &status, 0);
    return status;
  }

  static int serve(int to_parent) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    const auto orb = CORBA::ORB_init(arguments, "child");
    dimma::shutdown_on_signals(orb, {SIGTERM});
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto servant = CORBA::make_reference<CounterServant>();
    CORBA::object_reference<Sample::Counter> peer;
    servant->on_act = [&](const std::string& what) {
      // "IOR:..." names the peer to notify; any other text is sent to it in a oneway, before the reply.
      if (what.starts_with("IOR:")) {
        peer = IDL::traits<Sample::Counter>::narrow(orb->string_to_object(what));
      } else {
        peer->note(what);
      }
    };
    const auto reference = orb->object_to_string(root->id_to_reference(root->activate_object(servant)));
    if (::write(to_parent, reference.data(), reference.size()) < 0) return 3;
    ::close(to_parent);
    orb->run();
    orb->destroy();
    return servant->pings > 0 ? 0 : 4;
  }

 private:
  pid_t child_ = -1;
  std::string reference_;
};

class Noting final : public CounterServant {
 public:
  void note(const std::string& text) override {
    CounterServant::note(text);
    if (on_note) on_note();
  }
  std::function<void()> on_note;
};

struct TwoProcesses : testing::Test {
  ChildServer child;
  CORBA::object_reference<CORBA::ORB> orb = [] {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    return CORBA::ORB_init(arguments, "parent");
  }();
  CORBA::object_reference<Sample::Counter> there =
      IDL::traits<Sample::Counter>::narrow(orb->string_to_object(child.reference()));
  CORBA::object_reference<PortableServer::POA> root =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  CORBA::servant_reference<Noting> here = CORBA::make_reference<Noting>();

  TwoProcesses() {
    root->the_POAManager()->activate();
    there->act(orb->object_to_string(root->id_to_reference(root->activate_object(here))));
  }
  ~TwoProcesses() override { orb->destroy(); }
};

// The reply to the outer call is on the connection before that of the inner call, which reads both.
TEST_F(TwoProcesses, TheReplyOfAnOuterCallIsKeptForIt) {
  int inner = 0;
  here->on_note = [&] {
    for (int i = 0; i < 3; ++i) there->ping();
    ++inner;
  };
  for (int i = 0; i < 50; ++i) there->act("tell");
  while (inner < 50) orb->perform_work();
  EXPECT_EQ(here->notes, 50);
  EXPECT_EQ(child.end(), 0);
}

TEST_F(TwoProcesses, CallbacksSeveralLevelsDeep) {
  const auto own = here->_this();
  for (int depth = 0; depth < 30; ++depth) ASSERT_EQ(there->call_back(own, depth), depth);
  there->ping();
  EXPECT_EQ(child.end(), 0);
}

TEST_F(TwoProcesses, ASignalEndsRun) {
  there->ping();
  EXPECT_EQ(child.end(), 0);
  EXPECT_THROW(there->ping(), CORBA::SystemException);
}

}  // namespace
}  // namespace dimma::test

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == dimma::test::serve_option) {
    return dimma::test::ChildServer::serve(std::stoi(argv[2]));
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
