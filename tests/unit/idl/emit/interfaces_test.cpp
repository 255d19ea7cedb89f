// Stubs, skeletons and ties at work, by each route that a call can take: tests/idl/emit/control.idl.
#include <gtest/gtest.h>

#include <type_traits>

#include "control_servants.hpp"
#include "loopback.hpp"
#include "time_skel.hpp"

namespace {

using Names = std::vector<std::string>;

class Calls : public testing::TestWithParam<loopback::Route> {
 protected:
  void SetUp() override {
    loopback::use(GetParam());
    loopback::dispatched();
  }

  CORBA::servant_reference<AxisServant> servant = CORBA::make_reference<AxisServant>("axis 1");
  IDL::traits<Control::Axis>::ref_type axis = loopback::activate<Control::Axis>(servant);
};

INSTANTIATE_TEST_SUITE_P(Routes, Calls, testing::Values(loopback::Route::encoded, loopback::Route::direct),
                         [](const auto& route) {
                           return route.param == loopback::Route::encoded ? "Encoded" : "Direct";
                         });

TEST_P(Calls, ReachInheritedOperationsAndAttributes) {
  axis->ping();
  axis->comment("remark");
  EXPECT_EQ(servant->pings, 1);
  EXPECT_EQ(axis->comment(), "remark");
  EXPECT_EQ(axis->name(), "axis 1");
  EXPECT_EQ(axis->state(), Control::Alarm::WARNING);
  EXPECT_FALSE(axis->owner());
  axis->setpoint(2.5);
  EXPECT_EQ(axis->setpoint(), 2.5);
  axis->go_home();
  EXPECT_EQ(axis->setpoint(), 0.0);
  const Names expected = {"ping",  "_set_comment",  "_get_comment",  "_get_name", "_get_state",
                          "owner", "_set_setpoint", "_get_setpoint", "go_home",   "_get_setpoint"};
  EXPECT_EQ(loopback::dispatched(), GetParam() == loopback::Route::encoded ? expected : Names());
}

TEST_P(Calls, PassNumbersAndStructsInEachDirection) {
  axis->setpoint(4.0);
  Control::TimeStamp at;
  EXPECT_EQ(axis->read(at), 4.0);
  EXPECT_EQ(at.nanoseconds(), 2U);
  const auto samples = axis->history(at, 3);
  ASSERT_EQ(samples.size(), 3U);
  EXPECT_EQ(samples[2].taken().seconds(), 1U);
  EXPECT_EQ(samples[2].trust(), Control::Quality::bad);
}

TEST_P(Calls, PassSequencesInEachDirection) {
  Control::Waveform wave = {1.0, 2.0};
  Control::Blob raw;
  Control::Device::Notes remarks;
  axis->capture(wave, raw, remarks);
  EXPECT_EQ(wave, (Control::Waveform{-1.0, -2.0}));
  EXPECT_EQ(raw, (Control::Blob{1, 1}));
  EXPECT_EQ(remarks, (Control::Device::Notes{"one", "two"}));
}

TEST_P(Calls, PassArraysInEachDirection) {
  Control::Matrix old{};
  old[0][0] = 3.0;
  Control::Matrix current{};
  current[2][2] = 9.0;
  Control::Matrix inverse{};
  const Control::Matrix result = axis->calibrate(old, current, inverse);
  EXPECT_EQ(result[1][1], 3.0);
  EXPECT_EQ(current[0][0], 3.0);
  EXPECT_EQ(inverse[2][2], 9.0);
}

TEST_P(Calls, PassReferencesInEachDirection) {
  const auto other_servant = CORBA::make_reference<AxisServant>("axis 2");
  const IDL::traits<Control::Axis>::ref_type other = loopback::activate<Control::Axis>(other_servant);
  IDL::traits<Control::Motor>::ref_type previous = axis;
  IDL::traits<Control::Device>::ref_type next;
  const auto result = axis->partner(other, previous, next);
  EXPECT_EQ(result->name(), "axis 2");
  EXPECT_EQ(previous->name(), "axis 2");
  EXPECT_EQ(next->name(), "axis 1");
  EXPECT_FALSE(axis->partner(nullptr, previous, next));
  EXPECT_FALSE(previous);

  const auto all = axis->all();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0]->name(), "axis 1");
  EXPECT_FALSE(all[1]);
}

