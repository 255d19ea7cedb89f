// TAO's IOR table.

#include <gtest/gtest.h>
#include <tao/IORTable/IORTable.h>
#include <tao/PortableServer/PortableServer.h>
#include <tao/corba.h>

#include <string>

namespace {

class TaoIorTable : public testing::Test {
 protected:
  TaoIorTable() {
    CORBA::Object_var object = orb_->resolve_initial_references("IORTable");
    table_ = IORTable::Table::_narrow(object.in());
    object = orb_->resolve_initial_references("RootPOA");
    root_ = PortableServer::POA::_narrow(object.in());
    for (CORBA::String_var* ior : {&one_, &other_}) {
      object = root_->create_reference("IDL:Echo:1.0");
      *ior = orb_->object_to_string(object.in());
    }
  }
  ~TaoIorTable() override { orb_->destroy(); }

  std::string found(const char* key) {
    CORBA::String_var ior = table_->find(key);
    return ior.in();
  }

  int argc_ = 0;
  CORBA::ORB_var orb_ = CORBA::ORB_init(argc_, nullptr, "ior-table");
  PortableServer::POA_var root_;
  IORTable::Table_var table_;
  CORBA::String_var one_;
  CORBA::String_var other_;
};

TEST_F(TaoIorTable, BindsAKeyOnce) {
  table_->bind("Key", one_.in());
  EXPECT_THROW(table_->bind("Key", other_.in()), IORTable::AlreadyBound);
  EXPECT_EQ(found("Key"), one_.in());
}

TEST_F(TaoIorTable, ReplacesAnObjectWhenAsked) {
  table_->rebind("Key", one_.in());
  table_->rebind("Key", other_.in());
  EXPECT_EQ(found("Key"), other_.in());
}

TEST_F(TaoIorTable, ForgetsAKey) {
  table_->bind("Key", one_.in());
  table_->unbind("Key");
  EXPECT_THROW(table_->unbind("Key"), IORTable::NotFound);
  EXPECT_THROW(table_->find("Key"), IORTable::NotFound);
}

TEST_F(TaoIorTable, IsTheSameByEveryReferenceToIt) {
  table_->bind("Key", one_.in());
  CORBA::Object_var object = orb_->resolve_initial_references("IORTable");
  IORTable::Table_var same = IORTable::Table::_narrow(object.in());
  EXPECT_THROW(same->bind("Key", one_.in()), IORTable::AlreadyBound);
}

TEST_F(TaoIorTable, RefusesWrongArguments) {
  EXPECT_THROW(table_->bind("", one_.in()), CORBA::BAD_PARAM);
  EXPECT_THROW(table_->bind(nullptr, one_.in()), CORBA::BAD_PARAM);
  EXPECT_THROW(table_->bind("Key", "no reference"), CORBA::BAD_PARAM);
  EXPECT_THROW(table_->bind("Key", nullptr), CORBA::BAD_PARAM);
  EXPECT_THROW(table_->find("Key"), IORTable::NotFound);
}

TEST_F(TaoIorTable, CallsNoLocator) {
  class Locating : public virtual IORTable::Locator, public virtual CORBA::LocalObject {
   public:
    char* locate(const char*) override { throw IORTable::NotFound(); }
  };
  IORTable::Locator_var locator = new Locating;
  EXPECT_THROW(table_->set_locator(locator.in()), CORBA::NO_IMPLEMENT);
  table_->set_locator(IORTable::Locator::_nil());
}

TEST_F(TaoIorTable, HasExceptionsWithTaosIds) {
  EXPECT_STREQ(IORTable::NotFound()._rep_id(), "IDL:IORTable/NotFound:1.0");
  EXPECT_STREQ(IORTable::AlreadyBound()._name(), "AlreadyBound");
}

}  // namespace
