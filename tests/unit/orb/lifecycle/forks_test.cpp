// A process forks while it has an ORB with connections: its children connect anew, and nothing that they do reaches the
// connections of their parent.
#include "base/log/log.hpp"
#include "base/log/log_limit.hpp"
#include "base/sync/sync.hpp"
#include "unit/orb/counter_servant.hpp"

#include <dimma/asio/detail/call_memory.hpp>
#include <dimma/binding.hpp>
#include <dimma/qos.hpp>

#include <array>
#include <atomic>
#include <csignal>
#include <functional>
#include <latch>
#include <stdexcept>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace dimma::test {
namespace {

constexpr int children = 4;
constexpr int calls_of_each = 50;
constexpr unsigned hang_limit_s = 30;

// A child process that serves a counter until it is killed. It is forked before there is any ORB.
class ServingProcess {
 public:
  ServingProcess() {
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) throw std::runtime_error("no pipe");
    process_ = ::fork();
    if (process_ == 0) serve(pipe[1]);
    ::close(pipe[1]);
    char octet = 0;
    while (::read(pipe[0], &octet, 1) == 1 && octet != '\n') ior_ += octet;
    ::close(pipe[0]);
  }
  ~ServingProcess() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  const std::string& ior() const noexcept { return ior_; }

 private:
  [[noreturn]] static void serve(int to) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    const auto orb = CORBA::ORB_init(arguments, "forks-server");
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto servant = CORBA::make_reference<CounterServant>();
    const auto ior = orb->object_to_string(root->servant_to_reference(servant)) + "\n";
    if (::write(to, ior.data(), ior.size()) < 0) ::_exit(1);
    ::close(to);
    orb->run();
    ::_exit(0);
  }

  pid_t process_ = -1;
  std::string ior_;
};

// Runs `body` in child processes and expects that it returns true in each. A child that hangs is killed by its alarm.
void in_children(const std::function<bool(int)>& body) {
  std::vector<pid_t> all;
  for (int child = 0; child < children; ++child) {
    const pid_t process = ::fork();
    if (process == 0) {
      ::alarm(hang_limit_s);
      bool is_right = false;
      try {
        is_right = body(child);
      } catch (...) {
        is_right = false;
      }
      ::_exit(is_right ? 0 : 1);
    }
    all.push_back(process);
  }
  for (const pid_t process : all) {
    int status = 0;
    ASSERT_EQ(::waitpid(process, &status, 0), process);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "status " << status;
  }
}

void use_log() {
  for (int i = 0; i < 20; ++i) {
    log::refill_limits();
    log::write(log::Event::servant_threw, [] { return log::Entry{"threw"}; });
  }
}

// More blocks than a thread caches, so that they are taken from the store of all threads, and returned to it.
void use_memory_of_calls() {
  std::array<void*, 200> blocks{};
  for (void*& block : blocks) block = asio::detail::take_call_memory(64);
  for (void* const block : blocks) asio::detail::give_call_memory(block, 64);
}

// Holds its oneway until the test lets it go.
class HeldServant final : public CounterServant {
 public:
  void note(const std::string&) override {
    begun.count_down();
    may_end.wait();
  }

  std::latch begun{1};
  std::latch may_end{1};
};

class Forks : public testing::TestWithParam<const char*> {
 protected:
  ~Forks() override { orb_->destroy(); }
  Binding<Sample::Counter> bind() const {
    return dimma::bind(narrow_unchecked<Sample::Counter>(orb_->string_to_object(server_.ior())),
                       EngineeringQoS::parse(GetParam()));
  }
  // Returns true if each text comes back to the process that has sent it.
  static bool echoes(Sample::Counter& counter, const std::string& who) {
    for (int i = 0; i < calls_of_each; ++i) {
      const std::string a = who + std::to_string(i);
      std::string b = "!";
      std::string c;
      if (counter.join(a, b, c) != a + "!") return false;
    }
    return true;
  }

  // Forks while an upcall of this process is in progress, and no thread is in a call.
  void fork_beside_an_upcall(const std::function<void()>& before, const std::function<bool(int)>& body) {
    const auto servant = CORBA::make_reference<HeldServant>();
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto ior = orb_->object_to_string(root->servant_to_reference(servant));
    const auto caller = CORBA::ORB_init(arguments_, "forks-caller");
    {
      const auto seen = dimma::bind(narrow_unchecked<Sample::Counter>(caller->string_to_object(ior)),
                                    EngineeringQoS::parse("transport=tcp"));
      seen->note("hold");
      servant->begun.wait();
      before();
      in_children(body);
      servant->may_end.count_down();
    }
    caller->destroy();
  }

  const ServingProcess server_;  // forked before there is an ORB here
  std::vector<std::string> arguments_;
  const CORBA::object_reference<CORBA::ORB> orb_ = CORBA::ORB_init(arguments_, "forks-client");
};

