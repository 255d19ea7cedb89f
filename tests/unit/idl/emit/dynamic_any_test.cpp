// DynamicAny over types of anys.idl: what is read and changed of a value whose type is known from its TypeCode alone.
#include "anys.hpp"

#include <gtest/gtest.h>

#include <dimma/minor.hpp>

#include "dynamic_any_fixture.hpp"

#include <functional>
#include <limits>

namespace {

using namespace DynamicAny;  // NOLINT: the namespace under test
using dynamic_any::DynAnyTest;
using dynamic_any::narrow;
using dynamic_any::Ref;
using dynamic_any::value_of;

Ref<DynAny> at(const Ref<DynAny>& whole, std::int32_t index) {
  EXPECT_TRUE(whole->seek(index)) << index;
  return whole->current_component();
}

template <class T>
CORBA::Any any_of(T value) {
  CORBA::Any any;
  any <<= std::move(value);
  return any;
}

TEST_F(DynAnyTest, HoldsValuesOfBasicTypes) {
  const auto check = [this](const CORBA::TypeCode& type, auto value, auto insert, auto get) {
    const auto dyn = of_type(type);
    EXPECT_EQ(((*dyn).*get)(), decltype(value)()) << static_cast<int>(type.kind());
    ((*dyn).*insert)(value);
    EXPECT_EQ(((*dyn).*get)(), value) << static_cast<int>(type.kind());
    EXPECT_EQ(((*of(dyn->to_any())).*get)(), value) << static_cast<int>(type.kind());
    EXPECT_TRUE(dyn->equal(of(any_of(value))));
    EXPECT_FALSE(dyn->equal(of_type(type)));
    EXPECT_EQ(dyn->component_count(), 0U);
    EXPECT_FALSE(dyn->seek(0) || dyn->next());
    EXPECT_THROW(dyn->current_component(), DynAny::TypeMismatch);
    EXPECT_THROW(of_type(Anys::_tc_Suit)->get_long(), DynAny::TypeMismatch);
  };
  check(CORBA::_tc_boolean, true, &DynAny::insert_boolean, &DynAny::get_boolean);
  check(CORBA::_tc_octet, std::uint8_t{200}, &DynAny::insert_octet, &DynAny::get_octet);
  check(CORBA::_tc_char, 'x', &DynAny::insert_char, &DynAny::get_char);
  check(CORBA::_tc_wchar, L'\x20ac', &DynAny::insert_wchar, &DynAny::get_wchar);
  check(CORBA::_tc_short, std::int16_t{-3}, &DynAny::insert_short, &DynAny::get_short);
  check(CORBA::_tc_ushort, std::uint16_t{65535}, &DynAny::insert_ushort, &DynAny::get_ushort);
  check(CORBA::_tc_long, std::int32_t{-70000}, &DynAny::insert_long, &DynAny::get_long);
  check(CORBA::_tc_ulong, std::uint32_t{4000000000U}, &DynAny::insert_ulong, &DynAny::get_ulong);
  check(CORBA::_tc_longlong, std::int64_t{-5000000000}, &DynAny::insert_longlong, &DynAny::get_longlong);
  check(CORBA::_tc_ulonglong, ~std::uint64_t{0}, &DynAny::insert_ulonglong, &DynAny::get_ulonglong);
  check(CORBA::_tc_float, 1.5F, &DynAny::insert_float, &DynAny::get_float);
  check(CORBA::_tc_double, -2.5, &DynAny::insert_double, &DynAny::get_double);
  check(CORBA::_tc_longdouble, 0.25L, &DynAny::insert_longdouble, &DynAny::get_longdouble);
  check(CORBA::_tc_string, std::string("text"), &DynAny::insert_string, &DynAny::get_string);
  check(CORBA::_tc_wstring, std::wstring(L"wide"), &DynAny::insert_wstring, &DynAny::get_wstring);
}

TEST_F(DynAnyTest, RefusesWhatIsOfAnotherTypeOrTooLong) {
  const auto tag = of_type(Anys::_tc_Tag);
  EXPECT_THROW(tag->insert_string("longer"), DynAny::InvalidValue);
  tag->insert_string("short");
  EXPECT_EQ(value_of<IDL::bounded_string<5>>(tag->to_any()), "short");
  EXPECT_THROW(of_type(Anys::_tc_WideTag)->insert_wstring(L"longer"), DynAny::InvalidValue);
  EXPECT_THROW(tag->insert_wstring(L"wide"), DynAny::TypeMismatch);
  EXPECT_THROW(tag->from_any(any_of(5)), DynAny::TypeMismatch);
  EXPECT_THROW(tag->from_any(CORBA::Any(Anys::_tc_Tag, nullptr)), DynAny::InvalidValue);
  EXPECT_THROW(tag->assign(of_type(CORBA::_tc_long)), DynAny::TypeMismatch);
  EXPECT_THROW(tag->assign(nullptr), CORBA::BAD_PARAM);
  EXPECT_THROW(tag->get_long_seq(), DynAny::TypeMismatch);
  EXPECT_EQ(tag->get_string(), "short");
}

TEST_F(DynAnyTest, KeepsAliasesAndLooksThroughThem) {
  const auto colour = narrow<DynEnum>(of_type(Anys::_tc_Colour));
  ASSERT_TRUE(colour);
  EXPECT_TRUE(colour->type()->equal(Anys::_tc_Colour));
  EXPECT_EQ(colour->get_as_string(), "clubs");
  colour->set_as_string("spades");
  EXPECT_EQ(colour->get_as_ulong(), 3U);
  EXPECT_EQ(value_of<Anys::Suit>(colour->to_any()), Anys::Suit::spades);
  EXPECT_TRUE(colour->to_any().type()->equal(Anys::_tc_Colour));
  colour->set_as_ulong(1);
  EXPECT_EQ(colour->get_as_string(), "diamonds");
  EXPECT_THROW(colour->set_as_ulong(4), DynAny::InvalidValue);
  EXPECT_THROW(colour->set_as_string("stars"), DynAny::InvalidValue);
  EXPECT_TRUE(colour->equal(of(any_of(Anys::Suit::diamonds))));
}

TEST_F(DynAnyTest, ComputesWithNoFixedButHoldsIt) {
  const auto fixed = narrow<DynFixed>(of_type(*orb_->create_fixed_tc(5, 2)));
  ASSERT_TRUE(fixed);
  EXPECT_EQ(fixed->get_value(), "0.00");
  EXPECT_TRUE(fixed->set_value(" -12.50d "));
  EXPECT_EQ(fixed->get_value(), "-12.50");
  EXPECT_TRUE(fixed->set_value("+0123.4500"));
  EXPECT_EQ(fixed->get_value(), "123.45");
  EXPECT_FALSE(fixed->set_value("1.239"));
  EXPECT_EQ(fixed->get_value(), "1.23");
  EXPECT_TRUE(fixed->set_value(".5D"));
  EXPECT_EQ(fixed->get_value(), "0.50");
  EXPECT_THROW(fixed->set_value("1234"), DynAny::InvalidValue);
  for (const char* const text : {"", " ", "d", ".", "1.2.3", "1e5", "- 1", "--1"}) {
    EXPECT_THROW(fixed->set_value(text), DynAny::TypeMismatch) << text;
  }
  EXPECT_EQ((value_of<IDL::Fixed<5, 2>>(fixed->to_any()).to_string()), "0.50");
  EXPECT_TRUE(fixed->equal(of(any_of(IDL::Fixed<5, 2>(0.5)))));
}

TEST_F(DynAnyTest, HasTheMembersOfAStruct) {
  const auto point = narrow<DynStruct>(of(any_of(Anys::Point(3, 4))));
  ASSERT_TRUE(point);
  EXPECT_EQ(point->component_count(), 2U);
  EXPECT_EQ(point->current_member_name(), "x");
  EXPECT_EQ(point->current_member_kind(), CORBA::TCKind::tk_long);
  EXPECT_EQ(point->get_long(), 3);
  EXPECT_TRUE(point->next());
  point->insert_long(40);
  const auto y = point->current_component();
  EXPECT_EQ(y->get_long(), 40);
  y->insert_long(50);
  EXPECT_FALSE(point->next());
  EXPECT_FALSE(point->current_component());
  EXPECT_THROW(point->get_long(), DynAny::InvalidValue);
  EXPECT_THROW(point->current_member_name(), DynAny::InvalidValue);
  EXPECT_TRUE(point->next());
  EXPECT_EQ(point->get_long(), 3);
  EXPECT_FALSE(point->seek(2));
  EXPECT_FALSE(point->seek(-1));
  point->rewind();
  EXPECT_THROW(point->insert_string("no"), DynAny::TypeMismatch);
  EXPECT_EQ(value_of<Anys::Point>(point->to_any()).y(), 50);
}

TEST_F(DynAnyTest, SetsMembersByName) {
  const auto point = narrow<DynStruct>(of_type(Anys::_tc_Point));
  auto members = point->get_members();
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[1].id(), "y");
  EXPECT_EQ(value_of<std::int32_t>(members[1].value()), 0);
  members[0].value() <<= 7;
  members[1].id("");
  point->set_members(members);
  EXPECT_EQ(value_of<Anys::Point>(point->to_any()).x(), 7);
  members[1].id("z");
  EXPECT_THROW(point->set_members(members), DynAny::TypeMismatch);
  members[1].id("y");
  members[1].value() <<= "text";
  EXPECT_THROW(point->set_members(members), DynAny::TypeMismatch);
  members.pop_back();
  EXPECT_THROW(point->set_members(members), DynAny::InvalidValue);
  auto parts = point->get_members_as_dyn_any();
  parts[1].value()->insert_long(8);
  EXPECT_EQ(value_of<Anys::Point>(point->to_any()).y(), 8);
  const auto other = narrow<DynStruct>(of_type(Anys::_tc_Point));
  other->set_members_as_dyn_any(parts);
  EXPECT_TRUE(other->equal(point));
}

