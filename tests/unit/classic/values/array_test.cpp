#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/values/array_sequence.hpp>
#include <dimma/classic/values/array_var.hpp>
#include <dimma/classic/values/strings.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

typedef CORBA::Long Grid[2][3];
typedef CORBA::Long Grid_slice[3];

// As they are generated for an array of fixed length.
struct Grid_traits {
  typedef Grid array;
  typedef Grid_slice slice;
  static slice* alloc() { return new Grid_slice[2](); }
  static void free(slice* array) { delete[] array; }
  static void copy(slice* to, const slice* from) {
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 3; ++j) to[i][j] = from[i][j];
    }
  }
  static slice* dup(const slice* from) {
    slice* const to = alloc();
    copy(to, from);
    return to;
  }
};
typedef dimma::classic::FixedArrayVar<Grid_traits> Grid_var;

typedef dimma::classic::StringMember Names[2];
typedef dimma::classic::StringMember Names_slice;
struct Names_traits {
  typedef Names array;
  typedef Names_slice slice;
  static slice* alloc() { return new Names_slice[2]; }
  static void free(slice* array) { delete[] array; }
  static void copy(slice* to, const slice* from) {
    for (int i = 0; i < 2; ++i) to[i] = from[i];
  }
  static slice* dup(const slice* from) {
    slice* const to = alloc();
    copy(to, from);
    return to;
  }
};
typedef dimma::classic::VariableArrayVar<Names_traits> Names_var;
typedef dimma::classic::VariableArrayOut<Names_traits> Names_out;

void fill(Grid grid) { grid[1][2] = 12; }
CORBA::Long last_of(const Grid grid) { return grid[1][2]; }
void give(Names_out names) {
  names = Names_traits::alloc();
  names[1] = "given";
}
std::string second_of(const Names names) { return names[1].in(); }
void change(Names names) { names[1] = "changed"; }

TEST(FixedArrayVar, HasAnArrayWhereItIsWritten) {
  Grid_var grid;
  EXPECT_THROW(grid.in(), CORBA::BAD_PARAM);
  EXPECT_THROW(grid[0], CORBA::BAD_PARAM);
  fill(grid);
  EXPECT_EQ(grid[1][2], 12);
  Grid_var other;
  fill(other.out());
  EXPECT_EQ(last_of(other), 12);
  const Grid_var copy = other;
  other[1][2] = 13;
  EXPECT_EQ(last_of(copy), 12);
  EXPECT_EQ(last_of(copy.in()), 12);
  Grid_slice* const mine = other._retn();
  EXPECT_EQ(other.ptr(), nullptr);
  other = mine;
  grid = other;
  EXPECT_EQ(grid[1L][2], 13);
}

TEST(VariableArrayVar, IsPassedInEveryDirection) {
  Names_var names;
  give(names);
  EXPECT_EQ(second_of(names), "given");
  give(names.out());
  change(names);
  EXPECT_EQ(second_of(names.in()), "changed");
  change(names.inout());
  Names_var copy(names);
  names[1] = "other";
  EXPECT_STREQ(copy[1], "changed");
  copy = names;
  EXPECT_STREQ(copy[1], "other");
  Names_slice* pointer = nullptr;
  give(pointer);
  EXPECT_STREQ(pointer[1], "given");
  Names_traits::free(pointer);
}

TEST(ArrayForAny, DoesNotOwnItsArray) {
  Grid grid = {{1, 2, 3}, {4, 5, 6}};
  dimma::classic::ArrayForAny<Grid_traits> any(grid, true);
  EXPECT_TRUE(any.nocopy());
  EXPECT_EQ(any[1][0], 4);
  EXPECT_EQ(last_of(any.in()), 6);
  EXPECT_EQ(any._retn(), grid);
  EXPECT_EQ(any.in(), nullptr);
}

TEST(ArraySequence, HoldsArrays) {
  dimma::classic::UnboundedArraySequence<Grid_traits> grids;
  grids.length(2);
  EXPECT_EQ(grids[1][1][2], 0);
  fill(grids[1]);
  grids.length(50);
  EXPECT_EQ(last_of(grids[1]), 12);
  const dimma::classic::UnboundedArraySequence<Grid_traits> copy = grids;
  Grid_slice* const first = grids[1];
  first[1][2] = 13;
  EXPECT_EQ(copy[1][1][2], 12);
}

TEST(ArraySequence, HoldsArraysOfStrings) {
  dimma::classic::BoundedArraySequence<Names_traits, 3> all;
  all.length(2);
  all[1][0] = "text";
  dimma::classic::BoundedArraySequence<Names_traits, 3> copy = all;
  all.length(1);
  all.length(2);
  EXPECT_STREQ(all[1][0], "");
  EXPECT_STREQ(copy[1][0], "text");
  EXPECT_THROW(copy.length(4), CORBA::BAD_PARAM);
}

}  // namespace
