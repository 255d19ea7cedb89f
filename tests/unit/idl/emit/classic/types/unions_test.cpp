// Unions, as generated for kinds.idl (formal/2012-07-02, 4.11).
#include "samples.hpp"

#include <gtest/gtest.h>

#include <cwchar>
#include <utility>

namespace {

TEST(Union, BeginsWithALabelThatNoBranchLists) {
  const Kinds::Choice choice;
  EXPECT_EQ(choice._d(), Kinds::blue);
  EXPECT_STREQ(choice.thing().title.in(), "");
  const Kinds::Answer answer;  // all labels are listed
  EXPECT_TRUE(answer._d());
  EXPECT_STREQ(answer.yes(), "");
}

TEST(Union, ModifierSetsTheDiscriminator) {
  Kinds::Choice choice;
  choice.number(5);
  EXPECT_EQ(choice._d(), Kinds::red);
  EXPECT_EQ(choice.number(), 5);
  choice.text("text");
  EXPECT_EQ(choice._d(), Kinds::green);
  EXPECT_STREQ(choice.text(), "text");
}

TEST(Union, MayHaveABranchOfAUnionWithBranchesOfTheSameNames) {
  Kinds::Tree tree;
  tree.leaf(5);
  Kinds::Outer outer;
  outer.branches(tree);
  EXPECT_EQ(outer.branches().leaf(), 5);
  outer.leaf("text");
  EXPECT_STREQ(outer.leaf(), "text");
}

TEST(Union, TakesOverAStringThatIsNotConst) {
  Kinds::Choice choice;
  char* const text = CORBA::string_dup("taken");
  choice.text(text);
  EXPECT_EQ(choice.text(), text);
}

TEST(Union, CopiesStringsOfOwners) {
  CORBA::String_var var = CORBA::string_dup("of a var");
  Kinds::Item item;
  item.title = "of a member";
  Kinds::Names names;
  names.length(1);
  names[0] = "of an element";
  Kinds::Choice choice;
  choice.text(var);
  EXPECT_STREQ(choice.text(), "of a var");
  choice.text(item.title);
  EXPECT_STREQ(choice.text(), "of a member");
  choice.text(names[0]);
  EXPECT_STREQ(choice.text(), "of an element");
  choice.text(choice.text());
  EXPECT_STREQ(choice.text(), "of an element");
}

TEST(Union, MayBeSetFromAPartOfItself) {
  Kinds::Tree tree;
  Kinds::Trees branches;
  branches.length(2);
  branches[1].leaf(7);
  tree.branches(branches);
  tree = tree.branches()[1];
  EXPECT_EQ(tree.leaf(), 7);
  tree.branches(branches);
  tree = std::move(tree.branches()[1]);
  EXPECT_EQ(tree.leaf(), 7);
}

TEST(Union, ArrayIsSetAndReadBySlice) {
  const Kinds::Row cells = {1, 2, 3};
  Kinds::Part part;
  part.cells(cells);
  Kinds::Part::_cells_slice* const slice = part.cells();
  EXPECT_EQ(slice[2], 3);
  Kinds::Words words;
  words[1] = "second";
  part.pair(words);
  EXPECT_STREQ(part.pair()[1].in(), "second");
}

TEST(Union, GivesAccessToConstructedValues) {
  Kinds::Part part;
  Kinds::Part::_list_seq list;
  list.length(1);
  part.list(list);
  part.list()[0] = 9;
  const Kinds::Part& constant = part;
  EXPECT_EQ(constant.list()[0], 9);
  part.at(sample_point(4));
  part.at().y = 8;
  EXPECT_EQ(constant.at().y, 8);
}

TEST(Union, DiscriminatorChangesOnlyWithinABranch) {
  Kinds::Part part;
  part.amount(2.5);
  EXPECT_EQ(part._d(), 10);
  part._d(11);
  EXPECT_EQ(part._d(), 11);
  EXPECT_EQ(part.amount(), 2.5);
  EXPECT_THROW(part._d(1), CORBA::BAD_PARAM);
  EXPECT_THROW(part._d(100), CORBA::BAD_PARAM);
  EXPECT_EQ(part._d(), 11);
}

TEST(Union, ReadingAnotherBranchIsRefused) {
  Kinds::Choice choice;
  choice.number(1);
  EXPECT_THROW(choice.text(), CORBA::BAD_PARAM);
  EXPECT_THROW(choice.thing(), CORBA::BAD_PARAM);
}

TEST(Union, DefaultSelectsNoBranch) {
  Kinds::Part part;
  part.brief("text");
  part._default();
  EXPECT_EQ(part._d(), -32768);
  part._d(50);
  EXPECT_EQ(part._d(), 50);
  EXPECT_THROW(part.brief(), CORBA::BAD_PARAM);
}

TEST(Union, OfBooleanWithOnlyADefaultHasOneBranch) {
  Kinds::Always always;
  always.value(3);
  always._d(!always._d());
  EXPECT_EQ(always.value(), 3);
}

TEST(Union, EachBranchIsCopiedMovedAndAssigned) {
  const Kinds::Parts parts = sample_parts();
  Kinds::Parts copies(parts);
  Kinds::Part changing;
  for (CORBA::ULong i = 0; i < parts.length(); ++i) {
    changing = parts[i];
    EXPECT_EQ(changing._d(), parts[i]._d());
    Kinds::Part moved(std::move(copies[i]));
    changing = std::move(moved);
    EXPECT_EQ(changing._d(), parts[i]._d());
    changing = *&changing;
    EXPECT_EQ(changing._d(), parts[i]._d());
  }
  EXPECT_EQ(changing.amount(), 2.5);
  changing = parts[0];
  EXPECT_EQ(std::wcscmp(changing.wide(), L"wide"), 0);
}

TEST(Union, OfInterfaceHoldsItsTypes) {
  Kinds::Echo::Either either;
  const Kinds::Echo::Triple triple = {1, 2, 3};
  either.all(triple);
  EXPECT_EQ(either.all()[1], 2);
}

}  // namespace
