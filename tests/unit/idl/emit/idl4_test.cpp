// Code generated for IDL 4.2's own constructs: tests/idl/emit/idl4.idl.
#include "idl4.hpp"

#include "idl4_skel.hpp"
#include "templates_skel.hpp"

#include <gtest/gtest.h>

#include "loopback.hpp"
#include "round_trip.hpp"

namespace {

using round_trip::encoded_size;
using round_trip::through_cdr;

TEST(Enums, HaveValuesOfTheirOwn) {
  static_assert(static_cast<int>(Idl4::Level::low) == 3 && static_cast<int>(Idl4::Level::middle) == 4);
  static_assert(static_cast<int>(Idl4::Level::high) == 10);
  static_assert(IDL::traits<Idl4::Small>::bit_bound::value == 8);
  EXPECT_EQ(Idl4::All().where(), Idl4::Level::low);
  EXPECT_EQ(Idl4::Choice()._d(), Idl4::Level::middle);
}

TEST(Enums, TravelAsTheirPositions) {
  for (const auto level : {Idl4::Level::low, Idl4::Level::middle, Idl4::Level::high}) {
    EXPECT_EQ(through_cdr(level), level);
  }
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer, std::endian::big);
  dimma::cdr::write(out, Idl4::Level::high);
  EXPECT_EQ(out.octets()[3], std::byte{2});
  EXPECT_THROW(dimma::cdr::write(out, static_cast<Idl4::Level>(5)), CORBA::MARSHAL);
  out.reset();
  out.put(std::uint32_t{3});
  dimma::cdr::Decoder in(out.octets(), std::endian::big);
  EXPECT_THROW(dimma::cdr::read<Idl4::Level>(in), CORBA::MARSHAL);
  CORBA::Any any;
  any <<= Idl4::Level::high;
  Idl4::Level level{};
  EXPECT_TRUE(through_cdr(any) >>= level);
  EXPECT_EQ(level, Idl4::Level::high);
}

Idl4::Leaf some_leaf() {
  return Idl4::Leaf(Idl4::Empty_middle(Idl4::Central(Idl4::Base(1, "base"), 0.5), 7), {Idl4::Base(2, "in")},
                    Idl4::Level::high);
}

TEST(StructInheritance, IsPublicDerivation) {
  Idl4::Leaf leaf = some_leaf();
  EXPECT_EQ(leaf.id(), 1);
  EXPECT_EQ(leaf.weight(), 0.5);
  EXPECT_EQ(leaf.more(), 7);
  const Idl4::Base& base = leaf;
  EXPECT_EQ(base.label(), "base");
  Idl4::Leaf other;
  swap(leaf, other);
  EXPECT_EQ(other.label(), "base");
  EXPECT_EQ(leaf.label(), "");
  EXPECT_FALSE(leaf == other);
}

TEST(StructInheritance, SendsTheBaseFirst) {
  EXPECT_TRUE(through_cdr(some_leaf()) == some_leaf());
  EXPECT_TRUE(through_cdr(some_leaf(), std::endian::big) == some_leaf());
  static_assert(dimma::cdr::codec<Idl4::Central>::octets_min == 4 + 4 + 8);
  EXPECT_EQ(Idl4::_tc_Leaf->member_count(), 6U);
  EXPECT_EQ(Idl4::_tc_Leaf->member_name(0), "id");
  CORBA::Any any;
  any <<= some_leaf();
  Idl4::Leaf copy;
  EXPECT_TRUE(through_cdr(any) >>= copy);
  EXPECT_TRUE(copy == some_leaf());
}

TEST(Maps, AreStandardMaps) {
  static_assert(std::is_same_v<Idl4::Names, std::map<std::int32_t, std::string>>);
  static_assert(std::is_same_v<Idl4::FewBases, IDL::bounded_map<std::string, Idl4::Base, 2>>);
  static_assert(IDL::traits<Idl4::FewBases>::bound::value == 2 && !IDL::traits<Idl4::Names>::is_bounded::value);
  const Idl4::Names names{{1, "one"}, {-2, "minus two"}};
  EXPECT_EQ(through_cdr(names), names);
  const Idl4::Nested nested{{Idl4::Level::high, {names, {}}}};
  EXPECT_EQ(through_cdr(nested, std::endian::big), nested);
}

