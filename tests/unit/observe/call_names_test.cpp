// Names of operations that peers of a server choose.
#include "base/text/shown_text.hpp"
#include "observe/channel_record.hpp"

#include <dimma/exception.hpp>
#include <dimma/servant.hpp>

#include <gtest/gtest.h>

#include <string>

namespace dimma::observe {
namespace {

constexpr InterfaceTag interface_tag{"IDL:Adder:1.0"};

// Has only the operation "add".
class Adder : public PortableServer::Servant {
 public:
  const InterfaceTag* _most_derived_interface() const noexcept override { return &interface_tag; }
  void _find_operation(OperationSearch& search) const override {
    search.interfaces.push_back(&interface_tag);
    if (search.operation == "add") search.having.push_back(&interface_tag);
  }
};

class Dynamic : public PortableServer::Servant {
 public:
  const InterfaceTag* _most_derived_interface() const noexcept override { return nullptr; }
};

class CallNames : public testing::Test {
 protected:
  // `servant` incarnates the called object; nullptr: the request is refused before the object is found.
  void call(const std::string& operation, const PortableServer::Servant* servant,
            const CORBA::SystemException* raised = nullptr) {
    Call call(record_, Call::ByPeer{operation});
    if (servant != nullptr) call.found(*servant);
    if (raised != nullptr) call.failed(*raised);
  }
  // Returns nullptr if nothing is counted under that name.
  const observation::OperationMetrics* metrics_of(const std::string& operation) {
    metrics_ = record_.metrics();
    for (const auto& each : metrics_.operations) {
      if (each.operation == operation) return &each;
    }
    return nullptr;
  }

  const CORBA::servant_reference<Adder> adder_ = CORBA::make_reference<Adder>();
  const CORBA::servant_reference<Dynamic> dynamic_ = CORBA::make_reference<Dynamic>();
  const CORBA::BAD_OPERATION unknown_{};
  const CORBA::NO_PERMISSION refused_{};
  ChannelRecord record_{1, observation::Side::server, "iiop", Wanted{true, 10, 0}};
  observation::ChannelMetrics metrics_;
};

TEST_F(CallNames, ThoseThatNoInterfaceHasAreCountedTogether) {
  for (int i = 0; i < 600; ++i) call(std::string(60'000, 'x') + std::to_string(i), &*adder_, &unknown_);
  for (int i = 0; i < 600; ++i) call("invented" + std::to_string(i), nullptr, &refused_);
  call("add", &*adder_);
  call("_is_a", nullptr, &refused_);
  ASSERT_NE(metrics_of("(others)"), nullptr);
  EXPECT_EQ(metrics_of("(others)")->calls, 1200U);
  EXPECT_EQ(metrics_of("(others)")->failures.size(), 2U);
  ASSERT_NE(metrics_of("add"), nullptr);
  EXPECT_EQ(metrics_of("add")->calls, 1U);
  ASSERT_NE(metrics_of("_is_a"), nullptr);
  EXPECT_EQ(metrics_.operations.size(), 3U);
  std::vector<observation::RecordedCall> calls;
  record_.read_calls(calls);
  ASSERT_EQ(calls.size(), 10U);
  for (const auto& each : calls) EXPECT_LE(each.operation.size(), shown_name_octets_max);
}

TEST_F(CallNames, OneThatIsRefusedIsCountedByItsNameOnceItIsKnown) {
  call("add", &*adder_);
  call("add", nullptr, &refused_);
  ASSERT_NE(metrics_of("add"), nullptr);
  EXPECT_EQ(metrics_of("add")->calls, 2U);
  EXPECT_EQ(metrics_of("add")->in_progress, 0U);
  ASSERT_EQ(metrics_of("add")->failures.size(), 1U);
}

TEST_F(CallNames, ADynamicServantSaysByItsAnswerWhatItHas) {
  for (int i = 0; i < 600; ++i) call("invented" + std::to_string(i), &*dynamic_, &unknown_);
  call("moved", &*dynamic_);
  call("raised", &*dynamic_, &refused_);
  EXPECT_NE(metrics_of("moved"), nullptr);
  EXPECT_NE(metrics_of("raised"), nullptr);
  EXPECT_EQ(metrics_.operations.size(), 3U);
  // A dynamic servant that has used up its share still leaves room for operations that are declared in IDL.
  for (int i = 0; i < 600; ++i) call("taken" + std::to_string(i), &*dynamic_);
  call("add", &*adder_);
  EXPECT_NE(metrics_of("add"), nullptr);
  EXPECT_LE(metrics_.operations.size(), ChannelRecord::operations_max / 2 + 2);
}

TEST_F(CallNames, AreShownAsText) {
  call(std::string(2'000'000, 'y'), &*dynamic_);
  call("bad\xff\xfe\x1b[2J", &*dynamic_);
  EXPECT_NE(metrics_of("bad\\xff\\xfe\\x1b[2J"), nullptr);
  EXPECT_NE(metrics_of(std::string(253, 'y') + "..."), nullptr);
}

TEST_F(CallNames, OneThatIsForgottenIsNotCounted) {
  {
    Call call(record_, Call::ByPeer{"add"});
    call.forget();
  }
  {
    Call call(record_, Call::ByPeer{"add"});
    call.found(*adder_);
    call.forget();
  }
  call("add", &*adder_);
  ASSERT_NE(metrics_of("add"), nullptr);
  EXPECT_EQ(metrics_of("add")->calls, 1U);
  EXPECT_EQ(metrics_of("add")->in_progress, 0U);
  EXPECT_EQ(metrics_.operations.size(), 1U);
}

}  // namespace
}  // namespace dimma::observe
