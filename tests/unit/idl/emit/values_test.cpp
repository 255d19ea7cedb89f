// Code generated for valuetypes: tests/idl/emit/values.idl.
#include "values.hpp"

#include "values_skel.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include <stdexcept>

#include "loopback.hpp"
#include "values_samples.hpp"

namespace {

using namespace values_samples;  // NOLINT: the values under test

class SpecialFactory : public IDL::traits<Values::Special>::factory_type {
 public:
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    return CORBA::make_reference<SpecialImpl>();
  }
};

// A servant that is also a value, and that only its own function creates.
class SpeakerServant final : public virtual AccountImpl,
                             public virtual CORBA::servant_traits<Values::Account>::base_type {
 public:
  static CORBA::servant_reference<SpeakerServant> make(const std::string& name) {
    return CORBA::make_reference<SpeakerServant>(name);
  }

 protected:
  template <class T, class, class... Arguments>
  friend CORBA::servant_reference<T> CORBA::make_reference(Arguments&&... arguments);
  explicit SpeakerServant(const std::string& owner) { name(owner); }
};

TEST(ValueMapping, IsThatOfTheSpecification) {
  static_assert(std::is_same_v<IDL::traits<Values::Node>::ref_type, CORBA::valuetype_reference<Values::Node>>);
  static_assert(std::is_same_v<CORBA::value_reference<Values::Node>, CORBA::valuetype_reference<Values::Node>>);
  static_assert(std::is_same_v<CORBA::valuetype_traits<Values::Node>, IDL::traits<Values::Node>>);
  static_assert(std::is_same_v<IDL::traits<Values::Node>::in_type, IDL::traits<Values::Node>::ref_type>);
  static_assert(!IDL::traits<Values::Shape>::is_truncatable() && IDL::traits<Values::Circle>::is_truncatable());
  static_assert(IDL::traits<Values::Talker>::is_abstract() && !IDL::traits<Values::Node>::is_abstract());
  static_assert(std::is_same_v<IDL::traits<Values::LongsBox>::boxed_traits, IDL::traits<Values::Longs>>);
  static_assert(std::is_abstract_v<IDL::traits<Values::Account>::obv_type>);
  static_assert(std::is_base_of_v<CORBA::ValueFactoryBase, IDL::traits<Values::Account>::factory_type>);
  static_assert(std::is_base_of_v<Values::Shape, IDL::traits<Values::Ring>::obv_type>);
  static_assert(
      std::is_convertible_v<CORBA::valuetype_reference<Values::Ring>, CORBA::valuetype_reference<Values::Shape>>);
  static_assert(
      !std::is_convertible_v<CORBA::valuetype_reference<Values::Shape>, CORBA::valuetype_reference<Values::Ring>>);
}

TEST(ValueReferences, AreComparedAndNarrowed) {
  const auto circle = make_circle("red", 2.5, nullptr);
  CORBA::valuetype_reference<Values::Shape> shape = circle;
  const CORBA::valuetype_reference<CORBA::ValueBase> base = shape;
  EXPECT_TRUE(base == shape && shape == circle);
  EXPECT_EQ(IDL::traits<Values::Circle>::narrow(base)->radius(), 2.5);
  EXPECT_FALSE(IDL::traits<Values::Square>::narrow(base));
  EXPECT_FALSE(IDL::traits<Values::Square>::narrow(nullptr));
  auto weak = shape.weak_reference();
  EXPECT_TRUE(weak.lock() == base);
  CORBA::valuetype_reference<Values::Node> nil;
  EXPECT_THROW(nil->number(), CORBA::INV_OBJREF);
  EXPECT_FALSE(circle->_copy_value());
}

