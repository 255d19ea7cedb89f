#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/values/strings.hpp>
#include <dimma/classic/values/struct_var.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace {

struct Person {
  dimma::classic::StringMember name;
  CORBA::Long age;
};
typedef dimma::classic::VariableVar<Person> Person_var;
typedef dimma::classic::VariableOut<Person> Person_out;

struct Point {
  CORBA::Long x;
  CORBA::Long y;
};
typedef dimma::classic::FixedVar<Point> Point_var;
typedef dimma::classic::FixedOut<Point> Point_out;

Person* make(const char* name) {
  Person* const person = new Person();
  person->name = name;
  return person;
}
void give(Person_out person) { person = make("given"); }
void age(Person& person) { ++person.age; }
std::string name_of(const Person& person) { return person.name.in(); }
void put(Point_out point) { point.x = 7; }
CORBA::Long x_of(const Point& point) { return point.x; }

TEST(VariableVar, OwnsItsValue) {
  Person_var person = make("first");
  EXPECT_STREQ(person->name, "first");
  person = make("second");
  const Person_var copy = person;
  EXPECT_NE(copy.ptr(), person.ptr());
  EXPECT_STREQ(copy->name, "second");
  person->name = "third";
  EXPECT_STREQ(copy->name, "second");
  person = copy;
  person = person.ptr();
  EXPECT_EQ(name_of(*person), "second");
  Person* const mine = person._retn();
  EXPECT_EQ(person.ptr(), nullptr);
  delete mine;
}

TEST(VariableVar, IsPassedInEveryDirection) {
  Person_var person = make("former");
  EXPECT_EQ(name_of(person), "former");
  const Person_var& constant = person;
  EXPECT_EQ(name_of(constant), "former");
  age(person);
  age(person.inout());
  EXPECT_EQ(person->age, 2);
  give(person);
  EXPECT_EQ(name_of(person.in()), "given");
  give(person.out());
  Person* pointer = nullptr;
  give(pointer);
  EXPECT_EQ(name_of(*pointer), "given");
  delete pointer;
  const Person value = person;
  EXPECT_EQ(name_of(value), "given");
}

TEST(VariableVar, RefusesToBeUsedWithoutValue) {
  Person_var none;
  EXPECT_THROW(none.in(), CORBA::BAD_PARAM);
  EXPECT_THROW(none->age = 1, CORBA::BAD_PARAM);
  EXPECT_THROW(name_of(none), CORBA::BAD_PARAM);
  const Person_var copy = none;
  EXPECT_EQ(copy.ptr(), nullptr);
  EXPECT_TRUE(!none);
}

TEST(VariableVar, MovesItsValue) {
  Person_var person = make("name");
  Person* const value = person.ptr();
  Person_var moved = std::move(person);
  EXPECT_EQ(moved.ptr(), value);
  person = std::move(moved);
  EXPECT_EQ(person.ptr(), value);
}

TEST(FixedVar, HasAValueWhereItIsWritten) {
  Point_var point;
  EXPECT_THROW(point.in(), CORBA::BAD_PARAM);
  put(point);
  EXPECT_EQ(point->x, 7);
  EXPECT_EQ(point->y, 0);
  Point_var other;
  put(other.out());
  EXPECT_EQ(x_of(other), 7);
  EXPECT_EQ(other._retn().x, 7);
}

TEST(FixedVar, CopiesValues) {
  const Point value = {1, 2};
  Point_var point = value;
  Point_var copy(point);
  copy->x = 3;
  EXPECT_EQ(point->x, 1);
  point = copy;
  EXPECT_EQ(point->x, 3);
  point = value;
  EXPECT_EQ(x_of(point.in()), 1);
  point = new Point();
  EXPECT_EQ(x_of(point), 0);
  copy = Point_var();
  EXPECT_EQ(copy.ptr(), nullptr);
}

}  // namespace
