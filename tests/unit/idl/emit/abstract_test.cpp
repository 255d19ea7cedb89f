// Code generated for abstract interfaces: tests/idl/emit/abstract.idl.
#include "abstract.hpp"

#include "abstract_skel.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "loopback.hpp"
#include "values_samples.hpp"

namespace {

using values_samples::Factories;
using values_samples::FactoryOf;
using values_samples::through_cdr;
using DescribableRef = IDL::traits<Views::Describable>::ref_type;
using MarkerRef = IDL::traits<Views::Marker>::ref_type;

std::string repeated(const std::string& text, std::int32_t times) {
  if (times > Views::Describable::times_max) throw Views::Refused("too often");
  std::string all;
  for (; times > 0; --times) all += text;
  return all;
}

template <class Skeleton>
class Described : public virtual Skeleton {
 public:
  std::string describe(std::int32_t times) override { return repeated("lamp ", times); }
  std::string title() override { return "lamp"; }
  DescribableRef other(DescribableRef given, Views::Describables& all) override {
    all = {given, nullptr};
    return given;
  }
  void light() override { ++lit; }
  int lit = 0;
};

class LampImpl : public Described<CORBA::servant_traits<Views::Lamp>::base_type> {};

class NeonImpl : public Described<CORBA::servant_traits<Views::Neon>::base_type> {
 public:
  std::int32_t size() override { return size_; }
  void size(std::int32_t value) override { size_ = value; }

 private:
  std::int32_t size_ = 0;
};

class TextImpl : public virtual IDL::traits<Views::Text>::obv_type {
 public:
  TextImpl() = default;
  explicit TextImpl(const std::string& text) { words(text); }
  std::string describe(std::int32_t times) override { return repeated(words(), times); }
  std::string title() override { return "text"; }
  DescribableRef other(DescribableRef, Views::Describables&) override { return {}; }
};

// A value and a servant in one.
class SignImpl : public virtual IDL::traits<Views::Sign>::obv_type,
                 public Described<CORBA::servant_traits<Views::Lamp>::base_type> {};

class GhostImpl : public virtual IDL::traits<Views::Ghost>::base_type {
 public:
  std::string describe(std::int32_t) override { return "boo"; }
  std::string title() override { return "ghost"; }
  DescribableRef other(DescribableRef given, Views::Describables&) override { return given; }
  void light() override {}
  void haunt() override {}
};

class ViewStore : public virtual CORBA::servant_traits<Views::Store>::base_type {
 public:
  DescribableRef echo(DescribableRef a, DescribableRef& b, DescribableRef& c) override {
    c = b;
    b = a;
    return c;
  }
  Views::Holder echo_holder(const Views::Holder& it, const Views::Choice& choice, Views::Marks& both) override {
    both = {choice.it(), it.first()};
    return it;
  }
  bool same(MarkerRef a, CORBA::valuetype_reference<Views::Flag> b) override { return a->_to_value() == b; }
  void reject(CORBA::valuetype_reference<Views::Flag> why) override { throw Views::Rejected(why, why); }
  DescribableRef favourite() override { return favourite_; }
  void favourite(DescribableRef it) override { favourite_ = std::move(it); }