TEST(Boxes, HoldAValue) {
  const auto box = CORBA::make_reference<Values::LongBox>(7);
  EXPECT_EQ(box->_value(), 7);
  box->_value() += 1;
  EXPECT_EQ(std::as_const(*box)._value(), 8);
  const auto longs = IDL::traits<Values::LongsBox>::make_reference(Values::Longs{1, 2});
  longs->_value(Values::Longs{3});
  EXPECT_EQ(through_cdr(longs)->_value(), Values::Longs{3});
  EXPECT_EQ(CORBA::make_reference<Values::LongBox>()->_value(), 0);
  const auto pair = CORBA::make_reference<Values::PairBox>(Values::Pair(1, make_node(2)));
  EXPECT_EQ(through_cdr(pair)->_value().second()->number(), 2);
}

TEST(ValuesInOctets, AreNilOrWhatTheyWere) {
  EXPECT_FALSE(through_cdr(CORBA::valuetype_reference<Values::Node>()));
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const auto list = through_cdr(make_list(5), order);
    EXPECT_EQ(numbers_of(list), (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
  }
  const auto outside = through_cdr(
      CORBA::make_reference<OBV_OutsideOfModules>(std::int16_t{3}, CORBA::make_reference<Values::LongBox>(4)));
  EXPECT_EQ(outside->box()->_value(), 4);
  EXPECT_TRUE(through_cdr(CORBA::make_reference<OBV_Values::Nothing>()));
}

TEST(ValuesInOctets, AreSharedWithinAMessage) {
  const auto node = make_node(3);
  const Values::All copy = through_cdr(sample(node));
  EXPECT_EQ(copy.first()->number(), 3);
  EXPECT_TRUE(copy.same() == copy.first());
  EXPECT_TRUE(copy.either().one() == copy.first());
  ASSERT_EQ(copy.several().size(), 2U);
  EXPECT_TRUE(copy.several()[1] == copy.first());
  EXPECT_TRUE(copy.anything() == copy.first());
}

TEST(ValuesInOctets, LeadToThemselvesWhereTheyDid) {
  const auto first = make_list(3);
  first->next()->next()->next(first);
  const auto copy = through_cdr(first);
  EXPECT_TRUE(copy->next()->next()->next() == copy);
  first->next(nullptr);
  copy->next(nullptr);
}

TEST(ValuesInOctets, KeepTheirOwnTypeWhereTheIdlNamesABase) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const auto ring = make_ring();
    const auto copy =
        IDL::traits<Values::Ring>::narrow(through_cdr(CORBA::valuetype_reference<Values::Shape>(ring), order));
    ASSERT_TRUE(copy);
    EXPECT_EQ(copy->colour(), "gold");
    EXPECT_EQ(copy->radius(), 2.0);
    EXPECT_EQ(copy->extra()->next()->number(), 1);
    EXPECT_EQ(copy->hole(), 1.5);
    EXPECT_EQ(IDL::traits<Values::Circle>::narrow(copy->inner())->extra()->number(), 9);
  }
}

TEST(ValuesInOctets, AreRefusedIfTheTypeIsAnother) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  dimma::cdr::write(out, make_node(1));
  dimma::cdr::Decoder in(out.octets());
  EXPECT_THROW(dimma::cdr::read<CORBA::valuetype_reference<Values::Shape>>(in), CORBA::MARSHAL);
}

TEST(ValuesInOctets, WithoutAFactoryAreRefused) {
  const auto account = CORBA::make_reference<AccountImpl>("me", 5);
  try {
    through_cdr(CORBA::valuetype_reference<Values::Account>(account));
    FAIL();
  } catch (const CORBA::MARSHAL& exception) {
    EXPECT_EQ(exception.minor(), CORBA::OMGVMCID | 1);
    EXPECT_NE(exception._detail().find("IDL:Values/Account:1.0"), std::string::npos);
  }
}

TEST(Factories, MakeWhatArrives) {
  Factories factories;
  const auto account = CORBA::make_reference<AccountImpl>("me", 5);
  account->pay(2);
  const auto copy = factories.through_cdr(CORBA::valuetype_reference<Values::Account>(account));
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->total(), 7);
  EXPECT_EQ(copy->name(), "me");
  EXPECT_EQ(copy->talk(2), "me me ");
  EXPECT_EQ(copy->print("!"), "me!");
  EXPECT_EQ(factories.through_cdr(CORBA::valuetype_reference<Values::Talker>(account))->talk(1), "me ");
}

