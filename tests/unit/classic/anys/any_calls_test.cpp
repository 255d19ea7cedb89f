// Anys and TypeCodes as arguments and results of calls between two ORBs.

#include "kinds.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

class CarrierServant : public POA_Kinds::Carrier {
 public:
  CORBA::Any* carry(const CORBA::Any& value, CORBA::Any_out twice) override {
    CORBA::Boolean fails = false;
    if ((value >>= CORBA::Any::to_boolean(fails)) && fails) throw Kinds::Bad("as asked");
    CORBA::Any_var within = new CORBA::Any;
    within.inout() <<= value;
    twice = within._retn();
    return new CORBA::Any(value);
  }
  CORBA::TypeCode_ptr type_of(const CORBA::Any& value) override { return value.type(); }
  CORBA::AnySeq* all(const CORBA::AnySeq& values) override { return new CORBA::AnySeq(values); }
};

CORBA::ORB_ptr new_orb(const char* id) {
  const char* options[] = {"program", "-ORBid", id, "-ORBListenEndpoints", "iiop://127.0.0.1:0"};
  std::vector<char*> argv;
  for (const char* option : options) argv.push_back(const_cast<char*>(option));
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  return CORBA::ORB_init(argc, argv.data());
}

class ClassicAnyCalls : public ::testing::Test {
 protected:
  ClassicAnyCalls() : server_(new_orb("any server")), client_(new_orb("any client")) {
    const CORBA::Object_var object = server_->resolve_initial_references("RootPOA");
    const PortableServer::POA_var root = PortableServer::POA::_narrow(object);
    const PortableServer::POAManager_var manager = root->the_POAManager();
    manager->activate();
    servant_ = new CarrierServant;
    const PortableServer::ObjectId_var id = root->activate_object(servant_.in());
    const CORBA::Object_var here = root->id_to_reference(id.in());
    const CORBA::String_var text = server_->object_to_string(here);
    const CORBA::Object_var there = client_->string_to_object(text);
    carrier_ = Kinds::Carrier::_narrow(there);
  }
  ~ClassicAnyCalls() override {
    client_->destroy();
    server_->destroy();
  }

  // Returns the value after a call that carried it there and back.
  CORBA::Any carried(const CORBA::Any& value) {
    CORBA::Any_var twice;
    const CORBA::Any_var result = carrier_->carry(value, twice.out());
    const CORBA::Any* inner = nullptr;
    EXPECT_TRUE(twice.in() >>= inner);
    const CORBA::TypeCode_var one = result->type();
    const CORBA::TypeCode_var other = inner->type();
    EXPECT_TRUE(one->equal(other));
    return *inner;
  }

  CORBA::ORB_var server_;
  CORBA::ORB_var client_;
  PortableServer::Servant_var<CarrierServant> servant_;
  Kinds::Carrier_var carrier_;
};

TEST_F(ClassicAnyCalls, CarryNumbersAndStrings) {
  CORBA::Any any;
  any <<= CORBA::Double(0.25);
  CORBA::Double number = 0;
  ASSERT_TRUE(carried(any) >>= number);
  EXPECT_EQ(number, 0.25);
  any <<= "text";
  const CORBA::Any result = carried(any);
  const char* text = nullptr;
  ASSERT_TRUE(result >>= text);
  EXPECT_STREQ(text, "text");
  const char* again = nullptr;
  ASSERT_TRUE(result >>= again);
  EXPECT_EQ(again, text);
  any <<= CORBA::Any::from_wstring(L"wide", 9);
  const CORBA::Any bounded = carried(any);
  const CORBA::WChar* wide = nullptr;
  ASSERT_TRUE(bounded >>= CORBA::Any::to_wstring(wide, 9));
  EXPECT_EQ(std::wstring(wide), L"wide");
}

