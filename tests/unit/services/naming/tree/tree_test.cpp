// The rules of CORBA Naming 1.3, 2.3 and 2.4, for a tree without objects.

#include "tree_fixture.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <random>
#include <set>

using namespace naming_tree;

namespace {

TEST_F(TreeTest, BindsOnceAndResolves) {
  bind({{"a", ""}}, object("one"));
  EXPECT_EQ(resolve({{"a", ""}}), object("one"));
  EXPECT_THROW(bind({{"a", ""}}, object("two")), NamingContext::AlreadyBound);
  EXPECT_THROW(bind({{"a", ""}}, foreign("two")), NamingContext::AlreadyBound);
  EXPECT_THROW(make({{"a", ""}}), NamingContext::AlreadyBound);
  EXPECT_EQ(resolve({{"a", ""}}), object("one"));
}

TEST_F(TreeTest, TakesIdsAndKindsForDifferentNames) {
  const std::vector<Text> names{{{"a", ""}}, {{"", "a"}}, {{"a", "a"}}, {{"aa", ""}}, {{"", ""}}, {{"a.a", ""}}};
  for (std::size_t i = 0; i < names.size(); ++i) bind(names[i], object(std::to_string(i + 1)));
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(resolve(names[i]).reference, std::to_string(i + 1));
}

TEST_F(TreeTest, KeepsEveryOctetOfAName) {
  std::string every;
  for (int octet = 1; octet < 256; ++octet) every += static_cast<char>(octet);
  bind({{every, every}}, object("every"));
  EXPECT_EQ(resolve({{every, every}}), object("every"));
  for (const char octet : every) bind({{std::string(1, octet), ""}}, object("one"));
  const auto listing = tree().list({}, {}, 1'000, 1'000'000);
  EXPECT_EQ(listing.bindings.size(), 256U);
  EXPECT_EQ(text({listing.bindings[1].name}), (Text{{every, every}}));
}

TEST_F(TreeTest, SaysWhatIsMissing) {
  const ContextId a = make({{"a", ""}});
  bind({{"a", ""}, {"x", "k"}}, object("x"));
  expect_not_found(Reason::missing_node, {{"b", ""}}, [&] { resolve({{"b", ""}}); });
  expect_not_found(Reason::missing_node, {{"b", ""}, {"c", ""}}, [&] { resolve({{"b", ""}, {"c", ""}}); });
  expect_not_found(Reason::missing_node, {{"x", ""}}, [&] { resolve({{"a", ""}, {"x", ""}}); });
  expect_not_found(Reason::missing_node, {{"y", ""}, {"z", ""}}, [&] {
    bind({{"a", ""}, {"y", ""}, {"z", ""}}, object("z"));
  });
  expect_not_found(Reason::missing_node, {{"y", ""}}, [&] { unbind({{"a", ""}, {"y", ""}}); });
  expect_not_found(Reason::not_context, {{"x", "k"}, {"z", ""}}, [&] { resolve({{"a", ""}, {"x", "k"}, {"z", ""}}); });
  expect_not_found(Reason::not_context, {{"x", "k"}, {"y", ""}, {"z", ""}}, [&] {
    make({{"x", "k"}, {"y", ""}, {"z", ""}}, a);
  });
}

TEST_F(TreeTest, ReplacesOnlyWhatIsOfTheSameType) {
  const ContextId a = make({{"a", ""}});
  rebind({{"x", ""}}, object("one"));
  rebind({{"x", ""}}, object("two"));
  EXPECT_EQ(resolve({{"x", ""}}), object("two"));
  expect_not_found(Reason::not_object, {{"a", ""}}, [&] { rebind({{"a", ""}}, object("three")); });
  expect_not_found(Reason::not_context, {{"x", ""}}, [&] { rebind({{"x", ""}}, foreign("three")); });
  bind({{"a", ""}, {"y", ""}}, object("y"));
  expect_not_found(Reason::not_context, {{"y", ""}}, [&] { rebind({{"a", ""}, {"y", ""}}, context(a)); });
  rebind({{"a", ""}}, foreign("elsewhere"));
  EXPECT_EQ(resolve({{"a", ""}}), foreign("elsewhere"));
}

TEST_F(TreeTest, DoesNotFollowAContextBoundAsAnObject) {
  const ContextId a = make({{"a", ""}});
  Bound bound = context(a);
  bound.type = BindingType::nobject;
  bind({{"b", ""}}, bound);
  EXPECT_EQ(resolve({{"b", ""}}), bound);
  expect_not_found(Reason::not_context, {{"b", ""}, {"x", ""}}, [&] { resolve({{"b", ""}, {"x", ""}}); });
}

TEST_F(TreeTest, StopsAtAContextThatIsNotItsOwn) {
  make({{"a", ""}});
  bind({{"a", ""}, {"far", ""}}, foreign("a reference"));
  const auto place = tree().walk({}, name({{"a", ""}, {"far", ""}, {"x", ""}, {"y", ""}}));
  EXPECT_EQ(place.other, "a reference");
  EXPECT_EQ(place.component, 2U);
  EXPECT_FALSE(tree().walk({}, name({{"a", ""}, {"far", ""}})).other);  // the last component is here
}

TEST_F(TreeTest, UnbindsWithoutDestroying) {
  const ContextId a = make({{"a", ""}});
  bind({{"a", ""}, {"x", ""}}, object("x"));
  unbind({{"a", ""}});
  expect_not_found(Reason::missing_node, {{"a", ""}}, [&] { resolve({{"a", ""}}); });
  EXPECT_TRUE(tree().exists(a));
  EXPECT_EQ(resolve({{"x", ""}}, a), object("x"));
  bind({{"again", ""}}, context(a));
  EXPECT_EQ(resolve({{"again", ""}, {"x", ""}}), object("x"));
}

TEST_F(TreeTest, DestroysWhatIsEmpty) {
  const ContextId a = make({{"a", ""}});
  bind({{"a", ""}, {"x", ""}}, object("x"));
  EXPECT_THROW(tree().destroy(a), NamingContext::NotEmpty);
  unbind({{"a", ""}, {"x", ""}});
  tree().destroy(a);
  EXPECT_FALSE(tree().exists(a));
  EXPECT_EQ(resolve({{"a", ""}}), context(a));  // the binding stays
  expect_gone(a, 0, [&] { tree().destroy(a); });
  expect_gone(a, 0, [&] { resolve({{"x", ""}}, a); });
  expect_gone(a, 0, [&] { unbind({{"x", ""}}, a); });
  expect_gone(a, 0, [&] { bind({{"x", ""}}, object("x"), Binding::only_new, a); });
  expect_gone(a, 0, [&] { bind({{"x", ""}}, object("x"), Binding::replacing, a); });
  expect_gone(a, 0, [&] { make({{"x", ""}}, a); });
  expect_gone(a, 1, [&] { resolve({{"a", ""}, {"x", ""}}); });
  expect_gone(a, 1, [&] { bind({{"a", ""}, {"x", ""}}, object("x")); });
  expect_gone(a, 1, [&] { make({{"a", ""}, {"x", ""}, {"y", ""}}); });
}

TEST_F(TreeTest, KeepsItsRoot) {
  EXPECT_THROW(tree().destroy({}), CORBA::NO_PERMISSION);
  EXPECT_TRUE(tree().exists({}));
}

TEST_F(TreeTest, FollowsCycles) {
  const ContextId a = make({{"a", ""}});
  bind({{"a", ""}, {"self", ""}}, context(a));
  bind({{"a", ""}, {"root", ""}}, context({}));
  Text deep{{"a", ""}};
  for (int i = 0; i < 500; ++i) deep.emplace_back("self", "");
  for (int i = 0; i < 200; ++i) deep.insert(deep.end(), {{"root", ""}, {"a", ""}});
  deep.emplace_back("root", "");
  EXPECT_EQ(resolve(deep), context({}));
}

TEST_F(TreeTest, RefusesWhatIsNoName) {
  EXPECT_THROW(resolve({}), NamingContext::InvalidName);
  EXPECT_THROW(bind({}, object("x")), NamingContext::InvalidName);
  EXPECT_THROW(resolve({{std::string("a\0b", 3), ""}}), NamingContext::InvalidName);
}

TEST_F(TreeTest, HasLimits) {
  const std::string longest(dimma::naming::component_octets_max, 'x');
  bind({{longest, ""}}, object("x"));
  EXPECT_EQ(resolve({{longest, ""}}), object("x"));
  EXPECT_THROW(bind({{longest, "k"}}, object("x")), CORBA::IMP_LIMIT);
  EXPECT_THROW(resolve({{std::string(1 << 20, 'x'), ""}}), CORBA::IMP_LIMIT);
  EXPECT_THROW(resolve(Text(dimma::naming::components_max + 1, {"x", ""})), CORBA::IMP_LIMIT);
  bind({{"long", ""}}, object(std::string(dimma::naming::reference_octets_max, 'r')));
  try {
    bind({{"longer", ""}}, object(std::string(dimma::naming::reference_octets_max + 1, 'r')));
    ADD_FAILURE();
  } catch (const CORBA::IMP_LIMIT& limit) {
    EXPECT_EQ(limit.minor(), dimma::minor::imp_limit_name);
    EXPECT_NE(limit._detail().find("1048512"), std::string::npos) << limit._detail();
  }
}

TEST_F(TreeTest, ListsByIdAndKindInPages) {
  std::set<std::pair<std::string, std::string>> names;
  std::mt19937 random(7);
  const ContextId a = make({{"a", ""}});
  while (names.size() < 1'700) names.emplace("n" + std::to_string(random() % 500), "k" + std::to_string(random() % 7));
  for (const auto& [id, kind] : names) bind({{id, kind}}, object("x"), Binding::only_new, a);
  std::vector<std::pair<std::string, std::string>> found;
  std::optional<CosNaming::NameComponent> after;
  for (bool is_last = false; !is_last;) {
    const auto listing = tree().list(a, after, 1 + random() % 700, 10'000'000);
    for (const auto& listed : listing.bindings) found.emplace_back(listed.name.id(), listed.name.kind());
    is_last = listing.is_last;
    ASSERT_TRUE(is_last || !listing.bindings.empty());
    if (!is_last) after = listing.bindings.back().name;
  }
  EXPECT_EQ(found, (std::vector<std::pair<std::string, std::string>>(names.begin(), names.end())));
}

TEST_F(TreeTest, EndsAListAtItsLimits) {
  EXPECT_TRUE(tree().list({}, {}, 10, 1'000).is_last);
  EXPECT_TRUE(tree().list({}, {}, 0, 1'000).is_last);
  for (int i = 0; i < 10; ++i) bind({{std::to_string(i), ""}}, object(std::string(1'000, 'r')));
  EXPECT_FALSE(tree().list({}, {}, 0, 1'000).is_last);
  const auto by_number = tree().list({}, {}, 4, 1'000'000);
  EXPECT_EQ(by_number.bindings.size(), 4U);
  EXPECT_FALSE(by_number.is_last);
  const auto by_octets = tree().list({}, {}, 100, 3'000);
  EXPECT_EQ(by_octets.bindings.size(), 3U);
  EXPECT_FALSE(by_octets.is_last);
  EXPECT_EQ(tree().list({}, {}, 100, 1).bindings.size(), 1U);
  EXPECT_TRUE(tree().list({}, {}, 10, 1'000'000).is_last);
}

TEST_F(TreeTest, UnbindsWhatALeaseIsOver) {
  const auto lease = tree().grant(60'000);
  EXPECT_EQ(tree().lifetime(lease), 60'000U);
  const Name leased = name({{"leased", ""}});
  Bound bound = object("x");
  bound.lease_ms = 60'000;
  tree().bind({}, leased, bound, Binding::only_new, lease);
  EXPECT_EQ(tree().list({}, {}, 1, 1'000).bindings.at(0).lease, lease);
  EXPECT_TRUE(store().revoke(lease));
  EXPECT_FALSE(tree().lifetime(lease));
  expect_not_found(Reason::missing_node, {{"leased", ""}}, [&] { resolve({{"leased", ""}}); });
}

TEST_F(TreeTest, IsTheSameForASecondOneOnTheStore) {
  bind({{"a", ""}}, object("x"));
  Tree second(store());
  EXPECT_EQ(second.id(), tree().id());
  EXPECT_EQ(second.resolve({}, name({{"a", ""}})), object("x"));
  EXPECT_NE(Tree(*store_in_memory()).id(), tree().id());
}

}  // namespace