TEST(CustomValues, WriteAndReadTheirStateThemselves) {
  Factories factories;
  const auto special = CORBA::make_reference<SpecialImpl>();
  special->colour("grey");
  special->count(7);
  special->link(make_list(2));
  // The shared value comes before and after it, and it leaves a part unread.
  const auto all = factories.through_cdr(
      std::vector<CORBA::valuetype_reference<CORBA::ValueBase>>{special->link(), special, special->link()->next()});
  const auto copy = std::dynamic_pointer_cast<SpecialImpl>(all.at(1)._shared());
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->count(), 7);
  EXPECT_EQ(copy->colour(), "grey");
  EXPECT_EQ(copy->numbers, (CORBA::DoubleSeq{0, 1.5, 2.5}));
  EXPECT_EQ(copy->price, IDL::fixed_number("1.25"));
  IDL::Fixed<5, 2> second;
  ASSERT_EQ(copy->prices.size(), 2U);
  EXPECT_TRUE(copy->prices[1] >>= second);
  EXPECT_EQ(second, IDL::fixed_number("-2.5"));
  EXPECT_TRUE(copy->link() == all.at(0) && copy->link()->next() == all.at(2));
  EXPECT_EQ(Values::_tc_Special->type_modifier(), CORBA::VM_CUSTOM);
  EXPECT_THROW(through_cdr(CORBA::valuetype_reference<Values::Special>(special)), CORBA::MARSHAL);
}

TEST(CustomValues, RefuseWhatIsNoFixed) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  const auto stream = CORBA::make_reference<dimma::EncoderStream>(out);
  CORBA::AnySeq anys(2);
  anys[0] <<= IDL::Fixed<5, 2>("1.25");
  anys[1] <<= "1.25";
  EXPECT_THROW(stream->write_fixed(anys[1]), CORBA::BadFixedValue);
  try {
    stream->write_fixed_array(anys, 0, 2);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const CORBA::BadFixedValue& refused) {
    EXPECT_EQ(refused.offset(), 1U);
  }
  dimma::cdr::Decoder in(out.octets());
  const auto input = CORBA::make_reference<dimma::DecoderStream>(in);
  EXPECT_THROW(input->read_fixed(32, 2), CORBA::BadFixedValue);
  EXPECT_THROW(input->read_fixed(5, 6), CORBA::BadFixedValue);
}

TEST(Values, HaveTraitsOfTheirImplementations) {
  const CORBA::valuetype_reference<Values::Account> account = CORBA::make_reference<AccountImpl>("me", 1.0);
  IDL::traits<AccountImpl>::ref_type implementation = IDL::traits<AccountImpl>::narrow(account);
  ASSERT_TRUE(implementation);
  EXPECT_FALSE(IDL::traits<SpecialImpl>::narrow(account));
  std::ostringstream out;
  out << account << IDL::traits<Values::Node>::ref_type();
  EXPECT_EQ(out.str(), "IDL:Values/Account:1.0nil");
}

TEST(Values, InABoxCanBeCopied) {
  const auto box = CORBA::make_reference<Values::LongBox>(5);
  const auto copy = IDL::traits<Values::LongBox>::narrow(box->_copy_value());
  ASSERT_TRUE(copy);
  EXPECT_FALSE(copy == box);
  EXPECT_EQ(copy->_value(), 5);
}

TEST(ValueFactories, TellTheIdThatTheyAreFor) {
  const CORBA::ValueFactory ready = CORBA::make_reference<IDL::traits<Values::Node>::factory_type>();
  EXPECT_EQ(ready->_obv_repository_id(), "IDL:Values/Node:1.0");
  const IDL::traits<Values::Account>::factory_ref_type own = CORBA::make_reference<AccountFactory>();
  EXPECT_EQ(own->_obv_repository_id(), "IDL:Values/Account:1.0");
  const SpecialFactory::_ref_type without_initializers = CORBA::make_reference<SpecialFactory>();
  EXPECT_EQ(without_initializers->_obv_repository_id(), "IDL:Values/Special:1.0");
}

