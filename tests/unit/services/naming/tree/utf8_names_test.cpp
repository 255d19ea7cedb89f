// Names of a store whose strings were ISO 8859-1.

#include "tree_fixture.hpp"

#include "services/naming/tree/utf8_names.hpp"

using namespace naming_tree;

namespace {

const std::string latin1 = "M\xfcller";
const std::string utf8 = "M\xc3\xbcller";

TEST_F(TreeTest, NamesInLatin1BecomeUtf8) {
  const ContextId inner = make({{latin1, "\xe9"}});
  bind({{"plain", ""}}, object("1"), Binding::only_new, inner);
  bind({{latin1, latin1}}, object("2"), Binding::only_new, inner);
  bind({{"日本語", "\xc3\xa9"}}, object("3"));
  const auto names = dimma::naming::make_names_utf8(store());
  EXPECT_EQ(names.renamed, 2U);
  EXPECT_TRUE(names.left.empty());
  EXPECT_EQ(resolve({{utf8, "\xc3\xa9"}}), context(inner));
  EXPECT_EQ(resolve({{utf8, "\xc3\xa9"}, {utf8, utf8}}).reference, "2");
  EXPECT_EQ(resolve({{utf8, "\xc3\xa9"}, {"plain", ""}}).reference, "1");
  EXPECT_EQ(resolve({{"日本語", "\xc3\xa9"}}).reference, "3");
  expect_not_found(Reason::missing_node, {{latin1, "\xe9"}}, [&] { resolve({{latin1, "\xe9"}}); });
  EXPECT_EQ(dimma::naming::make_names_utf8(store()).renamed, 0U);
}

TEST_F(TreeTest, ANameThatIsBoundInUtf8TooStays) {
  bind({{latin1, ""}}, object("1"));
  bind({{utf8, ""}}, object("2"));
  const auto names = dimma::naming::make_names_utf8(store());
  EXPECT_EQ(names.renamed, 0U);
  ASSERT_EQ(names.left.size(), 1U);
  EXPECT_NE(names.left.front().find("M\\xfcller"), std::string::npos) << names.left.front();
  EXPECT_EQ(resolve({{latin1, ""}}).reference, "1");
  EXPECT_EQ(resolve({{utf8, ""}}).reference, "2");
}

TEST_F(TreeTest, RenamedNamesKeepTheirLeases) {
  const auto lease = store().grant(std::chrono::hours(1));
  tree().bind(tree().walk({}, name({{latin1, ""}})), name({{latin1, ""}}), object("1"), Binding::only_new, lease);
  for (int i = 0; i < 2500; ++i) bind({{std::to_string(i) + "\xff", ""}}, object("n"));
  EXPECT_EQ(dimma::naming::make_names_utf8(store()).renamed, 2501U);
  EXPECT_EQ(resolve({{"2499\xc3\xbf", ""}}).reference, "n");
  store().revoke(lease);
  expect_not_found(Reason::missing_node, {{utf8, ""}}, [&] { resolve({{utf8, ""}}); });
}

}  // namespace
