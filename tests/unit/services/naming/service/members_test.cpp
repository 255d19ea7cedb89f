// Several services of one tree, whose references lead to all of them.

#include "service_fixture.hpp"

#include "services/naming/check/addresses.hpp"

#include <algorithm>
#include <thread>

using namespace naming_service;
using namespace std::chrono_literals;

namespace {

using dimma::naming::MemberAddress;
using dimma::naming::Members;

class MembersTest : public testing::Test {
 protected:
  ~MembersTest() override { client_->destroy(); }

  std::vector<std::string> network_addresses(const std::string& ior) {
    std::vector<std::string> texts;
    for (const auto& address : dimma::naming::addresses_of(ior)) {
      if (address.text.starts_with("127.")) texts.push_back(address.text);
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  template <class Condition>
  bool comes_true(const Condition& condition) {
    for (int i = 0; i < 2'000; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(5ms);
    }
    return false;
  }

  const std::unique_ptr<dimma::store::Store> store_ = store_in_memory();
  CORBA::object_reference<CORBA::ORB> client_ = make_orb({});
};

TEST_F(MembersTest, AreNamedByEachOthersReferences) {
  Served first({}, store_.get());
  EXPECT_EQ(network_addresses(first.ior()).size(), 1U);
  {
    Served second({}, store_.get());
    const auto both = network_addresses(second.ior());
    EXPECT_EQ(both.size(), 2U);
    EXPECT_TRUE(comes_true([&] { return network_addresses(first.ior()) == both; }));
  }
  EXPECT_TRUE(comes_true([&] { return network_addresses(first.ior()).size() == 1; }));
}

TEST_F(MembersTest, ServeTheSameContextsUnderTheSameReferences) {
  Served first({}, store_.get());
  Served second({}, store_.get());
  const auto root = IDL::traits<NamingContext>::narrow(client_->string_to_object(first.ior()));
  const auto same = IDL::traits<NamingContext>::narrow(client_->string_to_object(second.ior()));
  const auto context = root->bind_new_context(name({{"context", ""}}));
  context->bind(name({{"x", ""}}), client_->string_to_object("corbaloc::192.0.2.1:4711/x"));
  EXPECT_NE(same->resolve(name({{"context", ""}, {"x", ""}})), nullptr);
  // Passed back to the other service, it is a context of that service's own tree.
  same->bind_context(name({{"again", ""}}), context);
  EXPECT_NE(same->resolve(name({{"again", ""}, {"x", ""}})), nullptr);
}

TEST_F(MembersTest, TakeOverTheClientsOfOneThatEnds) {
  Served first({}, store_.get());
  auto second = std::make_unique<Served>(Limits{}, store_.get());
  const auto root = IDL::traits<NamingContext>::narrow(client_->string_to_object(second->ior()));
  const auto context = root->bind_new_context(name({{"context", ""}}));
  second.reset();
  context->bind(name({{"x", ""}}), client_->string_to_object("corbaloc::192.0.2.1:4711/x"));
  EXPECT_NE(root->resolve(name({{"context", ""}, {"x", ""}})), nullptr);
}

TEST_F(MembersTest, AreForgottenWhenTheirLeaseEnds) {
  ServiceLog log;
  const Members::Addresses others{{"192.0.2.7", 2809}, {"2001:db8::1", 2809}};
  const Members member(*store_, log, {{"192.0.2.1", 2809}}, 600ms);
  const auto lease = store_->grant(300ms);
  store_->put(dimma::naming::key_of_member(dimma::naming::ContextId::random()), dimma::naming::value_of_member(others),
              lease);
  EXPECT_TRUE(comes_true([&] { return *member.others() == others; }));
  EXPECT_TRUE(comes_true([&] { return member.others()->empty(); }));
}

TEST_F(MembersTest, MalformedRecordsArePassedOver) {
  ServiceLog log;
  const auto key = [] { return dimma::naming::key_of_member(dimma::naming::ContextId::random()); };
  for (const char* value : {"", "\2a 1\n", "\1host\n", "\1host 0\n", "\1host 65536\n", "\1 1\n", "\1host 1"}) {
    store_->put(key(), value);
  }
  store_->put(key(), "\1host 1\n");
  const Members member(*store_, log, {});
  EXPECT_EQ(*member.others(), Members::Addresses({{"host", 1}}));
}

TEST_F(MembersTest, ComeBackWhenTheStoreHasEndedTheirLease) {
  ServiceLog log;
  const Members first(*store_, log, {{"192.0.2.1", 2809}}, 600ms);
  const Members second(*store_, log, {{"192.0.2.2", 2809}}, 600ms);
  EXPECT_TRUE(comes_true([&] { return first.others()->size() == 1; }));
  dimma::store::Query all;
  all.prefix = dimma::naming::member_prefix;
  for (const auto& record : store_->list(all).records) store_->revoke(record.lease);
  EXPECT_TRUE(comes_true([&] { return store_->list(all).records.size() == 2; }));
  EXPECT_TRUE(comes_true([&] { return first.others()->size() == 1 && second.others()->size() == 1; }));
}

}  // namespace