TEST_F(ClassicAnyCalls, CarryValuesOfIdl) {
  Kinds::Item item;
  item.name = "item";
  item.at.x = 3;
  item.at.y = 1.5;
  item.extra <<= Kinds::green;
  CORBA::Any any;
  any <<= item;
  const CORBA::Any result = carried(any);
  const Kinds::Item* back = nullptr;
  ASSERT_TRUE(result >>= back);
  EXPECT_STREQ(back->name, "item");
  EXPECT_EQ(back->at.y, 1.5);
  Kinds::Colour colour = Kinds::red;
  ASSERT_TRUE(back->extra >>= colour);
  EXPECT_EQ(colour, Kinds::green);

  Kinds::Row row = {4, 5, 6};
  any <<= Kinds::Row_forany(row);
  const CORBA::Any rows = carried(any);
  Kinds::Row_forany held;
  ASSERT_TRUE(rows >>= held);
  EXPECT_EQ(held[1], 5);

  any <<= Kinds::Bad("carried");
  const CORBA::Any exceptions = carried(any);
  const Kinds::Bad* bad = nullptr;
  ASSERT_TRUE(exceptions >>= bad);
  EXPECT_STREQ(bad->why, "carried");
  any <<= CORBA::TIMEOUT(8, CORBA::COMPLETED_YES);
  const CORBA::Any timeouts = carried(any);
  const CORBA::TIMEOUT* timeout = nullptr;
  ASSERT_TRUE(timeouts >>= timeout);
  EXPECT_EQ(timeout->minor(), 8U);
  EXPECT_EQ(timeout->completed(), CORBA::COMPLETED_YES);
}

TEST_F(ClassicAnyCalls, CarryReferences) {
  CORBA::Any any;
  any <<= carrier_;
  const CORBA::Any result = carried(any);
  Kinds::Carrier_ptr back = Kinds::Carrier::_duplicate(nullptr);
  ASSERT_TRUE(result >>= back);
  EXPECT_TRUE(back->_is_equivalent(carrier_));
  CORBA::Object_ptr plain = nullptr;
  EXPECT_FALSE(result >>= plain) << "only to_object widens";
  CORBA::Object_var widened;
  ASSERT_TRUE(result >>= CORBA::Any::to_object(widened));
  EXPECT_TRUE(widened->_is_equivalent(carrier_));
  CORBA::Object_var of_inserted;
  ASSERT_TRUE(any >>= CORBA::Any::to_object(of_inserted));
  EXPECT_EQ(of_inserted.in(), carrier_.in());

  any <<= CORBA::Object_ptr(carrier_.in());
  const CORBA::Any objects = carried(any);
  ASSERT_TRUE(objects >>= plain);
  EXPECT_TRUE(plain->_is_equivalent(carrier_));
  any <<= client_.in();
  CORBA::Any_var twice;
  EXPECT_THROW(carrier_->carry(any, twice.out()), CORBA::MARSHAL) << "a local object";
}

TEST_F(ClassicAnyCalls, CarryTypeCodesAndSequencesOfAny) {
  CORBA::Any any;
  any <<= Kinds::_tc_Node;
  const CORBA::Any result = carried(any);
  CORBA::TypeCode_ptr held = nullptr;
  ASSERT_TRUE(result >>= held);
  EXPECT_TRUE(held->equal(Kinds::_tc_Node));
  const CORBA::TypeCode_var type = carrier_->type_of(any);
  EXPECT_TRUE(type->equal(CORBA::_tc_TypeCode));
  any = CORBA::Any();
  const CORBA::TypeCode_var none = carrier_->type_of(any);
  EXPECT_EQ(none->kind(), CORBA::tk_null);

  CORBA::AnySeq values(2);
  values.length(2);
  values[0] <<= CORBA::Short(2);
  values[1] <<= Kinds::Point();
  const CORBA::AnySeq_var back = carrier_->all(values);
  ASSERT_EQ(back->length(), 2U);
  CORBA::Short number = 0;
  ASSERT_TRUE(back[0U] >>= number);
  EXPECT_EQ(number, 2);
  const Kinds::Point* point = nullptr;
  EXPECT_TRUE(back[1U] >>= point);
}

TEST_F(ClassicAnyCalls, RaiseTheExceptionsOfTheOperation) {
  CORBA::Any any;
  any <<= CORBA::Any::from_boolean(true);
  CORBA::Any_var twice;
  EXPECT_THROW(carrier_->carry(any, twice.out()), Kinds::Bad);
}

TEST_F(ClassicAnyCalls, RefuseANullPointerWithinAValue) {
  Kinds::Item item;
  item.name = static_cast<char*>(nullptr);
  CORBA::Any any;
  any <<= item;
  CORBA::Any_var twice;
  EXPECT_THROW(carrier_->carry(any, twice.out()), CORBA::BAD_PARAM);
}

}  // namespace
