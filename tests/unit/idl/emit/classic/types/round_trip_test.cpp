// The octets of generated codecs are those of the modern mapping, and are read back.
#include "octets.hpp"
#include "samples.hpp"

#include <gtest/gtest.h>

namespace {

// Returns the octets, and checks that both mappings read them whole and write them again, in all forms.
template <class T>
void expect_same_octets(const char* name, const T& value) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    for (std::size_t before = 0; before < 8; ++before) {
      const Octets octets =
          encoded([&](dimma::classic::Output& out) { dimma::classic::codec<T>::write(out, value); }, order, before);
      EXPECT_EQ(sent_by_modern(name, octets, order, before), octets) << name << ", octets before: " << before;
      T read = T();
      const auto into = [&](dimma::classic::Input& in) { dimma::classic::codec<T>::read(in, read); };
      EXPECT_EQ(decoded(octets, into, order, before), Decoded::whole);
      EXPECT_EQ(decoded(octets, into, order, before), Decoded::whole);  // over the values of the first time
      EXPECT_EQ(
          encoded([&](dimma::classic::Output& out) { dimma::classic::codec<T>::write(out, read); }, order, before),
          octets);
    }
  }
}

TEST(RoundTrip, StructsOfFixedLayout) {
  Kinds::Points points;
  points.length(3);
  for (CORBA::ULong i = 0; i < 3; ++i) points[i] = sample_point(static_cast<CORBA::Long>(i));
  expect_same_octets("Points", points);
}

TEST(RoundTrip, StructOfAllKindsOfMembers) {
  Kinds::Items items;
  items.length(2);
  items[1] = sample_item();
  items[0] = sample_item();
  items[0].title = "";
  expect_same_octets("Items", items);
}

TEST(RoundTrip, RecursiveStruct) { expect_same_octets("Node", sample_node()); }

TEST(RoundTrip, EachBranchOfAUnion) { expect_same_octets("Parts", sample_parts()); }

TEST(RoundTrip, RecursiveUnion) {
  Kinds::Trees branches;
  branches.length(2);
  branches[0].leaf(1);
  branches[1].leaf(2);
  Kinds::Tree tree;
  tree.branches(branches);
  tree._d(2);
  expect_same_octets("Tree", tree);
}

TEST(RoundTrip, UnionsWithDefaultAndBoolean) {
  Kinds::Choice choice;
  choice.thing(sample_item());
  expect_same_octets("Choice", choice);
  const Kinds::Row row = {4, 5, 6};
  Kinds::Answer answer;
  answer.no(row);
  expect_same_octets("Answer", answer);
}

TEST(RoundTrip, SequencesOfStringsAndArrays) {
  Kinds::Names names;
  names.length(2);
  names[0] = "one";
  names[1] = "";
  expect_same_octets("Names", names);
  Kinds::RowList rows;
  rows.length(2);
  for (CORBA::ULong i = 0; i < 3; ++i) rows[0][i] = rows[1][i] = static_cast<CORBA::Long>(i);
  expect_same_octets("Rows", rows);
}

TEST(RoundTrip, Exception) {
  const Kinds::Row cells = {1, 2, 3};
  Kinds::Longs where;
  where.length(1);
  where[0] = 5;
  expect_same_octets("Bad", Kinds::Bad("because", 2, where, cells, Kinds::Echo::_nil(), Kinds::blue));
}

TEST(RoundTrip, ExceptionEncodesItself) {
  const Kinds::Named named("text");
  const CORBA::UserException& base = named;
  EXPECT_EQ(encoded([&](dimma::classic::Output& out) { base._encode(out); }, ByteOrder::little, 0),
            (Octets{5, 0, 0, 0, 't', 'e', 'x', 't', 0}));
}

TEST(Bounds, OfStringsWithinOtherTypesAreChecked) {
  Kinds::Item item = sample_item();
  item.code = "123456789";
  EXPECT_TRUE(is_refused([&](dimma::classic::Output& out) { dimma::classic::codec<Kinds::Item>::write(out, item); }));
  item = sample_item();
  item.marks[0] = "abc";
  EXPECT_TRUE(is_refused([&](dimma::classic::Output& out) { dimma::classic::codec<Kinds::Item>::write(out, item); }));
  Kinds::ShortNames names;
  names.length(1);
  names[0] = "123456789";
  EXPECT_TRUE(
      is_refused([&](dimma::classic::Output& out) { dimma::classic::codec<Kinds::ShortNames>::write(out, names); }));
}

TEST(Malformed, EnumeratorAndTruncatedUnionAreRefused) {
  Kinds::Choice choice;
  const auto read = [&](dimma::classic::Input& in) { dimma::classic::codec<Kinds::Choice>::read(in, choice); };
  EXPECT_EQ(decoded(Octets{3, 0, 0, 0, 1, 0, 0, 0}, read, ByteOrder::little, 0), Decoded::marshal);
  EXPECT_EQ(decoded(Octets{1, 0, 0, 0, 9, 0, 0, 0, 't'}, read, ByteOrder::little, 0), Decoded::marshal);
  choice.number(1);  // it is valid after an error
  EXPECT_EQ(choice.number(), 1);
}

}  // namespace
