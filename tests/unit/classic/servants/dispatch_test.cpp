// Requests of modern and classic clients to classic servants.

#include "fixture.hpp"

#include <dimma/dii.hpp>
#include <dimma/minor.hpp>

#include <functional>

namespace classic_test {
namespace {

using ModernCounter = ::CORBA::object_reference<::Sample::Counter>;

// The client is in the server's ORB, or reaches it over TCP.
enum class Way { here, tcp };

class Dispatch : public ServantsTest, public ::testing::WithParamInterface<Way> {
 protected:
  Dispatch() : object(servant._this()), counter(GetParam() == Way::here ? here(object.in()) : over_tcp(object.in())) {}

  CountingServant servant;
  classic_sample::Counter_var object;
  ModernCounter counter;
};

INSTANTIATE_TEST_SUITE_P(Ways, Dispatch, ::testing::Values(Way::here, Way::tcp),
                         [](const auto& way) { return way.param == Way::here ? "Here" : "Tcp"; });

TEST_P(Dispatch, ServesOperationsAndAttributes) {
  EXPECT_EQ(counter->add(3), 3);
  EXPECT_EQ(counter->add(4), 7);
  EXPECT_EQ(counter->count(), 7);
}

TEST_P(Dispatch, ServesOperationsOfABase) {
  counter->ping();
  EXPECT_EQ(servant.pings, 1);
}

TEST_P(Dispatch, ReturnsResultsAndArgumentsOfAllDirections) {
  std::string b = "two";
  std::string c;
  EXPECT_EQ(counter->join("one", b, c), "onetwo");
  EXPECT_EQ(b, "one");
  EXPECT_EQ(c, "two");
}

TEST_P(Dispatch, RepliesWithADeclaredException) {
  try {
    counter->add(-1);
    FAIL() << "add(-1) has returned";
  } catch (const ::Sample::Bad& bad) {
    EXPECT_EQ(bad.why(), "negative");
  }
  EXPECT_THROW(counter->act("bad"), ::Sample::Bad);
}

TEST_P(Dispatch, RepliesWithUnknownToAnExceptionThatTheOperationDoesNotDeclare) {
  const std::pair<const char*, std::uint32_t> cases[] = {
      {"other", ::dimma::minor::unknown_user_exception},
      {"standard", ::dimma::minor::unknown_foreign_exception},
      {"number", ::dimma::minor::unknown_foreign_exception},
  };
  for (const auto& [what, minor] : cases) {
    try {
      counter->act(what);
      FAIL() << what;
    } catch (const ::CORBA::UNKNOWN& exception) {
      EXPECT_EQ(exception.minor(), minor) << what;
      EXPECT_EQ(exception.completed(), ::CORBA::COMPLETED_MAYBE) << what;
    }
  }
  EXPECT_THROW(counter->act("memory"), ::CORBA::NO_MEMORY);
}

TEST_P(Dispatch, PassesASystemExceptionOnUnchanged) {
  try {
    counter->act("system");
    FAIL() << "act() has returned";
  } catch (const ::CORBA::NO_PERMISSION& exception) {
    EXPECT_EQ(exception.minor(), 42U);
    EXPECT_EQ(exception.completed(), ::CORBA::COMPLETED_YES);
    EXPECT_EQ(exception._detail(), "not today");
  }
}

TEST_P(Dispatch, RefusesANullResult) {
  std::string b = "ing";
  std::string c;
  try {
    counter->join("noth", b, c);
    FAIL() << "join() has returned";
  } catch (const ::CORBA::BAD_PARAM& exception) {
    EXPECT_EQ(exception.completed(), ::CORBA::COMPLETED_YES);
  }
}

TEST_P(Dispatch, ServesOneways) {
  counter->note("a line");
  counter->ping();  // follows the oneway on the same connection
  EXPECT_EQ(servant.notes, 1);
  EXPECT_EQ(servant.noted, "a line");
}

TEST_P(Dispatch, AnswersTheOperationsOfEveryObject) {
  const ModernCounter object_of_unknown_type = counter;
  EXPECT_TRUE(object_of_unknown_type->_is_a("IDL:Sample/Counter:1.0"));
  EXPECT_FALSE(object_of_unknown_type->_is_a("IDL:Sample/Clock:1.0"));
  EXPECT_FALSE(object_of_unknown_type->_non_existent());
  EXPECT_EQ(object_of_unknown_type->_repository_id(), "IDL:Sample/Counter:1.0");
  EXPECT_FALSE(object_of_unknown_type->_get_component());
}

TEST_P(Dispatch, AsksTheServantForItsInterfaces) {
  const auto request = counter->_request("_is_a");
  request->add_in_arg() <<= std::string("IDL:Sample/Base:1.0");
  request->set_return_type(::CORBA::_tc_boolean);
  request->invoke();
  bool is_base = false;
  EXPECT_TRUE(request->return_value() >>= is_base);
  EXPECT_TRUE(is_base);
}

TEST_P(Dispatch, RefusesAnOperationThatDoesNotExist) {
  for (const char* const name : {"a", "adds", "zebra", "_get_"}) {
    const auto request = counter->_request(name);
    EXPECT_THROW(request->invoke(), ::CORBA::BAD_OPERATION) << name;
  }
}

TEST_P(Dispatch, ServesARequestWithTooManyArguments) {
  const auto request = counter->_request("ping");
  request->add_in_arg() <<= std::int32_t{5};
  request->invoke();
  EXPECT_EQ(servant.pings, 1);
}

TEST_P(Dispatch, RefusesARequestWithTooFewArguments) {
  const auto request = counter->_request("add");
  request->set_return_type(::CORBA::_tc_long);
  EXPECT_THROW(request->invoke(), ::CORBA::MARSHAL);
}

class ClassicCalls : public ServantsTest {
 protected:
  CountingServant servant;
  const classic_sample::Counter_var object{servant._this()};
};

TEST_F(ClassicCalls, ReachTheServantWithoutAChannel) {
  EXPECT_EQ(object->add(5), 5);
  object->ping();
  EXPECT_EQ(servant.pings, 1);
  EXPECT_THROW(object->add(-1), classic_sample::Bad);
}

TEST_F(ClassicCalls, ReachTheServantOverTcp) {
  const classic_sample::Counter_var remote(classic_over_tcp(object.in()));
  EXPECT_EQ(remote->add(5), 5);
  remote->ping();
  EXPECT_EQ(servant.pings, 1);
  try {
    remote->add(-1);
    FAIL() << "add(-1) has returned";
  } catch (const classic_sample::Bad& bad) {
    EXPECT_STREQ(bad.why.in(), "negative");
  }
}

}  // namespace
}  // namespace classic_test
