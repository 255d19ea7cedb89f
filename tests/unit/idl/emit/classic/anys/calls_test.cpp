// Calls with Any and TypeCode as arguments, results and attributes, and with values of the IDL's types in them: within
// the process and by requests of another ORB. With a reference as argument, calls an object of another program.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../interfaces/targets.hpp"
#include "anys_servant.hpp"

namespace {

class AnyCalls : public CallsAtTargets<Anys::Echo> {
 protected:
  // Returns the Any as the servant has returned it.
  CORBA::Any sent(const CORBA::Any& any) const {
    CORBA::Any second;
    CORBA::Any_var third;
    CORBA::Any_var result = echo()->swap(any, second, third.out());
    return *result;
  }
};

Anys::Point sample_point() {
  Anys::Point point;
  point.x = 7;
  point.flag = 2;
  point.y = 0.5;
  point.shade = Anys::blue;
  return point;
}

TEST_P(AnyCalls, AnyIsPassedInEachDirection) {
  CORBA::Any first;
  first <<= sample_point();
  CORBA::Any second;
  second <<= "second";
  CORBA::Any_var third;
  CORBA::Any_var result = echo()->swap(first, second, third.out());
  const Anys::Point* point = nullptr;
  ASSERT_TRUE(result.in() >>= point);
  EXPECT_EQ(point->y, 0.5);
  ASSERT_TRUE(second >>= point);
  EXPECT_EQ(point->x, 7);
  const char* text = nullptr;
  ASSERT_TRUE(third.in() >>= text);
  EXPECT_STREQ(text, "second");
}

TEST_P(AnyCalls, AnyWithoutValueIsPassed) {
  CORBA::TypeCode_var type = sent(CORBA::Any()).type();
  EXPECT_EQ(type->kind(), CORBA::tk_null);
}

TEST_P(AnyCalls, TypeCodeIsPassedInEachDirection) {
  CORBA::TypeCode_var second = CORBA::TypeCode::_duplicate(Anys::_tc_Node);
  CORBA::TypeCode_var third;
  CORBA::TypeCode_var result = echo()->swap_kinds(Anys::_tc_Item, second.inout(), third.out());
  EXPECT_TRUE(result->equal(Anys::_tc_Item));
  EXPECT_TRUE(second->equal(Anys::_tc_Item));
  EXPECT_TRUE(third->equal(Anys::_tc_Node));
}

TEST_P(AnyCalls, SequencesAndArraysOfAnyAndTypeCodeArePassed) {
  Anys::Values first(3);
  first.length(3);
  first[0] <<= Anys::green;
  Anys::Grid grid = {{1, 2, 3}, {4, 5, 6}};
  first[1] <<= Anys::Grid_forany(grid);
  first[2] <<= CORBA::_tc_double;
  Anys::Kinds second;
  Anys::Pair_var third;
  Anys::Values_var result = echo()->list(first, second, third.out());
  ASSERT_EQ(result->length(), 3U);
  Anys::Grid_forany held;
  ASSERT_TRUE(result[1U] >>= held);
  EXPECT_EQ(held[1][2], 6);
  ASSERT_EQ(second.length(), 3U);
  EXPECT_TRUE(second[0]->equal(Anys::_tc_Colour));
  Anys::Colour colour = Anys::red;
  ASSERT_TRUE(third[0] >>= colour);
  EXPECT_EQ(colour, Anys::green);
  CORBA::TypeCode_ptr kind = nullptr;
  ASSERT_TRUE(third[1] >>= kind);
  EXPECT_EQ(kind->kind(), CORBA::tk_double);
}

TEST_P(AnyCalls, SequencesOfModuleCorbaArePassed) {
  CORBA::StringSeq texts;
  texts.length(2);
  texts[0] = "one";
  texts[1] = "two";
  CORBA::AnySeq_var wrapped;
  CORBA::StringSeq_var same = echo()->wrap(texts, wrapped.out());
  ASSERT_EQ(same->length(), 2U);
  EXPECT_STREQ(same[0U], "one");
  ASSERT_EQ(wrapped->length(), 2U);
  const char* text = nullptr;
  ASSERT_TRUE(wrapped[1U] >>= text);
  EXPECT_STREQ(text, "two");
}

TEST_P(AnyCalls, StructsAndUnionsWithAnyArePassed) {
  Anys::Item item;
  item.title = "a title";
  item.value <<= sample_point();
  item.kind = CORBA::TypeCode::_duplicate(Anys::_tc_Point);
  item.kind_by_name = item.kind;
  item.kind_pair[0] = item.kind;
  item.kind_pair[1] = item.kind;
  item.values.length(1);
  item.values[0] <<= CORBA::Any::from_octet(9);
  Anys::Item_var result = echo()->send_item(item);
  const Anys::Point* point = nullptr;
  ASSERT_TRUE(result->value >>= point);
  EXPECT_EQ(point->x, 7);
  EXPECT_TRUE(result->kind_pair[1]->equal(Anys::_tc_Point));
  CORBA::Octet octet = 0;
  ASSERT_TRUE(result->values[0] >>= CORBA::Any::to_octet(octet));
  EXPECT_EQ(octet, 9);

  Anys::Values values(1);
  values.length(1);
  values[0] <<= "text";
  Anys::Part part;
  part.list(values);
  Anys::Part_var same = echo()->send_part(part);
  EXPECT_EQ(same->list().length(), 1U);
}

TEST_P(AnyCalls, ExceptionsBringAnys) {
  CORBA::Any first;
  first <<= "refuse";
  CORBA::Any second;
  CORBA::Any_var third;
  try {
    CORBA::Any_var result = echo()->swap(first, second, third.out());
    FAIL();
  } catch (const Anys::Echo::Refused& refused) {
    const char* text = nullptr;
    ASSERT_TRUE(refused.value >>= text);
    EXPECT_STREQ(text, "refuse");
  }
  Anys::Item item;
  item.title = "bad";
  item.value <<= Anys::red;
  for (CORBA::ULong i = 0; i < 2; ++i) item.kind_pair[i] = CORBA::TypeCode::_duplicate(CORBA::_tc_null);
  item.kind = CORBA::TypeCode::_duplicate(Anys::_tc_Bad);
  item.kind_by_name = item.kind;
  try {
    Anys::Item_var result = echo()->send_item(item);
    FAIL();
  } catch (const Anys::Bad& bad) {
    Anys::Colour colour = Anys::blue;
    EXPECT_TRUE(bad.why >>= colour);
    EXPECT_EQ(colour, Anys::red);
    EXPECT_TRUE(bad.kind->equal(Anys::_tc_Bad));
  }
}

TEST_P(AnyCalls, AttributesAndOnewayOperations) {
  CORBA::Any value;
  value <<= CORBA::Long(12);
  echo()->held(value);
  CORBA::Any_var held = echo()->held();
  CORBA::Long number = 0;
  EXPECT_TRUE(held.in() >>= number);
  EXPECT_EQ(number, 12);
  echo()->held_kind(Anys::_tc_Part);
  CORBA::TypeCode_var kind = echo()->held_kind();
  EXPECT_TRUE(kind->equal(Anys::_tc_Part));
  echo()->note(value);
}

TEST_P(AnyCalls, ExceptionsAndReferencesArriveInAnys) {
  CORBA::Any why;
  why <<= CORBA::Short(3);
  CORBA::Any any;
  any <<= Anys::Bad(why, Anys::_tc_Bad, Anys::green);
  const CORBA::Any bad = sent(any);
  const Anys::Bad* held = nullptr;
  ASSERT_TRUE(bad >>= held);
  CORBA::Short number = 0;
  EXPECT_TRUE(held->why >>= number);
  EXPECT_EQ(number, 3);

  any <<= echo();
  const CORBA::Any reference = sent(any);
  Anys::Echo_ptr other = nullptr;
  ASSERT_TRUE(reference >>= other);
  EXPECT_TRUE(other->_is_equivalent(echo()));
  CORBA::Object_var object;
  ASSERT_TRUE(reference >>= CORBA::Any::to_object(object.out()));
  EXPECT_TRUE(object->_is_equivalent(echo()));
}

INSTANTIATE_TEST_SUITE_P(Targets, AnyCalls, testing::ValuesIn(indices<Anys::Echo>()), AnyCalls::name_of);

}  // namespace

int main(int argc, char** argv) { return run_at_targets<Anys::Echo, AnysServant>(argc, argv); }
