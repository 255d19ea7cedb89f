// DimmaNaming::NamingContext: leases, details, changes.

#include "service_fixture.hpp"

#include <dimma/minor.hpp>

#include <future>
#include <thread>

using namespace naming_service;

namespace {

using CosNaming::NameComponent;
using DimmaNaming::ChangeKind;
using DimmaNaming::ChangeSeq;

TEST_F(ServiceTest, UnbindsWhatALeaseHasHeld) {
  const auto lease = ours()->grant_lease(60'000);
  ours()->bind_with_lease(name({{"a", ""}}), object(), lease);
  ours()->rebind_with_lease(name({{"b", ""}}), object(), lease);
  ours()->renew_lease(lease);
  EXPECT_THROW(ours()->bind_with_lease(name({{"a", ""}}), object(), lease), NamingContext::AlreadyBound);
  ours()->bind(name({{"stays", ""}}), object());
  ours()->rebind(name({{"b", ""}}), object());  // not bound under the lease now
  ours()->end_lease(lease);
  expect_not_found(Reason::missing_node, {{"a", ""}}, [&] { ours()->resolve(name({{"a", ""}})); });
  EXPECT_TRUE(ours()->resolve(name({{"b", ""}})));
  EXPECT_TRUE(ours()->resolve(name({{"stays", ""}})));
  EXPECT_THROW(ours()->renew_lease(lease), DimmaNaming::LeaseEnded);
  EXPECT_THROW(ours()->end_lease(lease), DimmaNaming::LeaseEnded);
  EXPECT_THROW(ours()->bind_with_lease(name({{"a", ""}}), object(), lease), DimmaNaming::LeaseEnded);
  EXPECT_THROW(ours()->rebind_with_lease(name({{"a", ""}}), object(), 4711), DimmaNaming::LeaseEnded);
}

TEST_F(ServiceTest, EndsALeaseThatIsNotRenewed) {
  const auto lease = ours()->grant_lease(100);
  ours()->bind_with_lease(name({{"a", ""}}), object(), lease);
  while (true) {
    try {
      ours()->resolve(name({{"a", ""}}));
    } catch (const NamingContext::NotFound&) {
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_THROW(ours()->renew_lease(lease), DimmaNaming::LeaseEnded);
}

TEST_F(ServiceTest, RefusesLeasesOfOddLengths) {
  for (const std::uint32_t lifetime : {0U, 99U, 86'400'001U, 0xffffffffU}) {
    EXPECT_EQ(minor_of<CORBA::BAD_PARAM>([&] { ours()->grant_lease(lifetime); }), dimma::minor::bad_param_lease);
  }
}

TEST_F(ServiceTest, LeavesALeaseOutOfContextsElsewhere) {
  Served other;
  root()->bind_context(name({{"far", ""}}), root_of(other));
  const auto lease = ours()->grant_lease(60'000);
  try {
    ours()->bind_with_lease(name({{"far", ""}, {"x", ""}}), object(), lease);
    ADD_FAILURE();
  } catch (const NamingContext::CannotProceed& stopped) {
    EXPECT_EQ(text(stopped.rest_of_name()), (Text{{"x", ""}}));
  }
}

TEST_F(ServiceTest, ListsDetailsInPages) {
  const auto lease = ours()->grant_lease(60'000);
  root()->bind_new_context(name({{"c", ""}}));
  root()->bind(name({{"", ""}}), object());
  ours()->bind_with_lease(name({{"leased", "k"}}), object("leased"), lease);
  served().service().health().set({}, {"", ""}, served().service().tree().resolve({}, name({{"", ""}})),
                                  {DimmaNaming::Health::silent, 42, "nobody answers"});
  std::vector<DimmaNaming::Details> all;
  NameComponent after;
  for (bool has_more = true; has_more;) {
    DimmaNaming::DetailsSeq page;
    has_more = ours()->list_details(after, 1, page);
    ASSERT_TRUE(!has_more || !page.empty());
    for (auto& details : page) all.push_back(details);
    if (has_more) after = page.back().name();
    ASSERT_LE(all.size(), 3U);
  }
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].name().id(), "");
  EXPECT_EQ(all[0].state(), DimmaNaming::Health::silent);
  EXPECT_EQ(all[0].checked(), 42);
  EXPECT_EQ(all[0].remark(), "nobody answers");
  EXPECT_EQ(all[1].type(), CosNaming::BindingType::ncontext);
  EXPECT_EQ(all[1].state(), DimmaNaming::Health::unchecked);
  EXPECT_EQ(all[2].lease_milliseconds(), 60'000U);
  EXPECT_EQ(printed(all[2].bound()), printed(object("leased")));
  root()->rebind(name({{"", ""}}), object("another"));  // the facts were about another object
  DimmaNaming::DetailsSeq page;
  ours()->list_details({}, 1, page);
  EXPECT_EQ(page.at(0).state(), DimmaNaming::Health::unchecked);
  EXPECT_EQ(minor_of<CORBA::BAD_PARAM>([&] { ours()->list_details({}, 0, page); }), dimma::minor::bad_param_how_many);
}

TEST_F(ServiceTest, TellsOfChangesThatHaveBeen) {
  const auto context = root()->bind_new_context(name({{"c", ""}}));
  const auto watched = IDL::traits<DimmaNaming::NamingContext>::narrow(context);
  const auto before = watched->revision();
  std::uint64_t next = 0;
  EXPECT_TRUE(watched->changes(before, 0, next).empty());
  EXPECT_GE(next, before);
  context->bind(name({{"x", "k"}}), object("one"));
  context->rebind(name({{"x", "k"}}), object("two"));
  root()->bind(name({{"not here", ""}}), object());
  context->unbind(name({{"x", "k"}}));
  context->bind_new_context(name({{"d", ""}}));
  ChangeSeq all;
  while (all.size() < 4) {
    for (const auto& change : watched->changes(next, 10'000, next)) all.push_back(change);
  }
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].kind(), ChangeKind::bound);
  EXPECT_EQ(text({all[0].name()}), (Text{{"x", "k"}}));
  EXPECT_EQ(printed(all[0].bound_object()), printed(object("one")));
  EXPECT_EQ(all[1].kind(), ChangeKind::rebound);
  EXPECT_EQ(printed(all[1].bound_object()), printed(object("two")));
  EXPECT_EQ(all[2].kind(), ChangeKind::unbound);
  EXPECT_FALSE(all[2].bound_object());
  EXPECT_EQ(all[3].type(), CosNaming::BindingType::ncontext);
  EXPECT_LT(all[0].revision(), all[1].revision());
  EXPECT_TRUE(watched->changes(next, 0, next).empty());
}

TEST_F(ServiceTest, TellsAllThatWaitWithoutThreads) {
  const auto from = ours()->revision();
  std::vector<std::future<std::size_t>> waiting;
  constexpr std::size_t clients = 100;
  for (std::size_t i = 0; i < clients; ++i) {
    waiting.push_back(std::async(std::launch::async, [this, from] {
      std::uint64_t next = 0;
      return ours()->changes(from, 60'000, next).size();
    }));
  }
  while (served().service().changes().waiting() < clients) std::this_thread::yield();
  root()->bind(name({{"x", ""}}), object());
  for (auto& client : waiting) EXPECT_EQ(client.get(), 1U);
  EXPECT_EQ(served().service().changes().waiting(), 0U);
}

TEST_F(ServiceTest, EndsWaitingWhenTheTimeIsOver) {
  std::uint64_t next = 0;
  EXPECT_TRUE(ours()->changes(ours()->revision(), 50, next).empty());
}

TEST_F(ServiceTest, KeepsTheChangesOfOneRevisionTogether) {
  const auto lease = ours()->grant_lease(3'600'000);
  for (int i = 0; i < 2'500; ++i) ours()->bind_with_lease(name({{std::to_string(i), ""}}), object(), lease);
  const auto before = ours()->revision();
  ours()->end_lease(lease);
  std::uint64_t next = 0;
  EXPECT_EQ(ours()->changes(before, 10'000, next).size(), 2'500U);
  // A client that comes too late for the feed gets the changes from the store.
  Served second({}, &served().service().tree().store());
  const auto late = IDL::traits<DimmaNaming::NamingContext>::narrow(root_of(second));
  EXPECT_EQ(late->changes(before, 0, next).size(), 2'500U);
}

TEST_F(ServiceTest, SaysWhatItNoLongerRemembers) {
  const auto store = store_in_memory(10);
  Served forgetful({}, store.get());
  const auto context = IDL::traits<DimmaNaming::NamingContext>::narrow(root_of(forgetful));
  const auto before = context->revision();
  for (int i = 0; i < 100; ++i) context->rebind(name({{"x", ""}}), object());
  Served later({}, store.get());
  const auto late = IDL::traits<DimmaNaming::NamingContext>::narrow(root_of(later));
  std::uint64_t next = 0;
  EXPECT_THROW(late->changes(before, 0, next), DimmaNaming::Overtaken);
}

TEST_F(ServiceTest, HasALimitOfCallsThatWait) {
  Limits limits;
  limits.changes_max = 1;
  Served small(limits);
  const auto context = IDL::traits<DimmaNaming::NamingContext>::narrow(root_of(small));
  const auto from = context->revision();
  auto waiting = std::async(std::launch::async, [&] {
    std::uint64_t next = 0;
    return context->changes(from, 60'000, next).size();
  });
  while (small.service().changes().waiting() == 0) std::this_thread::yield();
  std::uint64_t next = 0;
  EXPECT_EQ(minor_of<CORBA::NO_RESOURCES>([&] { context->changes(from, 60'000, next); }),
            dimma::minor::no_resources_changes);
  small.service().stop_waiting();
  EXPECT_EQ(waiting.get(), 0U);
}

TEST_F(ServiceTest, ForgetsClientsThatAreGone) {
  auto client = make_orb({});
  const auto context = IDL::traits<DimmaNaming::NamingContext>::narrow(client->string_to_object(served().ior()));
  const auto from = context->revision();
  auto waiting = std::async(std::launch::async, [&] {
    std::uint64_t next = 0;
    EXPECT_THROW(context->changes(from, 60'000, next), CORBA::SystemException);
  });
  while (served().service().changes().waiting() == 0) std::this_thread::yield();
  client->destroy();
  waiting.get();
  while (served().service().changes().waiting() != 0) std::this_thread::yield();
}

}  // namespace
