// Calls of classic stubs to a server of the modern mapping.

#include "unit/classic/objects/fixture.hpp"

#include <dimma/classic/generated/call.hpp>
#include <dimma/classic/generated/input.hpp>
#include <dimma/classic/generated/local_call.hpp>
#include <dimma/classic/generated/output.hpp>
#include <dimma/classic/messaging.hpp>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

namespace dimma {
namespace test {
namespace {

typedef ClassicClient ClassicCalls;

TEST_F(ClassicCalls, TransferStringsBothWays) {
  const classic_echoes::Echo_var echo = this->echo();
  echo->ping();
  const CORBA::String_var result = echo->upper("Tick");
  EXPECT_STREQ(result.in(), "TICK");
}

TEST_F(ClassicCalls, TransferStructsAndSequences) {
  const classic_echoes::Echo_var echo = this->echo();
  classic_echoes::Item one;
  one.name = "disk";
  one.number = 3;
  classic_echoes::Item_var last;
  const classic_echoes::Items_var items = echo->repeat(one, 4, last.out());
  ASSERT_EQ(items->length(), 4U);
  for (CORBA::ULong i = 0; i != 4; ++i) {
    EXPECT_STREQ(items[i].name, "disk");
    EXPECT_EQ(items[i].number, static_cast<CORBA::Long>(3 + i));
  }
  EXPECT_STREQ(last->name, "disk");
  EXPECT_EQ(last->number, 6);
}

TEST_F(ClassicCalls, ReplaceAnInoutSequence) {
  const classic_echoes::Echo_var echo = this->echo();
  classic_echoes::Items items;
  for (CORBA::ULong length = 0; length != 3; ++length) {
    ASSERT_EQ(items.length(), length);
    echo->extend(items);
  }
  EXPECT_EQ(items[2].number, 2);
  EXPECT_STREQ(items[2].name, "end");
}

TEST_F(ClassicCalls, TransferReferences) {
  const classic_echoes::Echo_var echo = this->echo();
  const classic_echoes::Base_var same = echo->same(echo.in());
  ASSERT_FALSE(CORBA::is_nil(same.in()));
  EXPECT_TRUE(same->_is_equivalent(echo.in()));
  EXPECT_EQ(same->_hash(1000), echo->_hash(1000));
  const classic_echoes::Base_var nil = echo->same(classic_echoes::Base::_nil());
  EXPECT_TRUE(CORBA::is_nil(nil.in()));
}

TEST_F(ClassicCalls, SendOneways) {
  const classic_echoes::Echo_var echo = this->echo();
  echo->note("later");
  const CORBA::String_var noted = echo->noted();
  EXPECT_STREQ(noted.in(), "later");
}

TEST_F(ClassicCalls, WriteTheArgumentsAgainIfTheCallIsForwarded) {
  const CORBA::Object_var object = this->object(server_.forwarded());
  static const dimma::classic::Operation operation = {"upper", false, nullptr, 0, nullptr, false};
  int written = 0;
  std::string result;
  dimma::classic::call(
      *object.in(), operation,
      [&](dimma::classic::Output& out) {
        ++written;
        out.put_string("here");
      },
      [&](dimma::classic::Input& in) { result = CORBA::String_var(in.get_string()).in(); });
  EXPECT_EQ(result, "HERE");
  EXPECT_EQ(written, 2);
}

TEST_F(ClassicCalls, ToAModernServantOfTheSameOrbAreRequests) {
  int none = 0;
  const CORBA::ORB_var orb = CORBA::ORB_init(none, nullptr, "modern server");
  const CORBA::Object_var object = orb->string_to_object(server_.echo().c_str());
  const classic_echoes::Echo_var echo = classic_echoes::Echo::_narrow(object.in());
  static const dimma::classic::Operation operation = {"upper", false, nullptr, 0, nullptr, false};
  const dimma::classic::LocalCall local(*echo.in(), operation, classic_echoes::Echo::_interface);
  EXPECT_FALSE(local.is_here());
  const CORBA::String_var result = echo->upper("near");
  EXPECT_STREQ(result.in(), "NEAR");
}

TEST_F(ClassicCalls, AreMadeByManyThreadsAtOnce) {
  const classic_echoes::Echo_var echo = this->echo();
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i != wrong.size(); ++i) {
    threads.emplace_back([&, i] {
      for (CORBA::Long round = 0; round != 200; ++round) {
        classic_echoes::Item one;
        one.name = "thread";
        one.number = static_cast<CORBA::Long>(i) * 1000 + round;
        classic_echoes::Item_var last;
        const classic_echoes::Items_var items = classic_echoes::Echo_var(echo)->repeat(one, 1, last.out());
        if (items->length() != 1 || items[0].number != one.number) ++wrong[i];
        try {
          classic_echoes::Item_var none;
          const classic_echoes::Items_var refused = echo->repeat(one, -round, none.out());
          ++wrong[i];
        } catch (const classic_echoes::Bad& bad) {
          if (bad.code != -round) ++wrong[i];
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::count(wrong.begin(), wrong.end(), 0), static_cast<std::ptrdiff_t>(wrong.size()));
}

TEST_F(ClassicCalls, EndAtTheirDeadline) {
  const classic_echoes::Echo_var echo = this->echo();
  CORBA::PolicyList policies(1);
  policies.length(1);
  CORBA::Any limit;
  limit <<= TimeBase::TimeT(200000);
  policies[0] = orb_->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, limit);
  const CORBA::Object_var hasty = echo->_set_policy_overrides(policies, CORBA::ADD_OVERRIDE);
  const classic_echoes::Echo_var hasty_echo = classic_echoes::Echo::_narrow(hasty.in());
  const auto late = thrown_by<CORBA::TIMEOUT>([&] { hasty_echo->hold(); });
  EXPECT_EQ(late.minor(), minor_of_late_call());
  EXPECT_EQ(late.completed(), CORBA::COMPLETED_MAYBE);
  EXPECT_NE(std::string(late.what()).find("hold()"), std::string::npos) << late.what();
  echo->release();
}

TEST_F(ClassicCalls, RefuseANullString) {
  const classic_echoes::Echo_var echo = this->echo();
  const auto refused = thrown_by<CORBA::BAD_PARAM>([&] { echo->upper(nullptr); });
  EXPECT_EQ(refused.completed(), CORBA::COMPLETED_NO);
  echo->ping();
}

}  // namespace
}  // namespace test
}  // namespace dimma