TEST_F(DynAnyTest, TreatsAnExceptionAsAStruct) {
  const auto refused = narrow<DynStruct>(of(any_of(Anys::Refused("why", Anys::Point(1, 2), any_of(5)))));
  EXPECT_EQ(refused->get_string(), "why");
  refused->insert_string("other");
  EXPECT_EQ(at(refused, 2)->get_dyn_any()->get_long(), 5);
  const auto back = value_of<Anys::Refused>(refused->to_any());
  EXPECT_EQ(back.why(), "other");
  EXPECT_EQ(back.where().y(), 2);
  const auto plain = narrow<DynStruct>(of_type(Anys::_tc_Plain));
  EXPECT_EQ(plain->component_count(), 0U);
  EXPECT_THROW(plain->current_component(), DynAny::TypeMismatch);
  EXPECT_THROW(plain->current_member_name(), DynAny::TypeMismatch);
  EXPECT_TRUE(plain->get_members().empty());
  plain->set_members({});
  Anys::Plain none;
  EXPECT_TRUE(plain->to_any() >>= none);
}

TEST_F(DynAnyTest, HasTheUnionMemberOfTheDiscriminator) {
  const auto choice = narrow<DynUnion>(of_type(Anys::_tc_Choice));
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->component_count(), 2U);
  EXPECT_EQ(choice->member_name(), "black");
  EXPECT_EQ(choice->member_kind(), CORBA::TCKind::tk_long);
  EXPECT_EQ(choice->discriminator_kind(), CORBA::TCKind::tk_enum);
  choice->member()->insert_long(5);
  choice->set_discriminator(of(any_of(Anys::Suit::spades)));
  EXPECT_EQ(choice->member()->get_long(), 5);
  const auto old_member = choice->member();
  choice->set_discriminator(of(any_of(Anys::Suit::hearts)));
  EXPECT_EQ(choice->current_component()->get_string(), "");
  EXPECT_THROW(old_member->get_long(), CORBA::OBJECT_NOT_EXIST);
  choice->insert_string("red");
  EXPECT_EQ(value_of<Anys::Choice>(choice->to_any()).red(), "red");
  EXPECT_FALSE(choice->is_set_to_default_member());
  choice->set_to_default_member();
  EXPECT_TRUE(choice->is_set_to_default_member());
  EXPECT_EQ(choice->member_name(), "rest");
  EXPECT_EQ(narrow<DynEnum>(choice->current_component())->get_as_string(), "diamonds");
  EXPECT_THROW(choice->set_to_no_active_member(), DynAny::TypeMismatch);
  EXPECT_THROW(choice->set_discriminator(of(any_of(5))), DynAny::TypeMismatch);
}