 private:
  DescribableRef favourite_;
};

CORBA::valuetype_reference<Views::Flag> make_flag(std::int32_t colour, MarkerRef next = {}) {
  return CORBA::make_reference<IDL::traits<Views::Flag>::obv_type>(colour, std::move(next));
}

TEST(AbstractMapping, IsThatOfTheSpecification) {
  static_assert(std::is_same_v<DescribableRef, CORBA::abstractbase_reference<Views::Describable>>);
  static_assert(IDL::traits<Views::Describable>::is_abstract() && !IDL::traits<Views::Describable>::is_local());
  static_assert(std::is_base_of_v<CORBA::AbstractBase, Views::Describable>);
  static_assert(!std::is_base_of_v<CORBA::Object, Views::Both>);
  static_assert(std::is_convertible_v<CORBA::object_reference<Views::Neon>, DescribableRef>);
  static_assert(std::is_convertible_v<CORBA::valuetype_reference<Views::Sign>, DescribableRef>);
  static_assert(std::is_convertible_v<CORBA::abstractbase_reference<Views::Both>, DescribableRef>);
  static_assert(!std::is_convertible_v<DescribableRef, CORBA::abstractbase_reference<Views::Both>>);
  static_assert(!std::is_convertible_v<CORBA::object_reference<Views::Store>, DescribableRef>);
  static_assert(std::is_same_v<IDL::traits<Views::Describables>::element_traits::ref_type, DescribableRef>);
  EXPECT_EQ(Views::_tc_Describable->kind(), CORBA::TCKind::tk_abstract_interface);
  EXPECT_EQ(Views::_tc_Describable->id(), "IDL:Views/Describable:1.0");
  EXPECT_EQ(Views::_tc_Holder->member_type(0)->kind(), CORBA::TCKind::tk_abstract_interface);
}

class AbstractCalls : public testing::TestWithParam<loopback::Route> {
 protected:
  void SetUp() override { loopback::use(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Routes, AbstractCalls, testing::Values(loopback::Route::encoded, loopback::Route::direct));

TEST_P(AbstractCalls, ReachAnObjectByItsOwnStub) {
  const auto servant = CORBA::make_reference<NeonImpl>();
  const auto neon = loopback::activate<Views::Neon>(servant);
  EXPECT_EQ(neon->describe(2), "lamp lamp ");
  EXPECT_THROW(neon->describe(4), Views::Refused);
  neon->size(7);
  EXPECT_EQ(neon->size(), 7);
  neon->light();
  EXPECT_EQ(servant->lit, 1);
  EXPECT_TRUE(neon->_is_a("IDL:Views/Sizeable:1.0"));
  EXPECT_TRUE(servant->_is_a("IDL:Views/Describable:1.0"));
  EXPECT_FALSE(servant->_is_a("IDL:Views/Both:1.0"));
}

TEST_P(AbstractCalls, ReachAnObjectOfUnknownInterface) {
  const auto object = loopback::reference_to(CORBA::make_reference<NeonImpl>());
  const DescribableRef it = IDL::traits<Views::Describable>::narrow(object);
  ASSERT_TRUE(it);
  EXPECT_EQ(it->describe(1), "lamp ");
  EXPECT_EQ(it->title(), "lamp");
  EXPECT_THROW(it->describe(4), Views::Refused);
  Views::Describables all;
  EXPECT_EQ(it->other(it, all)->title(), "lamp");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0]->_to_object()->_is_equivalent(object));
  EXPECT_FALSE(all[1]);
  EXPECT_FALSE(it->_to_value());
  const auto sizeable = IDL::traits<Views::Sizeable>::narrow(it);
  sizeable->size(5);
  EXPECT_EQ(IDL::traits<Views::Neon>::narrow(it)->size(), 5);
  EXPECT_FALSE(IDL::traits<Views::Both>::narrow(it));
  EXPECT_FALSE(IDL::traits<Views::Text>::narrow(it));
  EXPECT_TRUE(IDL::traits<CORBA::Object>::narrow(it));
}

TEST_P(AbstractCalls, PassObjectsAndNil) {
  const auto store = loopback::activate<Views::Store>(CORBA::make_reference<ViewStore>());
  const auto lamp = loopback::activate<Views::Lamp>(CORBA::make_reference<LampImpl>());
  DescribableRef b;
  DescribableRef c = lamp;
  EXPECT_FALSE(store->echo(lamp, b, c));
  EXPECT_FALSE(c);
  EXPECT_EQ(b->title(), "lamp");
  EXPECT_TRUE(b->_to_object()->_is_equivalent(lamp));
  store->favourite(lamp);
  EXPECT_EQ(store->favourite()->describe(1), "lamp ");
}

TEST_P(AbstractCalls, CopyValuesThatTheMessageShares) {
  const auto store = loopback::activate<Views::Store>(CORBA::make_reference<ViewStore>());
  const auto flag = make_flag(3);
  EXPECT_TRUE(store->same(flag, flag));
  EXPECT_FALSE(store->same(flag, make_flag(3)));
  Views::Holder holder(flag, {nullptr, flag, make_flag(4, flag)}, {});
  holder.anything() <<= MarkerRef(flag);
  Views::Choice choice;
  choice.it(flag);
  Views::Marks both;
  const Views::Holder back = store->echo_holder(holder, choice, both);
  const auto copy = IDL::traits<Views::Flag>::narrow(back.first());
  EXPECT_EQ(copy->colour(), 3);
  EXPECT_FALSE(copy == flag);
  EXPECT_FALSE(back.several()[0]);
  EXPECT_TRUE(IDL::traits<Views::Flag>::narrow(back.several()[2])->next()->_to_value() == copy);
  EXPECT_TRUE(both[0]->_to_value() == copy && both[1]->_to_value() == copy);
  MarkerRef out;
  ASSERT_TRUE(back.anything() >>= out);
  EXPECT_TRUE(out->_to_value() == copy);
  try {
    store->reject(flag);
    FAIL();
  } catch (const Views::Rejected& exception) {
    EXPECT_TRUE(exception.why()->_to_value() == exception.same());
  }
}

TEST(AbstractReferences, LeadToValuesThemselves) {
  const auto text = CORBA::make_reference<TextImpl>("word ");
  const DescribableRef it = text;
  EXPECT_EQ(it->describe(2), "word word ");
  EXPECT_TRUE(it->_to_value() == text);
  EXPECT_FALSE(it->_to_object());
  EXPECT_TRUE(IDL::traits<Views::Text>::narrow(it) == text);
  EXPECT_FALSE(IDL::traits<Views::Lamp>::narrow(it));
  EXPECT_FALSE(IDL::traits<Views::Sizeable>::narrow(it));
  EXPECT_FALSE(IDL::traits<Views::Describable>::narrow(nullptr));
  auto weak = it.weak_reference();
  EXPECT_TRUE(weak.lock()->_to_value() == text);
  EXPECT_THROW(DescribableRef()->title(), CORBA::INV_OBJREF);
}

TEST(AbstractReferences, ArePrintedAsWhatTheyLeadTo) {
  std::ostringstream text;
  const Views::Holder holder(make_flag(1), {nullptr}, {});
  text << MarkerRef(make_flag(1)) << ' ' << DescribableRef() << ' ' << holder;
  EXPECT_EQ(text.str().substr(0, 72), "IDL:Views/Marker:1.0 nil Views::Holder{first=IDL:Views/Marker:1.0,severa");
  const auto lamp = loopback::activate<Views::Lamp>(CORBA::make_reference<LampImpl>());
  std::ostringstream object;
  object << IDL::traits<Views::Describable>::write(lamp);
  EXPECT_EQ(object.str(), "IDL:Views/Describable:1.0");
}

TEST(AbstractReferences, ToServantsThatAreValuesLeadToTheValues) {
  const auto sign = CORBA::make_reference<SignImpl>();
  sign->number(5);
  const DescribableRef it = sign;
  const auto value = IDL::traits<Views::Sign>::narrow(it);
  EXPECT_EQ(value->number(), 5);
  EXPECT_TRUE(it->_to_value() == value);
}

TEST(AbstractReferences, LeadToLocalObjectsThatCannotBeSent) {
  const auto ghost = CORBA::make_reference<GhostImpl>();
  const DescribableRef it = ghost;
  EXPECT_EQ(it->describe(1), "boo");
  EXPECT_TRUE(it->_to_object()->_is_a("IDL:Views/Describable:1.0"));
  EXPECT_TRUE(IDL::traits<Views::Ghost>::narrow(it));
  EXPECT_TRUE(IDL::traits<Views::Describable>::narrow(it->_to_object()));
}

TEST(AbstractInOctets, AreABooleanAndWhatItSays) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    dimma::cdr::Buffer buffer;
    dimma::cdr::Encoder out(buffer, order);
    dimma::cdr::write(out, MarkerRef(make_flag(7)));
    dimma::cdr::Decoder in(out.octets(), order);
    EXPECT_FALSE(in.get_boolean());
    EXPECT_EQ(in.get<std::uint32_t>(), 0x7fffff02U);
    EXPECT_EQ(in.get_string_view(), "IDL:Views/Flag:1.0");
    EXPECT_EQ(in.get<std::int32_t>(), 7);
    EXPECT_FALSE(in.get_boolean());
    EXPECT_EQ(in.get<std::uint32_t>(), 0U);
    EXPECT_EQ(in.remaining(), 0U);
    EXPECT_EQ(IDL::traits<Views::Flag>::narrow(through_cdr(MarkerRef(make_flag(7)), order))->colour(), 7);
    EXPECT_FALSE(through_cdr(MarkerRef(), order));
    const auto lamp = loopback::activate<Views::Lamp>(CORBA::make_reference<LampImpl>());
    EXPECT_TRUE(through_cdr(DescribableRef(lamp), order)->_to_object()->_is_equivalent(lamp));
  }
}