TEST_P(Calls, CallBack) {
  const auto monitor = CORBA::make_reference<MonitorServant>();
  const std::int32_t subscription = axis->subscribe(loopback::activate<Control::Monitor>(monitor), {});
  EXPECT_EQ(axis->subscribers(), 1U);
  axis->move(12.5, 1.0F);
  EXPECT_EQ(monitor->last_sample.value(), 12.5);
  EXPECT_EQ(monitor->last_source->name(), "axis 1");
  EXPECT_TRUE(axis->unsubscribe(subscription));
  EXPECT_FALSE(axis->unsubscribe(subscription));
  EXPECT_FALSE(axis->moving());
}

TEST_P(Calls, RaiseWhatIsDeclared) {
  EXPECT_THROW(axis->bounds(), Control::Refused);
  axis->bounds(Control::Limits(1, 2, true));
  EXPECT_EQ(axis->bounds().high(), 2.0);
  try {
    axis->bounds(Control::Limits(3, 2, false));
    FAIL() << "nothing was raised";
  } catch (const Control::OutOfRange& exception) {
    EXPECT_EQ(exception.wanted(), 3.0);
    EXPECT_EQ(exception.allowed().high(), 2.0);
  }
  try {
    axis->write(-1);
    FAIL() << "nothing was raised";
  } catch (const Control::Device::Busy& exception) {
    EXPECT_EQ(exception.until(), 7);
  }
  try {
    axis->find("nobody");
    FAIL() << "nothing was raised";
  } catch (const Control::NotFound& exception) {
    EXPECT_EQ(exception.name(), "nobody");
  }
  EXPECT_THROW(axis->add("nil", nullptr), Control::Refused);
}

TEST_P(Calls, TurnWhatIsNotDeclaredIntoUnknown) { EXPECT_THROW(axis->write(101), CORBA::UNKNOWN); }

TEST_P(Calls, SendOneways) {
  axis->note("noted");
  EXPECT_EQ(servant->notes, Names{"noted"});
}

TEST(EncodedCalls, GiveServantsFreshOutArguments) {
  loopback::use(loopback::Route::encoded);
  const auto servant = CORBA::make_reference<AxisServant>("axis");
  const auto axis = loopback::activate<Control::Axis>(servant);
  Control::Waveform wave;
  Control::Blob raw = {1, 2, 3};
  Control::Device::Notes remarks = {"old"};
  axis->capture(wave, raw, remarks);
  EXPECT_TRUE(servant->out_was_empty);
}

TEST(EncodedCalls, WriteArgumentsInTheOrderOfTheIdl) {
  loopback::use(loopback::Route::encoded);
  class Echo : public virtual CORBA::servant_traits<TestReqReply>::base_type {
   public:
    void test_no_param() override {}
    void test_string(std::string& value) override { value += value; }
  };
  const auto echo = loopback::activate<TestReqReply>(CORBA::make_reference<Echo>());
  std::string text = "ab";
  echo->test_string(text);
  EXPECT_EQ(text, "abab");
}

TEST(Stubs, WidenImplicitly) {
  static_assert(std::is_convertible_v<Control::Axis::_ref_type, IDL::traits<Control::Node>::ref_type>);
  static_assert(std::is_convertible_v<Control::Axis::_ref_type, Control::Observable::_ref_type>);
  static_assert(std::is_convertible_v<Control::Axis::_ref_type, IDL::traits<CORBA::Object>::ref_type>);
  static_assert(!std::is_convertible_v<Control::Node::_ref_type, Control::Axis::_ref_type>);
  static_assert(std::is_same_v<Control::Axis::_traits_type, IDL::traits<Control::Axis>>);
  static_assert(!std::is_copy_constructible_v<Control::Axis>);
}

TEST(Stubs, KnowTheirRepositoryIds) {
  EXPECT_EQ(Control::Axis::_interface_tag.repository_id, "IDL:example.org/Control/Axis:1.0");
  EXPECT_EQ(Control::Device::_interface_tag.repository_id, "IDL:example.org/Control/Device:1.3");
  const auto axis = loopback::activate<Control::Axis>(CORBA::make_reference<AxisServant>("axis"));
  EXPECT_TRUE(axis->_statically_is_a("IDL:example.org/Control/Axis:1.0"));
  EXPECT_TRUE(axis->_statically_is_a("IDL:example.org/Control/Node:1.0"));
  EXPECT_TRUE(axis->_statically_is_a("IDL:example.org/Control/Observable:1.0"));
  EXPECT_TRUE(axis->_statically_is_a("IDL:omg.org/CORBA/Object:1.0"));
  EXPECT_FALSE(axis->_statically_is_a("IDL:example.org/Control/Monitor:1.0"));
}