TEST(ValueFactories, AreCalledAfterTheirValuetype) {
  static_assert(std::is_same_v<Values::Node_init, IDL::traits<Values::Node>::factory_type>);
  static_assert(std::is_same_v<Values::Account_init, IDL::traits<Values::Account>::factory_type>);
  static_assert(std::is_same_v<Values::Special_init, IDL::traits<Values::Special>::factory_type>);
  // Another declaration has this name.
  static_assert(std::is_enum_v<Values::Square_init>);
  const IDL::traits<Values::Node>::factory_ref_type ready = CORBA::make_reference<Values::Node_init>();
  EXPECT_TRUE(IDL::traits<Values::Node>::narrow(ready->create_for_unmarshal()));
}

TEST(ValuesThatAreServants, HaveABaseOfTheirOwn) {
  const SpeakerServant::_ref_type servant = SpeakerServant::make("Ann");
  EXPECT_EQ(servant->print("!"), "Ann!");
  const CORBA::valuetype_reference<Values::Account> value = servant;
  EXPECT_EQ(value->name(), "Ann");
  EXPECT_TRUE(CORBA::servant_traits<Values::Account>::narrow(servant));
  EXPECT_EQ(loopback::activate<Values::Printer>(servant)->print("?"), "Ann?");
}

TEST(CustomValues, WriteNoMoreOfASequenceThanThereIs) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  const auto stream = CORBA::make_reference<dimma::EncoderStream>(out);
  EXPECT_THROW(stream->write_long_array({1, 2, 3}, 2, 2), CORBA::BAD_PARAM);
  EXPECT_THROW(stream->write_octet_array({}, 1, 0), CORBA::BAD_PARAM);
  stream->write_long_array({1, 2, 3}, 3, 0);
  EXPECT_EQ(out.size(), 0U);
}

TEST(Chains, ThatAreTooLongAreRefusedOnEitherSide) {
  EXPECT_EQ(numbers_of(through_cdr(make_list(dimma::cdr::value_depth_limit))).size(), dimma::cdr::value_depth_limit);
  const auto too_long = make_list(dimma::cdr::value_depth_limit + 1);
  EXPECT_THROW(through_cdr(too_long), CORBA::MARSHAL);
}

TEST(ValueTypeCodes, SayWhatTheIdlSays) {
  EXPECT_EQ(Values::_tc_Circle->kind(), CORBA::TCKind::tk_value);
  EXPECT_EQ(Values::_tc_Circle->type_modifier(), CORBA::VM_TRUNCATABLE);
  EXPECT_EQ(Values::_tc_Shape->type_modifier(), CORBA::VM_NONE);
  EXPECT_EQ(Values::_tc_Talker->type_modifier(), CORBA::VM_ABSTRACT);
  EXPECT_TRUE(Values::_tc_Circle->concrete_base_type()->equal(Values::_tc_Shape));
  EXPECT_FALSE(Values::_tc_Shape->concrete_base_type());
  EXPECT_EQ(Values::_tc_Circle->member_count(), 2U);
  EXPECT_EQ(Values::_tc_Circle->member_name(1), "extra");
  EXPECT_TRUE(Values::_tc_Circle->member_type(1)->equal(Values::_tc_Node));
  EXPECT_EQ(Values::_tc_Account->member_visibility(0), CORBA::PRIVATE_MEMBER);
  EXPECT_EQ(Values::_tc_Account->member_visibility(1), CORBA::PUBLIC_MEMBER);
  EXPECT_EQ(Values::_tc_LongsBox->kind(), CORBA::TCKind::tk_value_box);
  EXPECT_TRUE(Values::_tc_LongsBox->content_type()->equal(Values::_tc_Longs));
  EXPECT_EQ(CORBA::_tc_ValueBase->id(), "IDL:omg.org/CORBA/ValueBase:1.0");
  const CORBA::typecode_reference node = Values::_tc_Node;
  EXPECT_TRUE(through_cdr(node)->equal(node));
  EXPECT_TRUE(node->member_type(1)->equal(node));
}

