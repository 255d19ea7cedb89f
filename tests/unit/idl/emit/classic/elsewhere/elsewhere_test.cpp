// References to interfaces that another IDL file defines.

#include "customers.hh"

#include "incomplete.hpp"
#include "invoices.hh"
#include "left.hh"
#include "right.hh"

#include <gtest/gtest.h>

#include <cstring>

namespace {

class LocalCustomer : public Shop::Customer, public CORBA::LocalObject {
 public:
  explicit LocalCustomer(int& alive) : alive_(alive) { ++alive_; }
  char* name() override { return CORBA::string_dup("local"); }
  Shop::Orders_ptr books() override { return Shop::Orders::_nil(); }

 private:
  ~LocalCustomer() override { --alive_; }
  int& alive_;
};

class Customer : public POA_Shop::Customer {
 public:
  char* name() override { return CORBA::string_dup("remote"); }
  Shop::Orders_ptr books() override { return Shop::Orders::_nil(); }
};

class Orders : public POA_Shop::Orders {
 public:
  Shop::Customer_ptr usual() override { return Shop::Customer::_duplicate(usual_); }
  void usual(Shop::Customer_ptr customer) override { usual_ = Shop::Customer::_duplicate(customer); }
  Shop::Customer_ptr first(Shop::Customer_ptr one, Shop::Customer_ptr) override {
    return Shop::Customer::_duplicate(one);
  }
  void swap_them(Shop::Customer_ptr& one, Shop::Customer_out another) override {
    another = one;
    one = Shop::Customer::_duplicate(usual_);
  }
  Shop::Customers* all(const Shop::Order& latest, const Shop::Customers& earlier) override {
    Shop::Customers_var result = new Shop::Customers(earlier);
    result->length(earlier.length() + 1);
    result[earlier.length()] = latest.by;
    return result._retn();
  }
  Shop::Pair_slice* both_of(const Shop::Pair both) override { return Shop::Pair_dup(both); }
  Shop::Payer* same_payer(const Shop::Payer& given) override { return new Shop::Payer(given); }
  void refuse(Shop::Customer_ptr whom) override { throw Shop::Refused(whom); }

 private:
  Shop::Customer_var usual_;
};

class Lefts : public POA_Circle::Left {
 public:
  Circle::Right_ptr other() override { return Circle::Right::_nil(); }
};

TEST(Elsewhere, ReferencesAreCountedWithoutTheClass) {
  int alive = 0;
  {
    Shop::Customer_var customer = new LocalCustomer(alive);
    Shop::Customers_var copies = elsewhere_test::copies_of(customer);
    ASSERT_EQ(copies->length(), 3u);
    for (CORBA::ULong i = 0; i != 3; ++i) EXPECT_EQ(copies[i].in(), customer.in());
    Shop::Customer_var whom = elsewhere_test::thrown(customer);
    EXPECT_EQ(whom.in(), customer.in());
    Shop::Customer_var payer = elsewhere_test::paying(customer);
    EXPECT_EQ(payer.in(), customer.in());
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
}

// The calls of another ORB go through a channel.
class Calls : public ::testing::Test {
 protected:
  void SetUp() override {
    int none = 0;
    server = CORBA::ORB_init(none, nullptr, "server");
    client = CORBA::ORB_init(none, nullptr, "client");
    CORBA::Object_var object = server->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(object);
    PortableServer::POAManager_var manager = poa->the_POAManager();
    manager->activate();
    PortableServer::Servant_var<Orders> serving = new Orders;
    orders = seen_by_client<Shop::Orders>(Shop::Orders_var(serving->_this()).in());
    PortableServer::Servant_var<Customer> somebody = new Customer;
    customer = seen_by_client<Shop::Customer>(Shop::Customer_var(somebody->_this()).in());
  }
  void TearDown() override {
    orders = Shop::Orders::_nil();
    customer = Shop::Customer::_nil();
    client->destroy();
    server->destroy();
  }

  template <class T>
  T* seen_by_client(CORBA::Object_ptr object) {
    CORBA::String_var text = server->object_to_string(object);
    CORBA::Object_var seen = client->string_to_object(text.in());
    return T::_narrow(seen);
  }
  // Returns true if it is the customer, and of its class.
  bool is_customer(Shop::Customer_ptr other) {
    if (CORBA::is_nil(other) || !other->_is_equivalent(customer)) return false;
    CORBA::String_var name = other->name();
    return std::strcmp(name.in(), "remote") == 0;
  }

  CORBA::ORB_var server;
  CORBA::ORB_var client;
  Shop::Orders_var orders;
  Shop::Customer_var customer;
};

TEST_F(Calls, PassReferences) {
  Shop::Customer_var first = orders->first(customer, Shop::Customer::_nil());
  EXPECT_TRUE(is_customer(first));
  orders->usual(customer);
  Shop::Customer_var one;
  Shop::Customer_var another;
  orders->swap_them(one.inout(), another.out());
  EXPECT_TRUE(is_customer(one));
  EXPECT_TRUE(CORBA::is_nil(another));
}

TEST_F(Calls, PassValuesThatContainReferences) {
  Shop::Order order;
  order.by = customer;
  order.number = 3;
  Shop::Customers earlier;
  earlier.length(1);
  earlier[0] = customer;
  Shop::Customers_var all = orders->all(order, earlier);
  ASSERT_EQ(all->length(), 2u);
  EXPECT_TRUE(is_customer(all[0u]));
  EXPECT_TRUE(is_customer(all[1u]));

  Shop::Pair both;
  both[1] = customer;
  Shop::Pair_var pair = orders->both_of(both);
  EXPECT_TRUE(CORBA::is_nil(pair[0].in()));
  EXPECT_TRUE(is_customer(pair[1]));

  Shop::Payer payer;
  payer.known(customer);
  Shop::Payer_var same = orders->same_payer(payer);
  EXPECT_TRUE(is_customer(same->known()));
}

TEST_F(Calls, RaiseExceptionsThatContainReferences) {
  try {
    orders->refuse(customer);
    FAIL() << "no exception";
  } catch (const Shop::Refused& refused) {
    EXPECT_TRUE(is_customer(refused.whom));
  }
}

TEST(Elsewhere, FilesMayIncludeEachOther) {
  Circle::Lefts lefts;
  Circle::Rights rights;
  rights.other = lefts.one;
  Lefts servant;
  EXPECT_TRUE(CORBA::is_nil(servant.other()));
}

}  // namespace
