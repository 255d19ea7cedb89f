#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/values/object_sequence.hpp>

#include <gtest/gtest.h>

namespace {

class Thing;
typedef dimma::classic::UnboundedObjectSequence<Thing> Things;  // the class is not complete yet
typedef dimma::classic::ObjectVar<Thing> Thing_var;

// Counts its references, and those that exist.
class Thing {
 public:
  explicit Thing(int number_given = 0) : number(number_given) { ++alive; }
  virtual ~Thing() { --alive; }
  static Thing* _duplicate(Thing* thing) {
    if (thing != nullptr) ++thing->count;
    return thing;
  }
  void _remove_ref() {
    if (--count == 0) delete this;
  }
  const int number;
  int count = 1;
  static int alive;
};
int Thing::alive = 0;
class Special : public Thing {
 public:
  static Special* _duplicate(Special* special) {
    Thing::_duplicate(special);
    return special;
  }
};

int number_of(Thing* thing) { return thing->number; }

TEST(ObjectSequence, IsNilAtFirstAndReleasesItsReferences) {
  {
    Things things;
    things.length(3);
    EXPECT_EQ(things[0].in(), nullptr);
    things[0] = new Thing(1);
    things[1] = Thing::_duplicate(things[0]);
    EXPECT_EQ(things[0]->count, 2);
    things.length(1);
    EXPECT_EQ(things[0]->count, 1);
    things.length(10);
    EXPECT_EQ(things[9].in(), nullptr);
    EXPECT_EQ(number_of(things[0]), 1);
    EXPECT_EQ(Thing::alive, 1);
  }
  EXPECT_EQ(Thing::alive, 0);
}

TEST(ObjectSequence, DuplicatesWhatItCopies) {
  {
    Things things;
    things.length(2);
    Thing_var var = new Thing(1);
    things[0] = var;
    things[1] = things[0];
    EXPECT_EQ(var->count, 3);
    things[1] = things[1];
    EXPECT_EQ(var->count, 3);
    Things copy(things);
    EXPECT_EQ(var->count, 5);
    copy = things;
    EXPECT_EQ(var->count, 5);
    dimma::classic::ObjectVar<Special> special = new Special;
    things[0] = special;
    EXPECT_EQ(special->count, 2);
    EXPECT_EQ(var->count, 4);
  }
  EXPECT_EQ(Thing::alive, 0);
}

TEST(ObjectSequence, DuplicatesElementsForVars) {
  {
    Things things;
    things.length(1);
    things[0] = new Thing(1);
    const Things& constant = things;
    Thing_var assigned;
    assigned = things[0];
    EXPECT_EQ(assigned->count, 2);
    assigned = constant[0];
    EXPECT_EQ(assigned->count, 2);
    Thing_var constructed(things[0]);
    Thing_var initialized = constant[0];
    EXPECT_EQ(constructed->count, 4);
    EXPECT_EQ(initialized.in(), things[0].in());
  }
  EXPECT_EQ(Thing::alive, 0);
}

TEST(ObjectSequence, LeavesABufferThatItDoesNotOwnToItsOwner) {
  Thing first(1);
  Thing second(2);
  {
    Thing* mine[] = {&first, &second};
    Things things(2, 2, mine);
    things[0] = Thing::_duplicate(&second);
    EXPECT_EQ(first.count, 1);
    EXPECT_EQ(second.count, 2);
    things.length(1);
    things.length(3);  // copies to a buffer of its own
    EXPECT_EQ(second.count, 3);
  }
  EXPECT_EQ(second.count, 2);
}

TEST(ObjectSequence, GivesAwayBuffersAndReferences) {
  {
    Thing** const buffer = Things::allocbuf(2);
    buffer[0] = new Thing(1);
    Things things(2, 2, buffer, true);
    Thing_var mine = things[0]._retn();
    EXPECT_EQ(mine->count, 1);
    EXPECT_EQ(things[0].in(), nullptr);
    things[1].out() = new Thing(2);
    Things::freebuf(things.get_buffer(true));
    EXPECT_EQ(Thing::alive, 1);
  }
  EXPECT_EQ(Thing::alive, 0);
}

TEST(ObjectSequence, HasABound) {
  dimma::classic::BoundedObjectSequence<Thing, 1> things;
  things.length(1);
  EXPECT_THROW(things.length(2), CORBA::BAD_PARAM);
  EXPECT_THROW(static_cast<void>(things[0]->number), CORBA::INV_OBJREF);
}

}  // namespace