TEST(ValueTypeCodes, AreMadeAtRunTime) {
  struct : CORBA::TypeCodeFactory {
  } factory;
  const auto again = factory.create_recursive_tc("IDL:Values/Node:1.0");
  const auto node = factory.create_value_tc("IDL:Values/Node:1.0", "Node", CORBA::VM_NONE, nullptr,
                                            {CORBA::ValueMember("number", CORBA::_tc_long, CORBA::PUBLIC_MEMBER),
                                             CORBA::ValueMember("next", again, CORBA::PUBLIC_MEMBER)});
  EXPECT_TRUE(node->equal(Values::_tc_Node));
  EXPECT_TRUE(
      factory.create_value_box_tc("IDL:Values/LongBox:1.0", "LongBox", CORBA::_tc_long)->equal(Values::_tc_LongBox));
}

TEST(ValuesInAnys, AreTheSameValues) {
  const auto node = make_node(5);
  CORBA::Any any;
  any <<= node;
  EXPECT_TRUE(any.type()->equal(Values::_tc_Node));
  CORBA::valuetype_reference<Values::Node> taken;
  ASSERT_TRUE(any >>= taken);
  EXPECT_TRUE(taken == node);
  CORBA::valuetype_reference<CORBA::ValueBase> base;
  ASSERT_TRUE(any >>= base);
  EXPECT_TRUE(base == node);
  CORBA::valuetype_reference<Values::Shape> shape;
  EXPECT_FALSE(any >>= shape);
  any <<= CORBA::valuetype_reference<Values::Node>();
  ASSERT_TRUE(any >>= taken);
  EXPECT_FALSE(taken);
  // With the type of reference that CORBA::make_reference returns.
  any <<= CORBA::make_reference<AccountImpl>("Ada", 3.5);
  CORBA::valuetype_reference<Values::Account> account;
  ASSERT_TRUE(any >>= account);
  EXPECT_EQ(account->total(), 3.5);
  EXPECT_TRUE(any.type()->equal(Values::_tc_Account));
}

TEST(ValuesInAnys, AreSharedWithTheRestOfTheMessage) {
  const auto node = make_node(5, make_node(6));
  CORBA::Any plain;
  plain <<= node;
  CORBA::Any within;
  within <<= Values::All(node, node, {}, {nullptr, node}, node);
  CORBA::Any box;
  box <<= CORBA::make_reference<Values::PairBox>(Values::Pair(1, node));
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    // Twice, so that decoded values are encoded again.
    const auto anys = through_cdr(through_cdr(CORBA::AnySeq{plain, within, box, plain}, order), order);
    CORBA::valuetype_reference<Values::Node> first;
    ASSERT_TRUE(anys.at(0) >>= first);
    EXPECT_EQ(numbers_of(first), (std::vector<std::int32_t>{5, 6}));
    Values::All all;
    ASSERT_TRUE(anys.at(1) >>= all);
    EXPECT_TRUE(all.first() == first && all.several().at(1) == first && all.anything() == first);
    CORBA::valuetype_reference<Values::PairBox> pair;
    ASSERT_TRUE(anys.at(2) >>= pair);
    EXPECT_TRUE(pair->_value().second() == first);
    CORBA::valuetype_reference<Values::Node> last;
    ASSERT_TRUE(anys.at(3) >>= last);
    EXPECT_TRUE(last == first);
  }
}

