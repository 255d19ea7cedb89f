// A file of the IDL-to-C++11 mapping, which gets objects and Anys from one of the classic mapping.

#include "classic_side.hpp"

#include <dimma/corba.hpp>
#include <dimma/mappings/exchange.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace {

struct DeleteAny {
  void operator()(dimma::classic::CORBA::Any* any) const { classic_side::delete_any(any); }
};
using ClassicAny = std::unique_ptr<dimma::classic::CORBA::Any, DeleteAny>;

class BetweenMappings : public ::testing::Test {
 protected:
  BetweenMappings() {
    std::vector<std::string> arguments = {"-ORBid", "between mappings"};
    orb_ = CORBA::ORB_init(arguments);
    carrier_ = orb_->string_to_object("corbaloc:iiop:127.0.0.1:1/carrier");
  }
  ~BetweenMappings() override { orb_->destroy(); }

  CORBA::object_reference<CORBA::ORB> orb_;
  CORBA::object_reference<CORBA::Object> carrier_;
};

TEST_F(BetweenMappings, HandsOverAReference) {
  dimma::classic::CORBA::Object* const classic = dimma::to_classic(carrier_);
  ASSERT_NE(classic, nullptr);
  const auto back = dimma::to_modern(classic);
  EXPECT_TRUE(back->_is_equivalent(carrier_));
  EXPECT_EQ(dimma::to_classic(nullptr), nullptr);
  EXPECT_FALSE(dimma::to_modern(static_cast<dimma::classic::CORBA::Object*>(nullptr)));
}

TEST_F(BetweenMappings, KeepsTheIdentityOfALocalObject) {
  dimma::classic::CORBA::Object* const local = classic_side::new_local_object();
  const auto modern = dimma::to_modern(classic_side::duplicate(local));
  ASSERT_TRUE(modern);
  dimma::classic::CORBA::Object* const back = dimma::to_classic(modern);
  EXPECT_EQ(back, local);
  classic_side::release(back);
  classic_side::release(local);
}

TEST_F(BetweenMappings, HandsOverAnAny) {
  CORBA::Any number;
  number <<= 42;
  const ClassicAny classic(classic_side::new_any());
  dimma::to_classic(number, *classic);
  EXPECT_EQ(classic_side::long_in(*classic), 42);

  const ClassicAny point(classic_side::any_of_point(7));
  const CORBA::Any modern = dimma::to_modern(*point);
  EXPECT_EQ(modern.type()->id(), "IDL:Kinds/Point:1.0");
  std::int32_t x = 0;
  dimma::cdr::read_any_value(modern, [&](dimma::cdr::Decoder& in) { x = in.get<std::int32_t>(); });
  EXPECT_EQ(x, 7);
}

TEST_F(BetweenMappings, HandsOverAnAnyWithAReference) {
  dimma::classic::CORBA::Object* const object = dimma::to_classic(carrier_);
  const ClassicAny classic(classic_side::any_of_carrier(object));
  classic_side::release(object);
  const CORBA::Any modern = dimma::to_modern(*classic);
  CORBA::object_reference<CORBA::Object> held;
  ASSERT_TRUE(modern >>= held);
  EXPECT_TRUE(held->_is_equivalent(carrier_));

  const ClassicAny again(classic_side::new_any());
  dimma::to_classic(modern, *again);
  const auto back = dimma::to_modern(classic_side::carrier_in(*again));
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->_is_equivalent(carrier_));
}

}  // namespace
