// A process that has no descriptor left: calls over what there is go on, what needs another raises, and all is well when
// there are some again.

#include "unit/alone/alone_fixture.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace dimma::test {

namespace {

constexpr const char* dedicated = ",processing=nullTask,messages=1";

// Takes all descriptors but `spare`. A low limit, so that it takes a moment and not a million of them.
class Descriptors {
 public:
  explicit Descriptors(std::size_t spare) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit low{std::min<rlim_t>(before_.rlim_cur, 512), before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &low);
    for (int taken = ::open("/dev/null", O_RDONLY | O_CLOEXEC); taken >= 0;
         taken = ::open("/dev/null", O_RDONLY | O_CLOEXEC)) {
      taken_.push_back(taken);
    }
    for (; spare > 0 && !taken_.empty(); --spare) release_one();
  }
  ~Descriptors() {
    while (!taken_.empty()) release_one();
    ::setrlimit(RLIMIT_NOFILE, &before_);
  }
  Descriptors(const Descriptors&) = delete;
  Descriptors& operator=(const Descriptors&) = delete;

  void release_one() {
    ::close(taken_.back());
    taken_.pop_back();
  }

 private:
  rlimit before_{};
  std::vector<int> taken_;
};

class Exhaustion : public AloneTest, public testing::WithParamInterface<const char*> {
 protected:
  Exhaustion() : AloneTest(GetParam()) {}
  EngineeringQoS another() const { return EngineeringQoS::parse(std::string(GetParam()) + dedicated); }
};

TEST_P(Exhaustion, OfDescriptorsAtTheClientRaisesAndPasses) {
  EXPECT_EQ(object_->add(1), 1);
  {
    const Descriptors none(0);
    EXPECT_EQ(object_->add(1), 2);
    try {
      dimma::bind<Sample::Counter>(object_, another());
      FAIL() << "a connection without a descriptor";
    } catch (const CORBA::TRANSIENT& raised) {
      EXPECT_EQ(raised.completed(), CORBA::COMPLETED_NO);
      EXPECT_NE(raised._detail().find("oo many open files"), std::string::npos) << raised._detail();
    } catch (const CORBA::NO_RESOURCES& raised) {
      EXPECT_EQ(raised.completed(), CORBA::COMPLETED_NO);
    }
    EXPECT_EQ(object_->add(1), 3);
  }
  const auto bound = dimma::bind<Sample::Counter>(object_, another());
  EXPECT_EQ(bound->add(1), 4);
}

TEST_P(Exhaustion, OfDescriptorsAtTheServerIsWaitedFor) {
  EXPECT_EQ(object_->add(1), 1);
  Descriptors one(1);  // which is the client's, so that the server has none
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

}  // namespace
}  // namespace dimma::test