class StoreImpl : public virtual CORBA::servant_traits<Values::Store>::base_type {
 public:
  CORBA::valuetype_reference<Values::Node> turn(CORBA::valuetype_reference<Values::Node> it,
                                                CORBA::valuetype_reference<Values::Shape>& coloured,
                                                CORBA::valuetype_reference<Values::LongsBox>& box) override {
    if (!it) throw Values::Refused(kept_, kept_);
    kept_ = it;
    coloured->colour("blue");
    box = CORBA::make_reference<Values::LongsBox>(Values::Longs{it->number()});
    it->number(-it->number());
    return it;
  }
  Values::Nodes twice(const Values::Nodes& list, CORBA::valuetype_reference<Values::Node> another) override {
    Values::Nodes both = list;
    both.insert(both.end(), list.begin(), list.end());
    both.push_back(another);
    return both;
  }
  Values::All everything(const Values::All& it) override { return it; }
  bool same(CORBA::valuetype_reference<Values::Node> left, CORBA::valuetype_reference<Values::Node> right) override {
    return left == right;
  }
  CORBA::valuetype_reference<CORBA::ValueBase> anything() override { return anything_; }
  void anything(CORBA::valuetype_reference<CORBA::ValueBase> value) override { anything_ = value; }

 private:
  CORBA::valuetype_reference<Values::Node> kept_ = make_node(11);
  CORBA::valuetype_reference<CORBA::ValueBase> anything_;
};

class ValueCalls : public testing::TestWithParam<loopback::Route> {
 protected:
  void SetUp() override { loopback::use(GetParam()); }
  void TearDown() override { loopback::use(loopback::Route::encoded); }
  CORBA::object_reference<Values::Store> store_ = loopback::activate<Values::Store>(CORBA::make_reference<StoreImpl>());
};

TEST_P(ValueCalls, PassCopies) {
  const auto node = make_node(4);
  const CORBA::valuetype_reference<Values::Shape> red = make_circle("red", 1, node);
  auto shape = red;
  CORBA::valuetype_reference<Values::LongsBox> box;
  const auto result = store_->turn(node, shape, box);
  EXPECT_EQ(node->number(), 4);
  EXPECT_EQ(result->number(), -4);
  EXPECT_EQ(red->colour(), "red");
  EXPECT_EQ(shape->colour(), "blue");
  // A value that is shared in the servant is also shared at the caller: the shape holds this node too.
  EXPECT_TRUE(IDL::traits<Values::Circle>::narrow(shape)->extra() == result);
  EXPECT_EQ(box->_value(), Values::Longs{4});
}

TEST_P(ValueCalls, ShareAmongArgumentsAndResults) {
  const auto node = make_node(4);
  EXPECT_TRUE(store_->same(node, node));
  EXPECT_FALSE(store_->same(node, make_node(4)));
  EXPECT_TRUE(store_->same(nullptr, nullptr));
  const auto both = store_->twice({node, nullptr}, node);
  ASSERT_EQ(both.size(), 5U);
  EXPECT_TRUE(both[0] == both[2] && both[0] == both[4] && !both[1]);
  EXPECT_FALSE(both[0] == node);
  const auto all = store_->everything(sample(node));
  EXPECT_TRUE(all.anything() == all.first());
}

TEST_P(ValueCalls, RaiseExceptionsWithValues) {
  CORBA::valuetype_reference<Values::Shape> shape = make_circle("red", 1, nullptr);
  CORBA::valuetype_reference<Values::LongsBox> box;
  try {
    store_->turn(nullptr, shape, box);
    FAIL();
  } catch (const Values::Refused& refused) {
    EXPECT_EQ(refused.why()->number(), 11);
    EXPECT_TRUE(refused.why() == refused.same());
  }
}

TEST_P(ValueCalls, TakeValuesOfAnyType) {
  store_->anything(make_ring());
  EXPECT_EQ(IDL::traits<Values::Ring>::narrow(store_->anything())->hole(), 1.5);
  store_->anything(CORBA::make_reference<Values::LongBox>(3));
  EXPECT_EQ(IDL::traits<Values::LongBox>::narrow(store_->anything())->_value(), 3);
  store_->anything(nullptr);
  EXPECT_FALSE(store_->anything());
}

INSTANTIATE_TEST_SUITE_P(Routes, ValueCalls, testing::Values(loopback::Route::encoded, loopback::Route::direct),
                         [](const auto& route) {
                           return route.param == loopback::Route::direct ? "direct" : "encoded";
                         });

}  // namespace