TEST(Stubs, NarrowAsTheObjectSays) {
  const auto servant = CORBA::make_reference<AxisServant>("axis");
  const CORBA::object_reference<CORBA::Object> object = loopback::reference_to(servant);
  const auto device = IDL::traits<Control::Device>::narrow(object);
  ASSERT_TRUE(device);
  EXPECT_TRUE(IDL::traits<Control::Axis>::narrow(device));
  EXPECT_FALSE(IDL::traits<Control::Monitor>::narrow(object));
  EXPECT_FALSE(IDL::traits<Control::Monitor>::narrow(nullptr));
}

TEST(Skeletons, SayWhatTheyAre) {
  const auto servant = CORBA::make_reference<AxisServant>("axis");
  EXPECT_EQ(servant->_repository_id(), "IDL:example.org/Control/Axis:1.0");
  EXPECT_TRUE(servant->_is_a("IDL:example.org/Control/Motor:1.0"));
  EXPECT_TRUE(servant->_is_a("IDL:example.org/Control/Observable:1.0"));
  EXPECT_TRUE(servant->_is_a("IDL:omg.org/CORBA/Object:1.0"));
  EXPECT_FALSE(servant->_is_a("IDL:example.org/Control/Monitor:1.0"));
  EXPECT_EQ(servant->_most_derived_interface(), &Control::Axis::_interface_tag);
  EXPECT_EQ(servant->_operations(&Control::Axis::_interface_tag),
            static_cast<Control::Axis::_operations_type*>(servant._shared().get()));
  EXPECT_EQ(servant->_operations(&Control::Node::_interface_tag),
            static_cast<Control::Node::_operations_type*>(servant._shared().get()));
  EXPECT_EQ(servant->_operations(&Control::Monitor::_interface_tag), nullptr);
}

TEST(Skeletons, RefuseOperationsThatTheyDoNotHave) {
  loopback::use(loopback::Route::encoded);
  const auto monitor = loopback::reference_to(CORBA::make_reference<MonitorServant>());
  const auto wrong = dimma::narrow_unchecked<Control::Registry>(monitor);
  EXPECT_THROW(wrong->all(), CORBA::BAD_OPERATION);
}

TEST(Skeletons, HaveTheTypesOfTheMapping) {
  using Traits = CORBA::servant_traits<Control::Axis>;
  static_assert(std::is_base_of_v<Traits::base_type, AxisServant>);
  static_assert(std::is_convertible_v<CORBA::servant_reference<AxisServant>, Traits::ref_type>);
  static_assert(std::is_convertible_v<Traits::ref_type, CORBA::servant_traits<PortableServer::Servant>::ref_type>);
  static_assert(std::is_same_v<decltype(std::declval<AxisServant&>()._this()), Control::Axis::_ref_type>);
}

// Has the operations of TestOneway, but no base class.
struct Plain {
  void test_no_param() { ++calls; }
  void test_string(const std::string& text) { last = text; }
  int calls = 0;
  std::string last;
};

class Ties : public Calls {};

INSTANTIATE_TEST_SUITE_P(Routes, Ties, testing::Values(loopback::Route::encoded, loopback::Route::direct));

TEST_P(Ties, HandCallsToTheTiedObject) {
  using Tie = CORBA::servant_traits<TestOneway>::tie_type<Plain>;
  const auto first = std::make_shared<Plain>();
  const auto second = std::make_shared<Plain>();
  const auto tie = CORBA::make_reference<Tie>(first);
  const auto object = loopback::activate<TestOneway>(tie);
  object->test_no_param();
  object->test_string("to the first");
  tie->_tied_object(second);
  object->test_string("to the second");
  EXPECT_EQ(first->calls, 1);
  EXPECT_EQ(first->last, "to the first");
  EXPECT_EQ(second->last, "to the second");
  EXPECT_EQ(tie->_tied_object(), second);
  EXPECT_FALSE(tie->_default_POA());
}

TEST_P(Ties, CoverInheritedOperations) {
  struct Delegate : AxisServant {
    using AxisServant::AxisServant;
  };
  const auto delegate = std::make_shared<Delegate>("delegate");
  const auto tie = CORBA::make_reference<CORBA::servant_traits<Control::Axis>::tie_type<Delegate>>(delegate);
  const auto object = loopback::activate<Control::Axis>(tie);
  object->comment("by tie");
  EXPECT_EQ(delegate->comment(), "by tie");
  IDL::traits<Control::Motor>::ref_type previous;
  IDL::traits<Control::Device>::ref_type next;
  EXPECT_EQ(object->partner(object, previous, next)->name(), "delegate");
}

}  // namespace