TEST(Maps, RefuseTooManyOrRepeatedKeys) {
  Idl4::FewBases few{{"a", Idl4::Base()}, {"b", Idl4::Base()}};
  EXPECT_EQ(through_cdr(few).size(), 2U);
  few["c"];
  EXPECT_THROW(through_cdr(few), CORBA::BAD_PARAM);
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  dimma::cdr::write(out, std::vector<std::int32_t>{1, 1, 2, 2});
  out.patch(0, 2);
  dimma::cdr::Decoder unique(out.octets());
  EXPECT_EQ((dimma::cdr::read<std::map<std::int32_t, std::int32_t>>(unique).size()), 2U);
  out.reset();
  dimma::cdr::write(out, std::vector<std::int32_t>{1, 1, 1, 2});
  out.patch(0, 2);
  dimma::cdr::Decoder twice(out.octets());
  EXPECT_THROW((dimma::cdr::read<std::map<std::int32_t, std::int32_t>>(twice)), CORBA::MARSHAL);
  out.patch(0, 0xffffffffU);
  dimma::cdr::Decoder many(out.octets());
  EXPECT_THROW((dimma::cdr::read<std::map<std::int32_t, std::int32_t>>(many)), CORBA::MARSHAL);
}

TEST(Maps, GoIntoAnysAsTheyGo) {
  EXPECT_EQ(Idl4::_tc_Names->content_type()->kind(), CORBA::TCKind::tk_sequence);
  const auto entry = Idl4::_tc_FewBases->content_type()->content_type();
  EXPECT_EQ(entry->kind(), CORBA::TCKind::tk_struct);
  EXPECT_EQ(entry->member_name(0), "key");
  EXPECT_TRUE(entry->member_type(1)->equal(Idl4::_tc_Base));
  EXPECT_EQ(Idl4::_tc_FewBases->content_type()->length(), 2U);
  const Idl4::Names names{{1, "one"}, {-2, "minus two"}};
  CORBA::Any any;
  any <<= names;
  any.type(Idl4::_tc_Names);
  Idl4::Names copy;
  EXPECT_TRUE(through_cdr(any, std::endian::big) >>= copy);
  EXPECT_EQ(copy, names);
  Idl4::FewBases few;
  EXPECT_FALSE(any >>= few);
}

TEST(Recursion, GoesByWayOfMaps) {
  Idl4::Folder root("root", {});
  root.folders()["a"] = Idl4::Folder("a", {{"b", Idl4::Folder("b", {})}});
  const Idl4::Folder copy = through_cdr(root);
  EXPECT_EQ(copy.folders().at("a").folders().at("b").label(), "b");
  EXPECT_TRUE(copy == root);
  CORBA::Any any;
  any <<= root;
  Idl4::Folder same;
  ASSERT_TRUE(through_cdr(any) >>= same);
  EXPECT_TRUE(same == root);
  Idl4::Formula formula;
  formula.parts({{"x", Idl4::Formula()}});
  formula.parts()["x"].number(2.5);
  EXPECT_EQ(through_cdr(formula).parts().at("x").number(), 2.5);
}

TEST(Recursion, GoesByWayOfMembersThatMayBeAbsent) {
  Idl4::Chapter first("first", {{1, Idl4::Chapter("part", {}, {}, {})}}, {}, {});
  first.next(std::make_shared<Idl4::Chapter>("second", Idl4::Chapters(), IDL::nullopt, IDL::nullopt));
  first.told_in(std::make_shared<Idl4::Book>());
  first.told_in().value()->index()["x"].emplace_back("in a book", Idl4::Chapters(), IDL::nullopt, IDL::nullopt);
  const Idl4::Chapter copy = through_cdr(first);
  ASSERT_TRUE(copy.next().has_value());
  EXPECT_EQ(copy.next().value()->title(), "second");
  EXPECT_FALSE(copy.next().value()->next().has_value());
  EXPECT_EQ(copy.parts().at(1).title(), "part");
  EXPECT_EQ(copy.told_in().value()->index().at("x").at(0).title(), "in a book");
}