TEST(AbstractInOctets, MakeValuesByTheirFactories) {
  Factories factories;
  factories.add("IDL:Views/Text:1.0", CORBA::make_reference<FactoryOf<TextImpl>>());
  const DescribableRef text = CORBA::make_reference<TextImpl>("a");
  EXPECT_EQ(factories.through_cdr(text)->describe(3), "aaa");
  EXPECT_THROW(through_cdr(text), CORBA::MARSHAL);
}

TEST(AbstractInOctets, AreRefusedIfTheValueDoesNotSupportThem) {
  for (const bool is_boolean : {true, false}) {
    dimma::cdr::Buffer buffer;
    dimma::cdr::Encoder out(buffer);
    out.put(std::uint8_t{is_boolean ? std::uint8_t{0} : std::uint8_t{2}});
    dimma::cdr::write(out, make_flag(1));
    dimma::cdr::Decoder in(out.octets());
    EXPECT_THROW(dimma::cdr::read<DescribableRef>(in), CORBA::MARSHAL);
  }
}

TEST(AbstractInAny, ComeOutByTheirOwnTypeAndAsTheRoot) {
  const auto flag = make_flag(2);
  CORBA::Any any;
  any <<= MarkerRef(flag);
  EXPECT_TRUE(any.type()->equal(Views::_tc_Marker));
  for (const CORBA::Any& each : {any, through_cdr(any), through_cdr(any, std::endian::big)}) {
    MarkerRef marker;
    ASSERT_TRUE(each >>= marker);
    EXPECT_EQ(IDL::traits<Views::Flag>::narrow(marker)->colour(), 2);
    CORBA::abstractbase_reference<CORBA::AbstractBase> root;
    ASSERT_TRUE(each >>= root);
    EXPECT_TRUE(root->_to_value() == marker->_to_value());
    DescribableRef none = CORBA::make_reference<TextImpl>("kept");
    EXPECT_FALSE(each >>= none);
    EXPECT_TRUE(none);
    CORBA::valuetype_reference<Views::Flag> value;
    EXPECT_FALSE(each >>= value);
  }
}

