// The text of the exception of a call whose deadline passes, which it does at once over the fake protocol.

#include "unit/orb/orb_fixture.hpp"

#include <dimma/messaging.hpp>

namespace dimma::test {
namespace {

constexpr auto by_policy = 20;  // ms

class LateCall : public OrbTest {
 protected:
  CORBA::object_reference<Sample::Counter> with_policy(const CORBA::object_reference<Sample::Counter>& object) {
    CORBA::Any limit;
    limit <<= TimeBase::TimeT{by_policy * 10'000};
    const auto policy = client_->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, limit);
    return IDL::traits<Sample::Counter>::narrow(
        object->_set_policy_overrides({policy}, CORBA::SetOverrideType::ADD_OVERRIDE));
  }
  template <class Call>
  static std::string detail_of(Call call) {
    try {
      call();
    } catch (const CORBA::TIMEOUT& late) {
      EXPECT_EQ(late.minor(), minor::timeout_call);
      return late._detail();
    }
    return "no TIMEOUT";
  }
};

TEST_F(LateCall, NamesTheOperationAndTheDeadlineOfTheQoS) {
  const auto binding = dimma::bind(remote(), EngineeringQoS::parse("deadline=1500ms"));
  network_.calls_late = true;
  EXPECT_EQ(detail_of([&] { binding->ping(); }),
            "ping(): no reply before the deadline; the deadline is 1500ms, set by the QoS");
  EXPECT_EQ(detail_of([&] { binding->count(); }),
            "_get_count(): no reply before the deadline; the deadline is 1500ms, set by the QoS");
}

TEST_F(LateCall, NamesThePolicyThatAllowsLessThanTheQoS) {
  const auto plain = remote();
  const auto object = with_policy(plain);
  const auto by_two_seconds = dimma::bind(plain, EngineeringQoS::parse("deadline=2s"));
  const auto patient = with_policy(by_two_seconds.reference());
  const auto by_a_millisecond = dimma::bind(plain, EngineeringQoS::parse("deadline=1ms"));
  const auto hasty = with_policy(by_a_millisecond.reference());
  network_.calls_late = true;
  const std::string policy =
      "ping(): no reply before the deadline; the deadline is 20ms, set by RelativeRoundtripTimeoutPolicy";
  EXPECT_EQ(detail_of([&] { object->ping(); }), policy);
  EXPECT_EQ(detail_of([&] { patient->ping(); }), policy);
  EXPECT_EQ(detail_of([&] { hasty->ping(); }),
            "ping(): no reply before the deadline; the deadline is 1ms, set by the QoS");
}

TEST_F(LateCall, NamesThemWhereTheObjectIsNotReachedInTime) {
  const auto object = with_policy(remote());
  network_.binds_late = true;
  EXPECT_EQ(detail_of([&] { object->ping(); }),
            "ping(): no connection before the deadline; the deadline is 20ms, set by RelativeRoundtripTimeoutPolicy");
  EXPECT_EQ(detail_of([&] { dimma::bind(object, EngineeringQoS::parse("deadline=3s")); }),
            "no connection before the deadline; the deadline is 3s, set by the QoS");
}

TEST_F(LateCall, LeavesAServersTimeoutUnchanged) {
  servant_->on_act = [](const std::string&) {
    throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_YES, "the server's own");
  };
  const auto binding = dimma::bind(remote(), EngineeringQoS::parse("deadline=10s"));
  EXPECT_EQ(detail_of([&] { binding->act("late"); }).find("the deadline is"), std::string::npos);
}

TEST_F(LateCall, SaysThatThePOAManagerOfThisProcessHolds) {
  const auto poa = root_->create_POA("asleep", {}, {});
  const auto own = IDL::traits<Sample::Counter>::narrow(poa->id_to_reference(poa->activate_object(servant_)));
  const auto binding = dimma::bind(own, EngineeringQoS::parse("deadline=10s"));
  network_.calls_late = true;
  EXPECT_EQ(
      detail_of([&] { binding->ping(); }),
      "ping(): no reply before the deadline; the deadline is 10s, set by the QoS; the object is in this process, and "
      "its POAManager, " +
          poa->the_POAManager()->get_id() + ", is in HOLDING: call activate() to serve requests");
  poa->the_POAManager()->activate();
  EXPECT_EQ(detail_of([&] { binding->ping(); }),
            "ping(): no reply before the deadline; the deadline is 10s, set by the QoS");
}

}  // namespace
}  // namespace dimma::test