TEST_F(DynAnyTest, AllowsAUnionWithoutAnActiveMember) {
  const auto letters = narrow<DynUnion>(of_type(Anys::_tc_Letters));
  EXPECT_EQ(letters->get_discriminator()->get_char(), 'a');
  letters->set_to_no_active_member();
  EXPECT_TRUE(letters->has_no_active_member());
  EXPECT_EQ(letters->component_count(), 1U);
  EXPECT_EQ(letters->get_char(), '\0');
  EXPECT_THROW(letters->member(), DynAny::InvalidValue);
  EXPECT_THROW(letters->member_name(), DynAny::InvalidValue);
  EXPECT_THROW(letters->member_kind(), DynAny::InvalidValue);
  EXPECT_THROW(letters->set_to_default_member(), DynAny::TypeMismatch);
  EXPECT_EQ(value_of<Anys::Letters>(letters->to_any())._d(), '\0');
  // Through the component too.
  letters->get_discriminator()->insert_char('\xe9');
  EXPECT_EQ(letters->member_name(), "accented");
  letters->set_discriminator(of(any_of('z')));
  EXPECT_EQ(letters->current_component()->get_char(), 'z');
  EXPECT_THROW(narrow<DynUnion>(of_type(Anys::_tc_Flagged))->set_to_no_active_member(), DynAny::TypeMismatch);
  Anys::Wide wide;
  wide.least(7);
  const auto dyn = narrow<DynUnion>(of(any_of(wide)));
  EXPECT_EQ(dyn->get_longlong(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(dyn->member()->get_long(), 7);
}

TEST_F(DynAnyTest, ChangesTheLengthOfASequence) {
  const auto points =
      narrow<DynSequence>(of(any_of(Anys::Points{Anys::Point(1, 2), Anys::Point(3, 4), Anys::Point(5, 6)})));
  ASSERT_TRUE(points);
  EXPECT_EQ(points->get_length(), 3U);
  at(points, 2)->insert_long(50);
  const auto last = points->current_component();
  points->set_length(2);
  EXPECT_FALSE(points->current_component());
  EXPECT_THROW(last->type(), CORBA::OBJECT_NOT_EXIST);
  points->set_length(4);
  EXPECT_TRUE(points->current_component()->equal(of_type(Anys::_tc_Point)));
  EXPECT_TRUE(points->next());
  const auto back = value_of<Anys::Points>(points->to_any());
  ASSERT_EQ(back.size(), 4U);
  EXPECT_EQ(back[1].y(), 4);
  EXPECT_EQ(back[2].x(), 0);
  points->set_length(0);
  EXPECT_EQ(points->component_count(), 0U);
  EXPECT_FALSE(points->current_component());
  EXPECT_THROW(points->set_length(4'000'000'000U), CORBA::IMP_LIMIT);
}

TEST_F(DynAnyTest, SetsElements) {
  const auto few = narrow<DynSequence>(of_type(Anys::_tc_FewPoints));
  EXPECT_EQ(few->get_length(), 0U);
  EXPECT_THROW(few->set_length(5), DynAny::InvalidValue);
  few->set_elements({any_of(Anys::Point(1, 2)), any_of(Anys::Point(3, 4))});
  EXPECT_EQ(value_of<Anys::Point>(few->current_component()->to_any()).x(), 1);
  EXPECT_EQ(value_of<Anys::FewPoints>(few->to_any()).at(1).y(), 4);
  EXPECT_THROW(few->set_elements({any_of(1)}), DynAny::TypeMismatch);
  EXPECT_THROW(few->set_elements(AnySeq(5, any_of(Anys::Point()))), DynAny::InvalidValue);
  auto elements = few->get_elements_as_dyn_any();
  elements.push_back(of_type(Anys::_tc_Point));
  few->set_elements_as_dyn_any(elements);
  EXPECT_EQ(few->get_elements().size(), 3U);
}

TEST_F(DynAnyTest, HasAllElementsOfAnArray) {
  const auto grid = narrow<DynArray>(of_type(Anys::_tc_Grid));
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->component_count(), 2U);
  const auto row = narrow<DynArray>(at(grid, 1));
  EXPECT_EQ(row->component_count(), 3U);
  row->seek(2);
  row->insert_long(9);
  EXPECT_EQ((value_of<std::array<std::array<std::int32_t, 3>, 2>>(grid->to_any()))[1][2], 9);
  EXPECT_THROW(grid->get_long(), DynAny::TypeMismatch);
  EXPECT_EQ(grid->get_long_seq(), (CORBA::LongSeq{0, 0, 9}));
  grid->insert_long_seq({1, 2, 3});
  EXPECT_EQ((value_of<std::array<std::array<std::int32_t, 3>, 2>>(grid->to_any()))[1][0], 1);
  EXPECT_THROW(grid->insert_long_seq({1}), DynAny::InvalidValue);
  EXPECT_THROW(grid->set_elements({grid->get_elements()[0]}), DynAny::InvalidValue);
  grid->set_elements({grid->get_elements()[1], grid->get_elements()[1]});
  EXPECT_EQ((value_of<std::array<std::array<std::int32_t, 3>, 2>>(grid->to_any()))[0][2], 3);
}

TEST_F(DynAnyTest, TakesSequencesOfBasicTypesAtOnce) {
  const auto check = [this](auto sequence, auto insert, auto get) {
    using Sequence = decltype(sequence);
    const auto dyn = of_type(dimma::typecode_of<Sequence>::value);
    ((*dyn).*insert)(sequence);
    EXPECT_EQ(((*dyn).*get)(), sequence);
    EXPECT_EQ(value_of<Sequence>(dyn->to_any()), sequence);
    EXPECT_EQ(dyn->component_count(), sequence.size());
  };
  check(CORBA::BooleanSeq{true, false}, &DynAny::insert_boolean_seq, &DynAny::get_boolean_seq);
  check(CORBA::OctetSeq{1, 255}, &DynAny::insert_octet_seq, &DynAny::get_octet_seq);
  check(CORBA::CharSeq{'a', 'b'}, &DynAny::insert_char_seq, &DynAny::get_char_seq);
  check(CORBA::ShortSeq{-1, 2}, &DynAny::insert_short_seq, &DynAny::get_short_seq);
  check(CORBA::UShortSeq{1, 2}, &DynAny::insert_ushort_seq, &DynAny::get_ushort_seq);
  check(CORBA::LongSeq{-1, 2}, &DynAny::insert_long_seq, &DynAny::get_long_seq);
  check(CORBA::ULongSeq{1, 2}, &DynAny::insert_ulong_seq, &DynAny::get_ulong_seq);
  check(CORBA::LongLongSeq{-1, 2}, &DynAny::insert_longlong_seq, &DynAny::get_longlong_seq);
  check(CORBA::ULongLongSeq{1, 2}, &DynAny::insert_ulonglong_seq, &DynAny::get_ulonglong_seq);
  check(CORBA::FloatSeq{1.5F}, &DynAny::insert_float_seq, &DynAny::get_float_seq);
  check(CORBA::DoubleSeq{1.5}, &DynAny::insert_double_seq, &DynAny::get_double_seq);
  check(CORBA::LongDoubleSeq{1.5L}, &DynAny::insert_longdouble_seq, &DynAny::get_longdouble_seq);
  check(CORBA::WCharSeq{L'w'}, &DynAny::insert_wchar_seq, &DynAny::get_wchar_seq);
  EXPECT_THROW(of_type(*orb_->create_sequence_tc(1, CORBA::_tc_long))->insert_long_seq({1, 2}), DynAny::InvalidValue);
}

Anys::All filled() {
  Anys::All all;
  all.text("text");
  all.label("label");
  all.places({Anys::Point(1, 2)});
  all.one().red("one");
  all.inner() <<= Anys::Point(5, 6);
  all.type(CORBA::_tc_long);
  return all;
}

TEST_F(DynAnyTest, ReachesEveryMemberOfEveryKind) {
  const auto all = narrow<DynStruct>(of(any_of(filled())));
  const auto count = static_cast<std::int32_t>(all->component_count());
  EXPECT_EQ(count, 27);
  const auto copy = narrow<DynStruct>(of_type(Anys::_tc_All));
  EXPECT_FALSE(copy->equal(all));
  for (std::int32_t i = 0; i < count; ++i) at(copy, i)->assign(at(all, i));
  EXPECT_TRUE(copy->equal(all));
  const auto back = value_of<Anys::All>(copy->to_any());
  EXPECT_EQ(back.label(), "label");
  EXPECT_EQ(back.one().red(), "one");
  EXPECT_EQ(value_of<Anys::Point>(back.inner()).y(), 6);
  EXPECT_TRUE(back.type()->equal(CORBA::_tc_long));
  copy->seek(count - 2);
  EXPECT_EQ(copy->current_member_name(), "type");
  copy->insert_typecode(CORBA::_tc_short);
  EXPECT_TRUE(copy->get_typecode()->equal(CORBA::_tc_short));
  EXPECT_THROW(copy->insert_typecode(nullptr), DynAny::InvalidValue);
  EXPECT_FALSE(copy->equal(all));
  copy->assign(all);
  EXPECT_TRUE(copy->equal(all));
  EXPECT_EQ(copy->current_member_name(), "flag");
}

TEST_F(DynAnyTest, HoldsAnysInAnys) {
  const auto dyn = of_type(CORBA::_tc_any);
  EXPECT_EQ(dyn->get_any().type()->kind(), CORBA::TCKind::tk_null);
  EXPECT_EQ(dyn->get_dyn_any()->type()->kind(), CORBA::TCKind::tk_null);
  dyn->insert_any(any_of(5));
  EXPECT_EQ(value_of<std::int32_t>(dyn->get_any()), 5);
  const auto inner = dyn->get_dyn_any();
  inner->insert_long(6);
  EXPECT_EQ(dyn->get_dyn_any()->get_long(), 5);
  dyn->insert_dyn_any(inner);
  EXPECT_EQ(dyn->get_dyn_any()->get_long(), 6);
  EXPECT_TRUE(dyn->equal(of(dyn->to_any())));
  EXPECT_THROW(dyn->get_long(), DynAny::TypeMismatch);
  const auto none = of(CORBA::Any());
  EXPECT_EQ(none->to_any().type()->kind(), CORBA::TCKind::tk_null);
  EXPECT_TRUE(none->equal(of_type(CORBA::_tc_null)));
}

TEST_F(DynAnyTest, IsCopiedAndDestroyed) {
  const auto point = of(any_of(Anys::Point(3, 4)));
  point->seek(1);
  const auto copy = point->copy();
  EXPECT_EQ(copy->get_long(), 3);
  copy->insert_long(9);
  const auto part = point->current_component();
  part->destroy();
  EXPECT_EQ(part->get_long(), 4);
  point->destroy();
  EXPECT_THROW(part->get_long(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(point->type(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(point->destroy(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(copy->assign(point), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(copy->equal(point), CORBA::OBJECT_NOT_EXIST);
  EXPECT_EQ(copy->get_long(), 9);
  EXPECT_TRUE(of_type(Anys::_tc_Grid)->copy()->equal(of_type(Anys::_tc_Grid)));
}

TEST_F(DynAnyTest, DoesNotGrowWithoutBounds) {
  // Each type holds the previous one twice: 2^60 numbers.
  CORBA::typecode_reference type = CORBA::_tc_long;
  for (int i = 0; i < 60; ++i) {
    const auto id = "IDL:S" + std::to_string(i) + ":1.0";
    type = orb_->create_struct_tc(id, "S", {CORBA::StructMember("a", type), CORBA::StructMember("b", type)});
  }
  const auto laughs = of_type(*type);
  EXPECT_THROW(laughs->to_any(), CORBA::IMP_LIMIT);
  EXPECT_TRUE(laughs->equal(of_type(*type)));
  EXPECT_EQ(laughs->copy()->component_count(), 2U);
  const auto empty = orb_->create_struct_tc("IDL:E:1.0", "E", {});
  const auto vast = of_type(*orb_->create_array_tc(4'000'000'000U, empty));
  EXPECT_THROW(vast->to_any(), CORBA::IMP_LIMIT);
  EXPECT_THROW(vast->component_count(), CORBA::IMP_LIMIT);
}

TEST_F(DynAnyTest, HoldsRecursiveTypes) {
  const auto tree = of(any_of(Anys::Tree("root", {Anys::Tree("leaf", {})})));
  const auto leaf = at(at(tree, 1), 0);
  leaf->insert_string("other");
  EXPECT_EQ(value_of<Anys::Tree>(tree->to_any()).children().at(0).name(), "other");
  EXPECT_EQ(value_of<Anys::Tree>(of_type(Anys::_tc_Tree)->to_any()).name(), "");
}

TEST_F(DynAnyTest, IsNotMadeOfTypesThatHaveNoValues) {
  using Inconsistent = DynAnyFactory::InconsistentTypeCode;
  EXPECT_THROW(of_type(*orb_->create_native_tc("IDL:N:1.0", "N")), Inconsistent);
  EXPECT_THROW(of_type(*orb_->create_recursive_tc("IDL:R:1.0")), Inconsistent);
  EXPECT_THROW(factory_->create_dyn_any_from_type_code(nullptr), Inconsistent);
  const auto natives = orb_->create_sequence_tc(0, orb_->create_native_tc("IDL:N:1.0", "N"));
  EXPECT_THROW(of_type(*natives), Inconsistent);
}

template <class Exception>
std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Exception& refused) {
    return refused.what();
  }
  return "nothing was refused";
}

void expect_words(const std::string& text, const std::string& words) {
  EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST_F(DynAnyTest, SaysWhatWasAskedForAndOfWhichTypeItIs) {
  const auto point = of(any_of(Anys::Point(1, 2)));
  const auto mismatch = refusal<DynAny::TypeMismatch>;
  const NameValuePairSeq others{NameValuePair("x", any_of(1)), NameValuePair("z", any_of(2))};
  expect_words(mismatch([&] { point->get_string(); }),
               "string was requested, but the current component is of the type long");
  expect_words(mismatch([&] { of_type(CORBA::_tc_long)->get_string(); }),
               "string was requested, but the DynAny is of the type long");
  expect_words(mismatch([&] { point->from_any(any_of(3)); }),
               "the Any is of the type long, not struct IDL:Anys/Point:1.0");
  expect_words(mismatch([&] { narrow<DynStruct>(point)->set_members(others); }),
               "the member 1 is called 'z', but in the type 'y'");
  expect_words(mismatch([&] { of_type(CORBA::_tc_long)->current_component(); }), "long has no components");
  const auto invalid = refusal<DynAny::InvalidValue>;
  expect_words(invalid([&] { narrow<DynEnum>(of_type(Anys::_tc_Suit))->set_as_string("roses"); }),
               "enum IDL:Anys/Suit:1.0 has no enumerator 'roses'");
  expect_words(invalid([&] { narrow<DynSequence>(of_type(Anys::_tc_FewPoints))->set_length(5); }),
               "5 elements or characters for the type sequence<struct IDL:Anys/Point:1.0, 4>");
  point->seek(-1);
  expect_words(invalid([&] { point->get_long(); }), "the position is -1");
  expect_words(refusal<DynAnyFactory::InconsistentTypeCode>([&] { of_type(*orb_->create_recursive_tc("IDL:R:1.0")); }),
               "IDL:R:1.0");
}

TEST_F(DynAnyTest, ComesInNumbers) {
  const auto many = factory_->create_multiple_dyn_anys({any_of(1), any_of("two")}, false);
  ASSERT_EQ(many.size(), 2U);
  many[0]->insert_long(5);
  const auto anys = factory_->create_multiple_anys(many);
  EXPECT_EQ(value_of<std::int32_t>(anys.at(0)), 5);
  EXPECT_EQ(value_of<std::string>(anys.at(1)), "two");
}

}  // namespace