TEST(Recursion, IsRefusedBeyondMeasure) {
  const auto chain = [](int length) {
    Idl4::Chapter first("x", {}, {}, {});
    for (int i = 0; i < length; ++i) {
      Idl4::Chapter next("x", {}, {}, {});
      next.next(std::make_shared<Idl4::Chapter>(std::move(first)));
      first = std::move(next);
    }
    return first;
  };
  EXPECT_NO_THROW(through_cdr(chain(500)));
  EXPECT_THROW(through_cdr(chain(600)), CORBA::MARSHAL);
}

class Texts : public virtual CORBA::servant_traits<Shelves::Texts::Store>::base_type {
  Shelves::Texts::Bounded all(const Shelves::Key& key, Shelves::Texts::Entry& first) override {
    first = Shelves::Texts::Entry("first", key);
    return std::vector<std::string>{"a", "b"};
  }
  std::string latest() override { return "latest"; }
};

TEST(TemplateModules, AreModulesByTheirInstances) {
  static_assert(std::is_same_v<Shelves::Texts::Bounded, IDL::bounded_vector<std::string, 4>>);
  static_assert(std::is_same_v<Shelves::Numbers::Bounded, IDL::bounded_vector<std::vector<double>, 2>>);
  static_assert(Shelves::Texts::twice == 8 && Shelves::Numbers::twice == 4);
  static_assert(std::is_same_v<decltype(Shelves::Both().words()), Shelves::Texts::Bounded&>);
  const auto texts = loopback::activate<Shelves::Texts::Store>(CORBA::make_reference<Texts>());
  Shelves::Texts::Entry first;
  EXPECT_EQ(texts->all(Shelves::Key(3), first).size(), 2U);
  EXPECT_EQ(first.kept_by().number(), 3);
  EXPECT_EQ(first.it(), "first");
  EXPECT_EQ(Shelves::Texts::Store::_interface_tag.repository_id, "IDL:Shelves/Texts/Store:1.0");
}

TEST(Bits, GoIntoAnysAsNumbersOfTheirName) {
  EXPECT_EQ(Idl4::_tc_Rights->id(), "IDL:Idl4/Rights:1.0");
  EXPECT_EQ(Idl4::_tc_Rights->content_type()->kind(), CORBA::TCKind::tk_octet);
  EXPECT_EQ(Idl4::_tc_Huge->content_type()->kind(), CORBA::TCKind::tk_ulonglong);
  EXPECT_EQ(Idl4::_tc_Flags->content_type()->kind(), CORBA::TCKind::tk_ulong);
  CORBA::Any any;
  any <<= Idl4::Flags(true, 5, -3, 4095);
  const CORBA::Any copy = through_cdr(any, std::endian::big);
  Idl4::Flags flags;
  ASSERT_TRUE(copy >>= flags);
  EXPECT_EQ(flags.offset(), -3);
  std::uint32_t number = 0;
  EXPECT_TRUE(copy >>= number);
  EXPECT_EQ(number, flags._bits());
  any <<= Idl4::Rights(9);
  Idl4::Rights rights;
  EXPECT_TRUE(through_cdr(any) >>= rights);
  EXPECT_EQ(rights, 9);
  EXPECT_FALSE(any >>= flags);
}

TEST(Structs, WithEveryNewTypeGoIntoAnys) {
  Idl4::All all;
  all.by_number({{3, "three"}});
  all.deep({{Idl4::Level::middle, {all.by_number()}}});
  all.allowed(Idl4::Rights::execute);
  all.inline_map({{1, 2}});
  CORBA::Any any;
  any <<= all;
  Idl4::All copy;
  ASSERT_TRUE(through_cdr(any, std::endian::big) >>= copy);
  EXPECT_TRUE(copy == all);
}

