#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/strings.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace {

typedef dimma::classic::UnboundedSequence<CORBA::Long> Longs;
typedef dimma::classic::BoundedSequence<CORBA::Long, 4> FourLongs;

struct Node;
// A named sequence, as it is generated, of a type that is not complete yet.
class Nodes : public dimma::classic::UnboundedSequence<Node> {
 public:
  using dimma::classic::UnboundedSequence<Node>::UnboundedSequence;
  Nodes() {}
};
typedef dimma::classic::SequenceVar<Nodes> Nodes_var;
typedef dimma::classic::SequenceOut<Nodes> Nodes_out;
struct Node {
  dimma::classic::StringMember name;
  Nodes children;
};

Longs counted(CORBA::ULong count) {
  Longs longs;
  longs.length(count);
  for (CORBA::ULong i = 0; i < count; ++i) longs[i] = static_cast<CORBA::Long>(i);
  return longs;
}

void give(Nodes_out nodes) {
  nodes = new Nodes(2);
  nodes->length(2);
  nodes[0].name = "first";
  nodes[1].name = "second";
}
CORBA::ULong length_of(const Nodes& nodes) { return nodes.length(); }
void shorten(Nodes& nodes) { nodes.length(1); }

TEST(Sequence, IsEmptyAtFirst) {
  const Longs longs;
  EXPECT_EQ(longs.length(), 0U);
  EXPECT_EQ(longs.maximum(), 0U);
  EXPECT_TRUE(longs.release());
  EXPECT_EQ(longs.get_buffer(), nullptr);
  const Longs reserved(5);
  EXPECT_EQ(reserved.length(), 0U);
  EXPECT_EQ(reserved.maximum(), 5U);
}

TEST(Sequence, GrowsAndShrinks) {
  Longs longs = counted(3);
  longs.length(1000);
  EXPECT_EQ(longs[2], 2);
  EXPECT_EQ(longs[999], 0);
  longs.length(2);
  EXPECT_GE(longs.maximum(), 1000U);
  EXPECT_EQ(longs[1], 1);
}

TEST(Sequence, MovesItsElementsRarelyWhenItGrowsByOne) {
  Longs longs;
  int buffers = 0;
  const CORBA::Long* buffer = nullptr;
  for (CORBA::ULong i = 0; i < 1000; ++i) {
    longs.length(i + 1);
    if (longs.get_buffer() != buffer) ++buffers;
    buffer = longs.get_buffer();
  }
  EXPECT_LT(buffers, 30);
}

TEST(Sequence, RefusesAnIndexBeyondItsLength) {
  Longs longs = counted(2);
  const Longs& constant = longs;
  EXPECT_THROW(longs[2], CORBA::BAD_PARAM);
  EXPECT_THROW(constant[2], CORBA::BAD_PARAM);
}

TEST(Sequence, CopiesItsElements) {
  const Longs longs = counted(3);
  Longs copy(longs);
  EXPECT_EQ(copy.maximum(), longs.maximum());
  copy[0] = 10;
  EXPECT_EQ(longs[0], 0);
  copy = counted(1);
  EXPECT_EQ(copy.length(), 1U);
  copy = longs;
  const Longs& same = copy;
  copy = same;
  EXPECT_EQ(copy[2], 2);
}

TEST(Sequence, LeavesABufferThatItDoesNotOwnToItsOwner) {
  CORBA::Long mine[4] = {1, 2, 3, 4};
  {
    Longs longs(4, 2, mine);
    EXPECT_FALSE(longs.release());
    longs[0] = 10;
    longs.length(4);
    EXPECT_EQ(longs[3], 4);
    longs.length(5);
    EXPECT_TRUE(longs.release());
    longs[0] = 20;
    Longs other(4, 2, mine, false);
    other = counted(1);
    EXPECT_TRUE(other.release());
  }
  EXPECT_EQ(mine[0], 10);
  EXPECT_EQ(mine[1], 2);
}

