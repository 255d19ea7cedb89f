// A process that has no descriptor or no thread left: calls over existing connections continue, operations that need
// another one raise an exception, and everything works once there are some again.

#include "unit/common/sanitizers.hpp"
#include "unit/single_threaded/single_threaded_fixture.hpp"

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace dimma::test {

namespace {

constexpr const char* dedicated = ",processing=nullTask,messages=1";

// Takes all descriptors but `spare`. Sets a low limit first, so that there are few to take.
class Descriptors {
 public:
  explicit Descriptors(std::size_t spare) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit low{std::min<rlim_t>(before_.rlim_cur, 512), before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &low);
    take_rest();
    for (; spare > 0 && !taken_.empty(); --spare) release_one();
  }
  ~Descriptors() {
    while (!taken_.empty()) release_one();
    ::setrlimit(RLIMIT_NOFILE, &before_);
  }
  Descriptors(const Descriptors&) = delete;
  Descriptors& operator=(const Descriptors&) = delete;

  void take_rest() {
    for (int taken = ::open("/dev/null", O_RDONLY | O_CLOEXEC); taken >= 0;
         taken = ::open("/dev/null", O_RDONLY | O_CLOEXEC)) {
      taken_.push_back(taken);
    }
  }
  void release_one() {
    ::close(taken_.back());
    taken_.pop_back();
  }

 private:
  rlimit before_{};
  std::vector<int> taken_;
};

// An attempt may succeed because something that ended before closes a descriptor or frees a thread's stack only now;
// then that is taken too.
template <class None, class Attempt>
void expect_refused(None& none, Attempt attempt) {
  for (int tries = 0; tries < 100; ++tries) {
    none.take_rest();
    try {
      attempt();
    } catch (const CORBA::SystemException&) {
      return;
    }
  }
  ADD_FAILURE() << "not refused";
}

class Exhaustion : public AloneTest, public testing::WithParamInterface<const char*> {
 protected:
  Exhaustion() : AloneTest(GetParam()) {}
  EngineeringQoS another() const { return EngineeringQoS::parse(std::string(GetParam()) + dedicated); }
};

TEST_P(Exhaustion, AClientWithoutDescriptorsRaisesUntilThereAreSome) {
  EXPECT_EQ(object_->add(1), 1);
  {
    Descriptors none(0);
    EXPECT_EQ(object_->add(1), 2);
    expect_refused(none, [&] {
      try {
        dimma::bind<Sample::Counter>(object_, another());
      } catch (const CORBA::TRANSIENT& raised) {
        EXPECT_EQ(raised.completed(), CORBA::COMPLETED_NO);
        EXPECT_NE(raised._detail().find("oo many open files"), std::string::npos) << raised._detail();
        throw;
      } catch (const CORBA::NO_RESOURCES& raised) {
        EXPECT_EQ(raised.completed(), CORBA::COMPLETED_NO);
        throw;
      }
    });
    EXPECT_EQ(object_->add(1), 3);
  }
  const auto bound = dimma::bind<Sample::Counter>(object_, another());
  EXPECT_EQ(bound->add(1), 4);
}

TEST_P(Exhaustion, AServerWithoutDescriptorsWaitsForThem) {
  EXPECT_EQ(object_->add(1), 1);
  Descriptors one(1);  // for the client, so that the server has none
  std::thread relief([&one] {
    std::this_thread::sleep_for(std::chrono::milliseconds(120));
    for (int i = 0; i < 16; ++i) one.release_one();
  });
  const auto bound = dimma::bind<Sample::Counter>(object_, another());
  EXPECT_EQ(bound->add(1), 2);
  relief.join();
  EXPECT_EQ(object_->add(1), 3);
}

INSTANTIATE_TEST_SUITE_P(Transports, Exhaustion, testing::Values("transport=tcp", "transport=unix"),
                         [](const auto& tested) { return std::string(tested.param).substr(10); });

#ifndef DIMMA_TEST_ADDRESS_SANITIZER
#ifndef DIMMA_TEST_THREAD_SANITIZER
// Takes all threads that there is address space for. (A limit of their number does not hold for root.)
class Threads {
 public:
  Threads() {
    ::getrlimit(RLIMIT_AS, &before_);
    constexpr rlim_t left = rlim_t{48} << 20;
    const rlimit low{address_space() + left, before_.rlim_max};
    ::setrlimit(RLIMIT_AS, &low);
    take_rest();
  }
  ~Threads() {
    ::setrlimit(RLIMIT_AS, &before_);
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    for (auto& thread : taken_) thread.join();
  }
  void take_rest() {
    try {
      for (;;) taken_.emplace_back([this] { wait(); });
    } catch (const std::system_error&) {
      // That was the last.
    }
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  static rlim_t address_space() {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return over_; });
  }

  rlimit before_{};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::vector<std::thread> taken_;
};

TEST_P(Exhaustion, AClientWithoutThreadsRaisesUntilThereAreSome) {
  const std::string transport = GetParam();
  const auto factory = dimma::bind<Sample::Counter>(object_, EngineeringQoS::parse(transport + ",processing=factory"));
  EXPECT_EQ(factory->add(1), 1);
  {
    Threads none;
    EXPECT_EQ(object_->add(1), 2);
    const auto expect_no_resources = [&](const auto& attempt) {
      expect_refused(none, [&] {
        try {
          attempt();
        } catch (const CORBA::SystemException& raised) {
          EXPECT_TRUE(dynamic_cast<const CORBA::NO_RESOURCES*>(&raised)) << raised;
          throw;
        }
      });
    };
    expect_no_resources([&] { factory->add(0); });
    for (const char* more : {",demultiplexing=task", ",processing=pool(2)"}) {
      const auto qos = EngineeringQoS::parse(transport + more);
      expect_no_resources([&] { dimma::bind<Sample::Counter>(object_, qos); });
    }
    EXPECT_EQ(object_->add(1), 3);
  }
  EXPECT_EQ(factory->add(1), 4);
}

TEST_P(Exhaustion, AServerWithoutThreadsRefusesRequestsThatNeedOne) {
  const std::string transport = GetParam();
  const auto with = [&](const std::string& name, const std::string& qos) {
    const auto poa = dimma::create_poa(root_, name, EngineeringQoS::parse(transport + qos));
    return as_seen_by(client_, server_, CORBA::make_reference<CounterServant>(), poa);
  };
  const auto each_connection = with("each_connection", ",processing=nullTask");
  const auto each_request = with("each_request", ",processing=factory");
  EXPECT_EQ(each_connection->add(1), 1);
  EXPECT_EQ(each_request->add(1), 1);
  const auto own = EngineeringQoS::parse(transport + dedicated);
  {
    Threads none;
    EXPECT_EQ(each_connection->add(1), 2);
    expect_refused(none, [&] { dimma::bind<Sample::Counter>(each_connection, own)->add(0); });
    expect_refused(none, [&] { each_request->add(0); });
    EXPECT_EQ(each_connection->add(1), 3);
  }
  EXPECT_EQ(dimma::bind<Sample::Counter>(each_connection, own)->add(1), 4);
  EXPECT_EQ(each_request->add(1), 2);
}
#endif
#endif

}  // namespace
}  // namespace dimma::test