TEST(Bitmasks, AreFlagsInAnUnsignedInteger) {
  static_assert(std::is_same_v<IDL::traits<Idl4::Rights>::underlying_type, std::uint8_t>);
  static_assert(std::is_same_v<IDL::traits<Idl4::Wide_rights>::underlying_type, std::uint32_t>);
  static_assert(IDL::traits<Idl4::Huge>::bit_bound::value == 64);
  static_assert(Idl4::Rights::execute == 16 && Idl4::Huge::top == 0x8000000000000000U);
  Idl4::Rights rights = Idl4::Rights::read;
  rights |= Idl4::Rights::write;
  EXPECT_EQ(rights, 9);
  EXPECT_TRUE(rights & Idl4::Rights::write);
  rights ^= Idl4::Rights::read;
  rights &= Idl4::Rights::write;
  EXPECT_EQ(through_cdr(rights), Idl4::Rights::write);
  EXPECT_EQ(encoded_size(rights), 1U);
  EXPECT_EQ(encoded_size(Idl4::Huge(Idl4::Huge::top)), 8U);
}

TEST(Bitsets, HaveAFieldForEachName) {
  Idl4::Flags flags(true, 5, -3, 4095);
  EXPECT_TRUE(flags.on());
  EXPECT_EQ(flags.kind_of_it(), 5);
  EXPECT_EQ(flags.offset(), -3);
  EXPECT_EQ(flags.amount(), 4095);
  static_assert(std::is_same_v<decltype(flags.on()), bool> && std::is_same_v<decltype(flags.offset()), std::int16_t>);
  flags.kind_of_it(9);  // truncated to three bits
  EXPECT_EQ(flags.kind_of_it(), 1);
  EXPECT_EQ(flags.offset(), -3);
  EXPECT_TRUE(through_cdr(flags) == flags);
  EXPECT_EQ(encoded_size(flags), 4U);
  Idl4::More_flags more(false, 1, 2, 3, 2);
  EXPECT_EQ(more.extra(), 2);
  EXPECT_EQ(more.amount(), 3);
  Idl4::More_flags other;
  swap(more, other);
  EXPECT_EQ(other.offset(), 2);
}

TEST(Bitsets, BeginWithTheDefaultsOfTheirFields) {
  const Idl4::More_preset preset;
  EXPECT_TRUE(preset.on());
  EXPECT_EQ(preset.level(), 5);
  EXPECT_EQ(preset.rest(), 0);
  EXPECT_EQ(preset.less(), -2);
  EXPECT_EQ(preset.extra(), 3);
  EXPECT_EQ(Idl4::Flags()._bits(), 0U);
  // Two bitmasks have a flag of that name.
  EXPECT_EQ(Idl4::both_rights, Idl4::More_rights::read | Idl4::More_rights::last_of_them);
}

class Desk : public virtual CORBA::servant_traits<Idl4::Desk>::base_type {
 public:
  Idl4::Leaf turn(const Idl4::Leaf& a, Idl4::Names& b, Idl4::Rights& c) override {
    b[a.id()] = a.label();
    c = Idl4::Rights::write;
    return a;
  }
  Idl4::All everything() override { return all_; }
  void everything(const Idl4::All& value) override { all_ = value; }
  Idl4::Flags bits() override { return all_.bits(); }
  void bits(const Idl4::Flags& value) override { all_.bits(value); }
  Idl4::Level level_of_it() override { return all_.where(); }
  void level_of_it(Idl4::Level value) override { all_.where(value); }

 private:
  Idl4::All all_;
};

TEST(Calls, PassThemAll) {
  const auto desk = loopback::activate<Idl4::Desk>(CORBA::make_reference<Desk>());
  Idl4::Names names{{5, "five"}};
  Idl4::Rights rights;
  EXPECT_TRUE(desk->turn(some_leaf(), names, rights) == some_leaf());
  EXPECT_EQ(names.size(), 2U);
  EXPECT_EQ(rights, Idl4::Rights::write);
  desk->bits(Idl4::Flags(true, 0, 0, 1));
  EXPECT_EQ(desk->bits().amount(), 1);
  desk->level_of_it(Idl4::Level::high);
  EXPECT_EQ(desk->level_of_it(), Idl4::Level::high);
  Idl4::All all = desk->everything();
  all.inline_map()[3] = 4;
  all.large(Idl4::Huge::top);
  desk->everything(all);
  EXPECT_TRUE(desk->everything() == all);
}

}  // namespace