TEST(Sequence, OwnsABufferWithRelease) {
  CORBA::Long* const buffer = Longs::allocbuf(3);
  buffer[0] = 5;
  Longs longs(3, 1, buffer, true);
  EXPECT_EQ(longs.get_buffer(), buffer);
  longs.replace(2, 2, Longs::allocbuf(2), true);
  EXPECT_EQ(longs.length(), 2U);
  CORBA::Long mine[1] = {7};
  longs.replace(1, 1, mine);
  EXPECT_EQ(longs[0], 7);
  EXPECT_FALSE(longs.release());
  Longs::freebuf(nullptr);
}

TEST(Sequence, GivesItsBufferAway) {
  Longs longs = counted(3);
  CORBA::Long* const kept = longs.get_buffer();
  CORBA::Long* const orphan = longs.get_buffer(true);
  EXPECT_EQ(orphan, kept);
  EXPECT_EQ(orphan[2], 2);
  EXPECT_EQ(longs.length(), 0U);
  EXPECT_EQ(longs.maximum(), 0U);
  longs.length(1);
  EXPECT_NE(longs.get_buffer(), orphan);
  Longs::freebuf(orphan);
  CORBA::Long mine[1] = {7};
  Longs borrowed(1, 1, mine);
  EXPECT_EQ(borrowed.get_buffer(true), nullptr);
  EXPECT_EQ(borrowed.get_buffer(), mine);
}

TEST(Sequence, MovesItsBuffer) {
  Longs longs = counted(3);
  const CORBA::Long* const buffer = longs.get_buffer();
  Longs moved(std::move(longs));
  EXPECT_EQ(static_cast<const Longs&>(moved).get_buffer(), buffer);
  longs = std::move(moved);
  EXPECT_EQ(longs.length(), 3U);
}

TEST(Sequence, HoldsStructsOfItsOwnType) {
  Nodes nodes(1);
  nodes.length(1);
  nodes[0].name = "root";
  nodes[0].children.length(2);
  nodes[0].children[1].name = "leaf";
  const Nodes copy = nodes;
  nodes[0].children[1].name = "changed";
  nodes.length(0);
  nodes.length(1);
  EXPECT_STREQ(nodes[0].name, "");
  EXPECT_EQ(nodes[0].children.length(), 0U);
  EXPECT_STREQ(copy[0].children[1].name, "leaf");
  nodes[0] = copy[0];
  nodes.length(9);
  EXPECT_STREQ(nodes[0].children[1].name, "leaf");
}

TEST(BoundedSequence, HasItsBound) {
  FourLongs longs;
  EXPECT_EQ(longs.maximum(), 4U);
  EXPECT_EQ(longs.length(), 0U);
  longs.length(4);
  longs[3] = 3;
  EXPECT_THROW(longs.length(5), CORBA::BAD_PARAM);
  EXPECT_EQ(longs.length(), 4U);
  FourLongs copy = longs;
  EXPECT_EQ(copy[3], 3);
  CORBA::Long* const orphan = copy.get_buffer(true);
  EXPECT_EQ(copy.maximum(), 4U);
  EXPECT_EQ(copy.length(), 0U);
  FourLongs owner(2, orphan, true);
  owner.replace(1, FourLongs::allocbuf(4), true);
  EXPECT_NE(FourLongs().get_buffer(), nullptr);
  copy = owner;
  EXPECT_EQ(copy.length(), 1U);
}

TEST(SequenceVar, IsIndexedLikeItsSequence) {
  Nodes_var nodes;
  give(nodes);
  EXPECT_STREQ(nodes[0].name, "first");
  for (int i = 0; i < 2; ++i) nodes[i].name = "name";
  const Nodes_var& constant = nodes;
  EXPECT_STREQ(constant[std::size_t(1)].name, "name");
  EXPECT_EQ(length_of(nodes), 2U);
  EXPECT_EQ(length_of(constant), 2U);
  shorten(nodes);
  EXPECT_EQ(nodes->length(), 1U);
  const Nodes copy = nodes;
  EXPECT_EQ(copy.length(), 1U);
  Nodes_var other(nodes);
  other = nodes;
  other = new Nodes;
  EXPECT_EQ(other->length(), 0U);
  Nodes_var none;
  EXPECT_THROW(none[0], CORBA::BAD_PARAM);
}

}  // namespace
