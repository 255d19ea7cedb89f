// The factories of values that are registered with an ORB.
#include "shapes.hh"

#include <gtest/gtest.h>

namespace {

const char* const ware_id = "IDL:Shapes/Ware:1.0";

class Ware : public virtual OBV_Shapes::Ware, public virtual CORBA::DefaultValueRefCountBase {
 public:
  explicit Ware(CORBA::Long cents) : OBV_Shapes::Ware(cents) {}
  CORBA::Long price() override { return cents(); }
};

class WareFactory : public CORBA::ValueFactoryBase {
 public:
  explicit WareFactory(bool& is_alive) : is_alive_(is_alive) { is_alive_ = true; }
  ~WareFactory() override { is_alive_ = false; }
  CORBA::ValueBase* create_for_unmarshal() override { return new Ware(-1); }

 private:
  bool& is_alive_;
};

class RegisteredFactories : public testing::Test {
 protected:
  RegisteredFactories() {
    int argc = 0;
    orb_ = CORBA::ORB_init(argc, nullptr, "registered factories");
  }
  ~RegisteredFactories() override { orb_->destroy(); }

  CORBA::ORB_var orb_;
  bool is_alive_ = false;
  bool other_is_alive_ = false;
};

TEST_F(RegisteredFactories, AreCountedWhileTheyAreRegistered) {
  CORBA::ValueFactory_var factory(new WareFactory(is_alive_));
  EXPECT_EQ(orb_->register_value_factory(ware_id, factory.in()), nullptr);
  const CORBA::ValueFactory registered = factory.in();
  factory = nullptr;
  EXPECT_TRUE(is_alive_);
  {
    const CORBA::ValueFactory_var found = orb_->lookup_value_factory(ware_id);
    EXPECT_EQ(found.in(), registered);
  }
  orb_->unregister_value_factory(ware_id);
  EXPECT_FALSE(is_alive_);
}

TEST_F(RegisteredFactories, ReturnTheOneThatTheyReplace) {
  CORBA::ValueFactory_var first(new WareFactory(is_alive_));
  CORBA::ValueFactory_var second(new WareFactory(other_is_alive_));
  orb_->register_value_factory(ware_id, first.in());
  {
    const CORBA::ValueFactory_var previous = orb_->register_value_factory(ware_id, second.in());
    EXPECT_EQ(previous.in(), first.in());
    first = nullptr;
  }
  EXPECT_FALSE(is_alive_);
  EXPECT_TRUE(other_is_alive_);
}

TEST_F(RegisteredFactories, ThatDoNotExistAreBadParameters) {
  EXPECT_THROW(orb_->lookup_value_factory(ware_id), CORBA::BAD_PARAM);
  EXPECT_THROW(orb_->unregister_value_factory(ware_id), CORBA::BAD_PARAM);
  EXPECT_THROW(orb_->register_value_factory(ware_id, nullptr), CORBA::BAD_PARAM);
  EXPECT_THROW(orb_->lookup_value_factory(nullptr), CORBA::BAD_PARAM);
}

TEST_F(RegisteredFactories, MakeCopies) {
  const CORBA::ValueFactory_var factory(new WareFactory(is_alive_));
  orb_->register_value_factory(ware_id, factory.in());
  const Shapes::Ware_var ware = new Ware(250);
  const CORBA::ValueBase_var copied(ware->_copy_value());
  Shapes::Ware* const copy = Shapes::Ware::_downcast(copied.in());
  ASSERT_NE(copy, nullptr);
  EXPECT_NE(copy, ware.in());
  EXPECT_EQ(copy->price(), 250);
}

}  // namespace