TEST(AbstractInAny, HoldObjects) {
  const auto lamp = loopback::activate<Views::Lamp>(CORBA::make_reference<LampImpl>());
  CORBA::Any any;
  any <<= DescribableRef(lamp);
  const CORBA::Any copy = through_cdr(any, std::endian::big);
  DescribableRef it;
  ASSERT_TRUE(copy >>= it);
  EXPECT_EQ(it->title(), "lamp");
  CORBA::abstractbase_reference<CORBA::AbstractBase> root;
  ASSERT_TRUE(copy >>= root);
  EXPECT_TRUE(IDL::traits<Views::Lamp>::narrow(root));
  any <<= root;
  EXPECT_TRUE(any.type()->equal(CORBA::_tc_AbstractBase));
  any <<= DescribableRef();
  const CORBA::Any nil = through_cdr(any);
  ASSERT_TRUE(nil >>= it);
  EXPECT_FALSE(it);
}

TEST(AbstractTies, HandOnWhatComesFromAbstractBases) {
  struct Tied {
    std::string describe(std::int32_t) { return "tied"; }
    std::string title() { return "tie"; }
    DescribableRef other(DescribableRef given, Views::Describables&) { return given; }
    void light() {}
  };
  using Tie = CORBA::servant_traits<Views::Lamp>::tie_type<Tied>;
  const auto lamp = loopback::activate<Views::Lamp>(CORBA::make_reference<Tie>(std::make_shared<Tied>()));
  EXPECT_EQ(lamp->describe(1), "tied");
}

}  // namespace