std::vector<const char*> bindings() {
  std::vector<const char*> all{"transport=tcp", "transport=unix"};
  if (sync::has_threads) {
    all.insert(all.end(),
               {"transport=shm", "transport=tcp,processing=nullTask,messages=1", "transport=tcp,demultiplexing=task",
                "transport=tcp,connection=dedicated", "transport=tcp,processing=pool(2)"});
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Over, Forks, testing::ValuesIn(bindings()));

TEST_P(Forks, ChildrenCallBesideTheirParent) {
  const auto binding = bind();
  ASSERT_TRUE(echoes(*binding, "before "));
  const pid_t parent = ::getpid();
  in_children([&](int child) { return echoes(*binding, "child " + std::to_string(child) + " "); });
  EXPECT_EQ(::getpid(), parent);
  EXPECT_TRUE(echoes(*binding, "parent "));
}

TEST_P(Forks, AChildThatDestroysItsOrbLeavesItsParentsAlone) {
  const auto binding = bind();
  ASSERT_TRUE(echoes(*binding, "before "));
  in_children([&](int) {
    orb_->destroy();
    return true;
  });
  EXPECT_TRUE(echoes(*binding, "parent "));
  in_children([&](int child) {
    const bool is_right = echoes(*binding, "child " + std::to_string(child) + " ");
    orb_->destroy();
    return is_right;
  });
  EXPECT_TRUE(echoes(*binding, "parent again "));
}

// Locks of the upcall are never unlocked in the child, and the upcall never ends there.
TEST_P(Forks, AChildThatDestroysItsOrbDoesNotWaitForUpcallsOfItsParent) {
  if (!sync::has_threads) return;  // the only thread would be in the upcall
  const auto binding = bind();
  fork_beside_an_upcall([] {},
                        [&](int child) {
                          const bool is_right = echoes(*binding, "child " + std::to_string(child) + " ");
                          orb_->destroy();
                          return is_right;
                        });
  EXPECT_TRUE(echoes(*binding, "parent "));
}

TEST_P(Forks, AChildDestroysAnOrbThatItsParentIsShuttingDown) {
  if (!sync::has_threads) return;  // the only thread would be in the upcall
  fork_beside_an_upcall([this] { orb_->shutdown(false); },
                        [this](int) {
                          orb_->destroy();
                          return true;
                        });
}

TEST(ForksBesideThreads, FindTheLogUnlocked) {
  if (!sync::has_threads) return;
  std::vector<std::string> arguments;
  const auto orb = CORBA::ORB_init(arguments, "forks-log");
  log::set_sink([](const log::Record&) {});
  std::atomic<bool> is_over{false};
  sync::Thread other([&is_over] {
    while (!is_over) use_log();
  });
  for (int round = 0; round < 50 && !testing::Test::HasFailure(); ++round) {
    in_children([](int) {
      use_log();
      log::set_sink({});  // waits for threads that are in the sink
      return true;
    });
  }
  is_over = true;
  other.join();
  log::set_sink({});
  orb->destroy();
}

// The store is used all the time, by threads of an ORB and by threads of the application that complete its calls.
TEST(ForksBesideThreads, FindTheMemoryOfCallsUnlocked) {
  if (!sync::has_threads) return;
  std::vector<std::string> arguments;
  const auto orb = CORBA::ORB_init(arguments, "forks-memory");
  std::atomic<bool> is_over{false};
  sync::Thread other([&is_over] {
    while (!is_over) use_memory_of_calls();
  });
  for (int round = 0; round < 50 && !testing::Test::HasFailure(); ++round) {
    in_children([](int) {
      use_memory_of_calls();
      return true;
    });
  }
  is_over = true;
  other.join();
  orb->destroy();
}

TEST_P(Forks, AChildHasAnOrbOfItsOwn) {
  const auto binding = bind();
  ASSERT_TRUE(echoes(*binding, "before "));
  in_children([&](int child) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    const auto own = CORBA::ORB_init(arguments, "of a child");
    const auto root = IDL::traits<PortableServer::POA>::narrow(own->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto ior = own->object_to_string(root->servant_to_reference(CORBA::make_reference<CounterServant>()));
    const auto seen = narrow_unchecked<Sample::Counter>(orb_->string_to_object(ior));
    const bool is_right = echoes(*seen, "own " + std::to_string(child) + " ");
    own->destroy();
    return is_right;
  });
  EXPECT_TRUE(echoes(*binding, "parent "));
}

TEST_P(Forks, AChildOfAChildCallsToo) {
  const auto binding = bind();
  ASSERT_TRUE(echoes(*binding, "before "));
  in_children([&](int child) {
    if (!echoes(*binding, "child " + std::to_string(child) + " ")) return false;
    in_children([&](int grandchild) { return echoes(*binding, "grandchild " + std::to_string(grandchild) + " "); });
    return !testing::Test::HasFailure() && echoes(*binding, "child again ");
  });
}

}  // namespace
}  // namespace dimma::test
