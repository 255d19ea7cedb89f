// Fixed-point decimals in generated types, and as arguments and results.
#include "prices.hh"

#include <gtest/gtest.h>

namespace {

class Till : public POA_Shop::Till {
 public:
  Shop::Price discount() { return discount_; }
  void discount(const Shop::Price& value) { discount_ = value; }

  Shop::Price add(const Shop::Price& first, Shop::Cost& second, Shop::Price_out doubled) {
    if (first > Shop::limit) throw Shop::TooDear(Shop::limit);
    doubled = second * 2;
    second = first;
    return first + 1;
  }

  Shop::Prices* sort_out(const Shop::Row table, Shop::Item& bought, Shop::Offer_out made) {
    made = new Shop::Offer;
    made->reduced(bought.each);
    bought.count += 1;
    Shop::Prices_var prices = new Shop::Prices;
    prices->length(4);
    for (CORBA::ULong i = 0; i < 4; ++i) prices[i] = table[i / 2][i % 2];
    return prices._retn();
  }

  CORBA::Any* wrap(const CORBA::Any& wrapped) {
    const Shop::Item* item = nullptr;
    CORBA::Any_var result = new CORBA::Any;
    if (wrapped >>= item) result.inout() <<= CORBA::Any::from_fixed(item->each, 5, 2);
    return result._retn();
  }

 private:
  Shop::Price discount_;
};

// The object is called within the process, and through a channel.
class FixedCalls : public testing::TestWithParam<const char*> {
 protected:
  FixedCalls() {
    int argc = 0;
    orb_ = CORBA::ORB_init(argc, nullptr, GetParam());
    CORBA::Object_var object = orb_->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(object);
    PortableServer::POAManager_var manager = poa->the_POAManager();
    manager->activate();
    PortableServer::ObjectId_var id = poa->activate_object(&till_);
    CORBA::Object_var made = poa->id_to_reference(id);
    if (std::string(GetParam()) == "channel") {
      int none = 0;
      other_ = CORBA::ORB_init(none, nullptr, "other");
      CORBA::String_var text = orb_->object_to_string(made);
      made = other_->string_to_object(text.in());
    }
    stub_ = Shop::Till::_narrow(made);
  }
  ~FixedCalls() override {
    if (!CORBA::is_nil(other_)) other_->destroy();
    orb_->destroy();
  }

  Till till_;
  CORBA::ORB_var orb_;
  CORBA::ORB_var other_;
  Shop::Till_var stub_;
};

TEST_P(FixedCalls, PassArgumentsAndResults) {
  Shop::Cost second = "2.25";
  Shop::Price doubled;
  EXPECT_EQ(stub_->add("1.5", second, doubled), Shop::Price("2.5"));
  EXPECT_EQ(second, Shop::Price("1.5"));
  EXPECT_EQ(doubled, Shop::Price("4.5"));
  stub_->discount("0.25");
  EXPECT_EQ(stub_->discount(), Shop::Price("0.25"));
}

TEST_P(FixedCalls, PassExceptions) {
  Shop::Cost second;
  Shop::Price doubled;
  try {
    stub_->add("101", second, doubled);
    FAIL();
  } catch (const Shop::TooDear& refused) {
    EXPECT_EQ(refused.most, Shop::limit);
  }
}

TEST_P(FixedCalls, PassMembersAndElements) {
  const Shop::Row table = {{"0.01", "0.02"}, {"0.03", "0.04"}};
  Shop::Item bought;
  bought.label = "tea";
  bought.each = "9.95";
  bought.count = 3;
  Shop::Offer_var offer;
  Shop::Prices_var prices = stub_->sort_out(table, bought, offer);
  ASSERT_EQ(prices->length(), 4U);
  EXPECT_EQ(prices[3], Shop::Price("0.04"));
  EXPECT_EQ(bought.count, 4);
  EXPECT_EQ(offer->_d(), 1);
  EXPECT_EQ(offer->reduced(), Shop::Price("9.95"));
}

TEST_P(FixedCalls, PassValuesInAnAny) {
  Shop::Item item;
  item.each = "-1.25";
  CORBA::Any any;
  any <<= item;
  CORBA::Any_var result = stub_->wrap(any);
  Shop::Price price;
  ASSERT_TRUE(result >>= CORBA::Any::to_fixed(price, 5, 2));
  EXPECT_EQ(price, Shop::Price("-1.25"));
}

INSTANTIATE_TEST_SUITE_P(Ways, FixedCalls, testing::Values("local", "channel"),
                         [](const testing::TestParamInfo<const char*>& tested) { return std::string(tested.param); });

TEST(FixedConstants, HaveTheirValues) {
  EXPECT_EQ(Shop::limit, Shop::Price("100.25"));
  EXPECT_EQ(Shop::pi, CORBA::Fixed("3.14159"));
  EXPECT_EQ(Shop::Till::tax, CORBA::Fixed("-0.19"));
}

}  // namespace
