// DynamicAny over values, references to objects and abstract interfaces.
#include "abstract.hpp"
#include "values.hpp"

#include <gtest/gtest.h>

#include "dynamic_any_fixture.hpp"
#include "values_samples.hpp"

namespace {

using namespace DynamicAny;      // NOLINT: the namespace under test
using namespace values_samples;  // NOLINT: the values under test
using dynamic_any::narrow;
using dynamic_any::Ref;
using dynamic_any::value_of;
using Node = CORBA::valuetype_reference<Values::Node>;

class DynValueTest : public dynamic_any::DynAnyTest {
 protected:
  template <class T>
  Ref<DynAny> holding(T value) {
    CORBA::Any any;
    any <<= std::move(value);
    return of(any);
  }
};

TEST_F(DynValueTest, HasTheStateOfTheBasesFirst) {
  const auto ring = narrow<DynValue>(holding(CORBA::valuetype_reference<Values::Ring>(make_ring())));
  ASSERT_TRUE(ring);
  EXPECT_FALSE(ring->is_null());
  std::vector<std::string> names;
  for (const auto& member : ring->get_members()) names.push_back(member.id());
  EXPECT_EQ(names, (std::vector<std::string>{"colour", "radius", "extra", "hole", "inner"}));
  EXPECT_EQ(ring->get_string(), "gold");
  EXPECT_EQ(ring->current_member_name(), "colour");
  ring->insert_string("silver");
  EXPECT_TRUE(ring->seek(2));
  EXPECT_EQ(ring->current_member_kind(), CORBA::TCKind::tk_value);
  const auto changed = value_of<CORBA::valuetype_reference<Values::Ring>>(ring->to_any());
  EXPECT_EQ(changed->colour(), "silver");
  EXPECT_EQ(changed->hole(), 1.5);
  EXPECT_EQ(numbers_of(changed->extra()), (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(IDL::traits<Values::Circle>::narrow(changed->inner())->extra()->number(), 9);
}

TEST_F(DynValueTest, StaysTheSameUntilItIsChanged) {
  const auto list = make_list(3);
  const auto dyn = narrow<DynValue>(holding(list));
  EXPECT_EQ(dyn->component_count(), 2U);
  EXPECT_EQ(dyn->get_long(), 0);
  EXPECT_TRUE(value_of<Node>(dyn->to_any()) == list);
  EXPECT_TRUE(IDL::traits<Values::Node>::narrow(dyn->get_val()) == list);
  dyn->next();
  const auto second = narrow<DynValue>(dyn->current_component());
  second->insert_long(10);
  const auto changed = value_of<Node>(dyn->to_any());
  EXPECT_EQ(numbers_of(changed), (std::vector<std::int32_t>{0, 10, 2}));
  EXPECT_TRUE(changed->next()->next() == list->next()->next());
  EXPECT_EQ(list->next()->number(), 1);
}

TEST_F(DynValueTest, IsNilOrBecomesIt) {
  const auto dyn = narrow<DynValue>(of_type(Values::_tc_Node));
  EXPECT_TRUE(dyn->is_null());
  EXPECT_EQ(dyn->component_count(), 0U);
  EXPECT_FALSE(dyn->current_component());
  EXPECT_THROW(dyn->get_members(), DynAny::InvalidValue);
  EXPECT_THROW(dyn->get_members_as_dyn_any(), DynAny::InvalidValue);
  EXPECT_THROW(dyn->current_member_name(), DynAny::InvalidValue);
  EXPECT_FALSE(value_of<Node>(dyn->to_any()));
  EXPECT_FALSE(dyn->get_val());
  dyn->set_to_value();
  EXPECT_FALSE(dyn->is_null());
  dyn->insert_long(4);
  EXPECT_EQ(numbers_of(value_of<Node>(dyn->to_any())), std::vector<std::int32_t>{4});
  auto members = dyn->get_members();
  dyn->set_to_null();
  EXPECT_FALSE(value_of<Node>(dyn->to_any()));
  members[1].value() <<= make_list(1);
  dyn->set_members(members);
  EXPECT_EQ(numbers_of(value_of<Node>(dyn->to_any())), (std::vector<std::int32_t>{4, 0}));
  members[0].id("other");
  EXPECT_THROW(dyn->set_members(members), DynAny::TypeMismatch);
  dyn->insert_val(make_list(2));
  EXPECT_EQ(numbers_of(value_of<Node>(dyn->to_any())), (std::vector<std::int32_t>{0, 1}));
  EXPECT_THROW(dyn->insert_val(make_ring()), DynAny::TypeMismatch);
}

TEST_F(DynValueTest, ComparesValuesThatLeadToThemselves) {
  const auto circle = [](std::int32_t last) {
    const auto list = make_list(2);
    list->next()->number(last);
    list->next()->next(list);
    return list;
  };
  const Node circles[] = {circle(1), circle(1), circle(5)};
  EXPECT_TRUE(holding(circles[0])->equal(holding(circles[0])));
  EXPECT_TRUE(holding(circles[0])->equal(holding(circles[1])));
  EXPECT_FALSE(holding(circles[0])->equal(holding(circles[2])));
  EXPECT_FALSE(holding(circles[0])->equal(of_type(Values::_tc_Node)));
  for (const auto& each : circles) each->next(nullptr);
}

TEST_F(DynValueTest, IsMadeByItsFactory) {
  orb_->register_value_factory("IDL:Values/Account:1.0", CORBA::make_reference<AccountFactory>());
  const auto account = narrow<DynValue>(
      holding(CORBA::valuetype_reference<Values::Account>(CORBA::make_reference<AccountImpl>("me", 5))));
  account->insert_double(7);
  const auto changed = value_of<CORBA::valuetype_reference<Values::Account>>(account->to_any());
  EXPECT_EQ(changed->total(), 7);
  EXPECT_EQ(changed->name(), "me");
}

TEST_F(DynValueTest, HasTheMembersInAnUnknownTypesTypeCode) {
  const auto type = orb_->create_value_tc("IDL:Unknown:1.0", "Unknown", CORBA::VM_NONE, nullptr,
                                          {CORBA::ValueMember("number", CORBA::_tc_long, CORBA::PUBLIC_MEMBER),
                                           CORBA::ValueMember("node", Values::_tc_Node, CORBA::PRIVATE_MEMBER)});
  const auto dyn = narrow<DynValue>(of_type(*type));
  dyn->set_to_value();
  dyn->insert_long(3);
  dyn->seek(1);
  EXPECT_EQ(dyn->current_member_name(), "node");
  dyn->current_component()->insert_val(make_list(1));
  const auto again = narrow<DynValue>(of(through_cdr(dyn->to_any(), std::endian::big)));
  EXPECT_EQ(again->get_long(), 3);
  EXPECT_TRUE(again->equal(dyn));
  again->insert_long(4);
  EXPECT_FALSE(again->equal(dyn));
  EXPECT_FALSE(of(again->to_any())->equal(dyn));
}

TEST_F(DynValueTest, PassesOnWhatItCannotLookInto) {
  const auto special = CORBA::make_reference<SpecialImpl>();
  special->count(7);
  const auto dyn = holding(CORBA::valuetype_reference<Values::Special>(special));
  EXPECT_TRUE(value_of<CORBA::valuetype_reference<Values::Special>>(dyn->to_any()) == special);
  EXPECT_THROW(dyn->component_count(), CORBA::NO_IMPLEMENT);
  EXPECT_TRUE(dyn->equal(dyn->copy()));
  const auto base = narrow<DynValue>(holding(CORBA::valuetype_reference<CORBA::ValueBase>(make_list(1))));
  EXPECT_FALSE(base->is_null());
  EXPECT_EQ(base->component_count(), 0U);
  EXPECT_TRUE(base->get_val());
  base->set_to_null();
  EXPECT_THROW(base->set_to_value(), CORBA::NO_IMPLEMENT);
}

TEST_F(DynValueTest, TellsWhatWouldBeTruncated) {
  CORBA::Any any;
  any <<= CORBA::valuetype_reference<Values::Shape>(make_ring());
  EXPECT_THROW(factory_->create_dyn_any_without_truncation(any), MustTruncate);
  EXPECT_THROW(factory_->create_multiple_dyn_anys({any}, false), MustTruncate);
  const auto shape = narrow<DynValue>(factory_->create_multiple_dyn_anys({any}, true).at(0));
  EXPECT_EQ(shape->component_count(), 1U);
  EXPECT_TRUE(IDL::traits<Values::Ring>::narrow(value_of<CORBA::valuetype_reference<Values::Shape>>(shape->to_any())));
  shape->insert_string("grey");
  const auto changed = value_of<CORBA::valuetype_reference<Values::Shape>>(shape->to_any());
  EXPECT_EQ(changed->colour(), "grey");
  EXPECT_FALSE(IDL::traits<Values::Circle>::narrow(changed));
  any <<= CORBA::valuetype_reference<CORBA::ValueBase>(make_list(1));
  EXPECT_TRUE(factory_->create_dyn_any_without_truncation(any));
}

TEST_F(DynValueTest, HoldsTheContentsOfABox) {
  const auto box = narrow<DynValueBox>(holding(CORBA::make_reference<Values::LongsBox>(Values::Longs{1, 2})));
  ASSERT_TRUE(box);
  EXPECT_EQ(box->component_count(), 1U);
  EXPECT_EQ(value_of<Values::Longs>(box->get_boxed_value()), (Values::Longs{1, 2}));
  EXPECT_EQ(box->get_long_seq(), (CORBA::LongSeq{1, 2}));
  narrow<DynSequence>(box->get_boxed_value_as_dyn_any())->set_length(1);
  const auto value = value_of<CORBA::valuetype_reference<Values::LongsBox>>(box->to_any());
  EXPECT_EQ(value->_value(), Values::Longs{1});
  box->set_to_null();
  EXPECT_TRUE(box->is_null());
  EXPECT_THROW(box->get_boxed_value(), DynAny::InvalidValue);
  EXPECT_THROW(box->get_boxed_value_as_dyn_any(), DynAny::InvalidValue);
  CORBA::Any boxed;
  boxed <<= Values::Longs{7};
  box->set_boxed_value(boxed);
  EXPECT_FALSE(box->is_null());
  EXPECT_EQ(box->get_long_seq(), CORBA::LongSeq{7});
  boxed <<= "text";
  EXPECT_THROW(box->set_boxed_value(boxed), DynAny::TypeMismatch);
  EXPECT_THROW(box->set_boxed_value_as_dyn_any(of(boxed)), DynAny::TypeMismatch);
  box->set_to_null();
  box->set_to_value();
  EXPECT_TRUE(box->get_long_seq().empty());
}

TEST_F(DynValueTest, IsSharedWithinAnAny) {
  const auto node = make_list(1);
  CORBA::Any any;
  any <<= sample(node);
  const auto all = of(through_cdr(any));
  all->seek(3);
  narrow<DynSequence>(all->current_component())->set_length(1);
  const auto changed = value_of<Values::All>(all->to_any());
  EXPECT_TRUE(changed.first() == changed.same() && changed.anything() == changed.first());
  EXPECT_EQ(changed.several().size(), 1U);
}

TEST_F(DynValueTest, HoldsReferencesToObjects) {
  const auto object = orb_->string_to_object("corbaloc:iiop:127.0.0.1:1/lamp");
  const auto dyn = of_type(CORBA::_tc_Object);
  EXPECT_FALSE(dyn->get_reference());
  dyn->insert_reference(object);
  EXPECT_TRUE(dyn->get_reference()->_is_equivalent(object));
  EXPECT_TRUE(dyn->equal(of(dyn->to_any())));
  EXPECT_FALSE(dyn->equal(of_type(CORBA::_tc_Object)));
  dyn->insert_reference(nullptr);
  EXPECT_TRUE(dyn->equal(of_type(CORBA::_tc_Object)));
  // The C++ type of a reference is trusted: the object is not called to verify it.
  const auto lamp = dimma::narrow_unchecked<Views::Lamp>(object);
  const auto lamps = of_type(Views::_tc_Lamp);
  lamps->insert_reference(lamp);
  EXPECT_THROW(lamps->insert_reference(factory_), DynAny::TypeMismatch);
  const auto in_struct = narrow<DynStruct>(of_type(*orb_->create_struct_tc(
      "IDL:S:1.0", "S",
      {CORBA::StructMember("number", CORBA::_tc_long), CORBA::StructMember("lamp", Views::_tc_Lamp)})));
  in_struct->insert_long(3);
  in_struct->seek(1);
  in_struct->insert_reference(lamp);
  const auto again = of(in_struct->to_any());
  again->seek(1);
  EXPECT_TRUE(again->get_reference()->_is_equivalent(object));
}

TEST_F(DynValueTest, HoldsAbstractInterfacesAndLocalObjects) {
  const auto flag = CORBA::make_reference<IDL::traits<Views::Flag>::obv_type>(3, nullptr);
  const auto marker = of_type(Views::_tc_Marker);
  EXPECT_FALSE(marker->get_abstract());
  marker->insert_abstract(flag);
  EXPECT_TRUE(marker->get_abstract()->_to_value() == flag);
  EXPECT_TRUE(marker->equal(of(marker->to_any())));
  EXPECT_FALSE(marker->equal(of_type(Views::_tc_Marker)));
  const auto holder = of_type(Views::_tc_Holder);
  holder->insert_abstract(flag);
  const auto back = value_of<Views::Holder>(holder->to_any());
  EXPECT_TRUE(back.first()->_to_value() == flag);
  const auto ghosts = of_type(Views::_tc_Ghost);
  EXPECT_FALSE(ghosts->get_reference());
  EXPECT_TRUE(ghosts->to_any().type()->equal(Views::_tc_Ghost));
}

}  // namespace
