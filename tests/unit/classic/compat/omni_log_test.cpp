// The log, the version and the macros of omniORB's interface.

#include <gtest/gtest.h>
#include <omniORB4/CORBA.h>

#include <string>

#ifndef HAVE_STD
#error "programs for omniORB expect it"
#endif

namespace {

std::string logged;
void log(const char* message) { logged += message; }

class OmniLog : public testing::Test {
 protected:
  OmniLog() { omniORB::setLogFunction(log); }
  ~OmniLog() override {
    omniORB::setLogFunction(nullptr);
    omniORB::traceLevel = 1;
    logged.clear();
  }
};

TEST_F(OmniLog, CollectsAMessage) {
  {
    omniORB::logger message;
    message << "n" << ' ' << 1 << ',' << 2u << ',' << -3l << ',' << 4ul << ',' << static_cast<short>(5) << ',' << 0.5
            << ',' << true << '\n';
    EXPECT_EQ(logged, "");
  }
  EXPECT_EQ(logged, "omniORB: n 1,2,-3,4,5,0.5,1\n");
}

TEST_F(OmniLog, WritesWhatHasBeenCollected) {
  omniORB::logger message("mine: ");
  message.flush();
  EXPECT_EQ(logged, "");
  message << "one\n";
  message.flush();
  message << static_cast<const void*>(nullptr) << static_cast<const char*>(nullptr) << '\n';
  message.flush();
  EXPECT_EQ(logged, "mine: one\nmine: 0x0(null)\n");
}

TEST_F(OmniLog, NamesAnException) {
  const CORBA::TRANSIENT exception(omni::TRANSIENT_ConnectFailed, CORBA::COMPLETED_NO);
  omniORB::logger() << exception;
  EXPECT_EQ(logged, std::string("omniORB: ") + exception.what());
}

TEST_F(OmniLog, HasALevel) {
  EXPECT_TRUE(omniORB::trace(1));
  EXPECT_FALSE(omniORB::trace(2));
  omniORB::logs(2, "details");
  EXPECT_EQ(logged, "");
  omniORB::traceLevel = 2;
  omniORB::logs(2, "details");
  EXPECT_EQ(logged, "omniORB: details\n");
}

TEST_F(OmniLog, GetsTheLinesOfTheOrb) {
  int argc = 3;
  char program[] = "program";
  char option[] = "-ORBtraceLevel";
  char value[] = "5";
  char* argv[] = {program, option, value, nullptr};
  CORBA::ORB_var orb = CORBA::ORB_init(argc, argv, "omniORB4");
  orb->destroy();
  EXPECT_EQ(logged.find("dimma: warning: the option -ORBtraceLevel"), 0u) << logged;
}

TEST(OmniVersion, IsThatOfTheInterface) {
  EXPECT_EQ(omniORB::versionHex() >> 24, 4u);
  EXPECT_EQ(omniORB::versionString()[0], '4');
}

TEST(OmniFatalException, KeepsItsPlace) {
  const omniORB::fatalException exception("a.cc", 7, "message");
  EXPECT_STREQ(exception.file(), "a.cc");
  EXPECT_EQ(exception.line(), 7);
  EXPECT_STREQ(exception.errmsg(), "message");
}

TEST(OmniSequences, AreThoseOfTheMapping) {
  _CORBA_Unbounded_Sequence_Octet octets(4);
  octets.length(2);
  _CORBA_Unbounded_Sequence<CORBA::Octet>& same = octets;
  same[1] = 7;
  EXPECT_EQ(octets[1], 7);
  _CORBA_Bounded_Sequence<CORBA::Long, 2> bounded;
  EXPECT_THROW(bounded.length(3), CORBA::BAD_PARAM);
  _CORBA_Unbounded_Sequence_String strings;
  strings.length(1);
  strings[0] = "text";
  EXPECT_STREQ(strings[0], "text");
}

}  // namespace
