// TypeCodes: those of tests/idl/emit/anys.idl, those that are made at run time, and their encoding.
#include "anys.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <vector>

#include "round_trip.hpp"

namespace {

using CORBA::Any;
using CORBA::TCKind;
using CORBA::TypeCode;
using CORBA::typecode_reference;
using round_trip::through_cdr;

// The factory without an ORB.
class Factory : public CORBA::TypeCodeFactory {
 public:
  Factory() = default;
};

TEST(TypeCodes, SayWhatTheIdlSays) {
  const typecode_reference choice = Anys::_tc_Choice;
  EXPECT_EQ(choice->kind(), TCKind::tk_union);
  EXPECT_EQ(choice->id(), "IDL:Anys/Choice:1.0");
  EXPECT_EQ(choice->name(), "Choice");
  ASSERT_EQ(choice->member_count(), 4U);
  EXPECT_EQ(choice->member_name(1), "black");
  EXPECT_EQ(choice->member_name(2), "red");
  EXPECT_EQ(choice->default_index(), 3);
  EXPECT_TRUE(choice->discriminator_type()->equal(Anys::_tc_Suit));
  Anys::Suit label = Anys::Suit::clubs;
  EXPECT_TRUE(choice->member_label(1) >>= label);
  EXPECT_EQ(label, Anys::Suit::spades);
  std::uint8_t none = 1;
  EXPECT_TRUE(choice->member_label(3) >>= none);
  EXPECT_EQ(none, 0);
  EXPECT_EQ(Anys::_tc_Suit->member_name(3), "spades");
  EXPECT_EQ(Anys::_tc_Grid->content_type()->length(), 2U);
  EXPECT_EQ(Anys::_tc_Grid->content_type()->content_type()->length(), 3U);
  EXPECT_EQ(Anys::_tc_Tag->content_type()->length(), 5U);
  EXPECT_EQ(Anys::_tc_Refused->kind(), TCKind::tk_except);
  EXPECT_EQ(Anys::_tc_Keeper->kind(), TCKind::tk_objref);
  EXPECT_EQ(Anys::Friend::_tc_Nested->id(), "IDL:Anys/Friend/Nested:1.0");
  std::int64_t least = 0;
  EXPECT_TRUE(Anys::_tc_Wide->member_label(0) >>= least);
  EXPECT_EQ(least, std::numeric_limits<std::int64_t>::min());
}

TEST(TypeCodes, KeepAliasesOfMembers) {
  EXPECT_EQ(Anys::_tc_All->member_type(17)->kind(), TCKind::tk_alias);
  EXPECT_EQ(Anys::_tc_All->member_type(17)->content_type()->kind(), TCKind::tk_enum);
}

TEST(TypeCodes, RefuseWhatTheirKindDoesNotHave) {
  EXPECT_THROW(CORBA::_tc_long->id(), TypeCode::BadKind);
  EXPECT_THROW(Anys::_tc_Point->length(), TypeCode::BadKind);
  EXPECT_THROW(Anys::_tc_Suit->member_type(0), TypeCode::BadKind);
  EXPECT_THROW(Anys::_tc_Point->member_label(0), TypeCode::BadKind);
  EXPECT_THROW(Anys::_tc_Point->member_name(2), TypeCode::Bounds);
}

TEST(TypeCodes, SayWhatTheyRefuse) {
  try {
    CORBA::_tc_long->member_name(0);
    ADD_FAILURE() << "not refused";
  } catch (const TypeCode::BadKind& refused) {
    EXPECT_NE(std::string(refused.what()).find("member_name() is not defined for the TypeCode of long"),
              std::string::npos)
        << refused.what();
  }
  try {
    Anys::_tc_Point->member_name(2);
    ADD_FAILURE() << "not refused";
  } catch (const TypeCode::Bounds& refused) {
    EXPECT_NE(std::string(refused.what()).find("no member 2 in struct IDL:Anys/Point:1.0; number of members: 2"),
              std::string::npos)
        << refused.what();
  }
}

TEST(TypeCodes, LeadBackToThemselves) {
  const auto children = Anys::_tc_Tree->member_type(1)->content_type();
  EXPECT_EQ(&*children->content_type(), &Anys::_tc_Tree);
  const auto directory = Anys::_tc_Entry->member_type(1)->content_type();
  EXPECT_EQ(&*directory->member_type(0)->content_type(), &Anys::_tc_Entry);
  const auto sides = Anys::_tc_Branch->member_type(1);
  EXPECT_EQ(sides->kind(), TCKind::tk_array);
  EXPECT_EQ(&*sides->content_type(), &Anys::_tc_Branches);
  EXPECT_EQ(&*sides->content_type()->content_type()->content_type(), &Anys::_tc_Branch);
}

TEST(TypeCodes, AreEqualOrEquivalent) {
  EXPECT_TRUE(Anys::_tc_Point->equal(Anys::_tc_Point));
  EXPECT_FALSE(Anys::_tc_Point->equal(Anys::_tc_Tree));
  EXPECT_FALSE(Anys::_tc_Colour->equal(Anys::_tc_Suit));
  EXPECT_TRUE(Anys::_tc_Colour->equivalent(Anys::_tc_Suit));
  EXPECT_FALSE(Anys::_tc_Points->equivalent(Anys::_tc_FewPoints));
  EXPECT_FALSE(Anys::_tc_Point->equal(nullptr));
  Factory factory;
  const auto other_name = factory.create_struct_tc(
      "IDL:Anys/Point:1.0", "", {CORBA::StructMember("a", CORBA::_tc_long), CORBA::StructMember("b", CORBA::_tc_long)});
  EXPECT_FALSE(Anys::_tc_Point->equal(other_name));
  EXPECT_TRUE(Anys::_tc_Point->equivalent(other_name));
}

TEST(TypeCodes, AreMadeCompact) {
  const auto compact = Anys::_tc_Tree->get_compact_typecode();
  EXPECT_EQ(compact->name(), "");
  EXPECT_EQ(compact->member_name(0), "");
  EXPECT_EQ(compact->id(), "IDL:Anys/Tree:1.0");
  EXPECT_TRUE(compact->equal(Anys::_tc_Tree));
}

TEST(TypeCodes, AreSentAndReceived) {
  for (const TypeCode* type :
       {&Anys::_tc_All, &Anys::_tc_Choice, &Anys::_tc_Letters, &Anys::_tc_Wide, &Anys::_tc_Ulong, &Anys::_tc_Flagged,
        &Anys::_tc_Tree, &Anys::_tc_Entry, &Anys::_tc_Directory, &Anys::_tc_Branch, &Anys::_tc_Rung, &Anys::_tc_Refused,
        &Anys::_tc_Plain, &Anys::_tc_Keeper, &Anys::_tc_WideTag, &CORBA::_tc_null, &CORBA::_tc_any,
        &CORBA::_tc_string}) {
    for (const std::endian order : {std::endian::little, std::endian::big}) {
      const auto copy = through_cdr(type->_reference(), order);
      EXPECT_TRUE(copy->equal(*type));
      EXPECT_TRUE(type->equal(through_cdr(copy, order)));
    }
  }
}

// The reader recognizes recently read TypeCodes by their octets, and must not confuse them.
TEST(TypeCodes, AreReadAgainUnchanged) {
  Factory factory;
  std::vector<typecode_reference> types;
  for (const char* const name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}) {
    types.push_back(factory.create_alias_tc("IDL:T:1.0", name, CORBA::_tc_long._reference()));
    types.push_back(factory.create_sequence_tc(7, types.back()));
  }
  types.push_back(factory.create_alias_tc("IDL:T:1.0", std::string(3000, 'n'), CORBA::_tc_long._reference()));
  for (int turn = 0; turn < 3; ++turn) {
    for (const auto& type : types) {
      for (int again = 0; again < 2; ++again) EXPECT_TRUE(through_cdr(type)->equal(type));
    }
  }
}

TEST(TypeCodes, ACopyOfAConstantStandsForTheConstant) {
  typecode_reference kept;
  {
    auto tree = Anys::_tc_Tree;
    const auto again = tree;
    EXPECT_EQ(again->name(), "Tree");
    EXPECT_EQ(again.member_count(), tree->member_count());
    kept = again;
  }
  EXPECT_TRUE(kept->equal(Anys::_tc_Tree));
  EXPECT_EQ(&*kept, &Anys::_tc_Tree);
  const typecode_reference received = through_cdr(kept);
  EXPECT_THROW(static_cast<void>(CORBA::TypeCode(*received)), CORBA::BAD_PARAM);
}

TEST(TypeCodes, LiveAsLongAsAnyPartOfThem) {
  auto type = through_cdr(Anys::_tc_Tree._reference());
  type = type->member_type(1)->content_type();
  EXPECT_EQ(type->content_type()->member_name(0), "name");
  type = type->content_type()->member_type(0);
  EXPECT_EQ(type->kind(), TCKind::tk_string);
}

TEST(TypeCodeFactory, MakesWhatIdlMakes) {
  Factory factory;
  const auto suit = factory.create_enum_tc("IDL:Anys/Suit:1.0", "Suit", {"clubs", "diamonds", "hearts", "spades"});
  EXPECT_TRUE(suit->equal(Anys::_tc_Suit));
  const auto point =
      factory.create_struct_tc("IDL:Anys/Point:1.0", "Point",
                               {CORBA::StructMember("x", CORBA::_tc_long), CORBA::StructMember("y", CORBA::_tc_long)});
  EXPECT_TRUE(point->equal(Anys::_tc_Point));
  const auto points = factory.create_alias_tc("IDL:Anys/Points:1.0", "Points", factory.create_sequence_tc(0, point));
  EXPECT_TRUE(points->equal(Anys::_tc_Points));
  const auto label = [](Anys::Suit value) {
    Any any;
    any <<= value;
    return any;
  };
  Any none;
  none <<= std::uint8_t{0};
  const auto choice = factory.create_union_tc("IDL:Anys/Choice:1.0", "Choice", suit,
                                              {CORBA::UnionMember("black", label(Anys::Suit::clubs), CORBA::_tc_long),
                                               CORBA::UnionMember("black", label(Anys::Suit::spades), CORBA::_tc_long),
                                               CORBA::UnionMember("red", label(Anys::Suit::hearts), CORBA::_tc_string),
                                               CORBA::UnionMember("rest", none, points)});
  EXPECT_TRUE(choice->equal(Anys::_tc_Choice));
  EXPECT_TRUE(through_cdr(choice)->equal(Anys::_tc_Choice));
  const auto grid = factory.create_array_tc(2, factory.create_array_tc(3, CORBA::_tc_long));
  EXPECT_TRUE(grid->equal(Anys::_tc_Grid->content_type()));
  EXPECT_TRUE(factory.create_string_tc(5)->equal(Anys::_tc_Tag->content_type()));
  EXPECT_EQ(factory.create_fixed_tc(5, 2)->fixed_digits(), 5);
  EXPECT_EQ(factory.create_interface_tc("IDL:I:1.0", "I")->kind(), TCKind::tk_objref);
  EXPECT_EQ(factory.create_component_tc("IDL:C:1.0", "C")->kind(), TCKind::tk_component);
  EXPECT_EQ(factory.create_home_tc("IDL:H:1.0", "")->kind(), TCKind::tk_home);
  const auto event = factory.create_event_tc("IDL:E:1.0", "E", CORBA::VM_NONE, nullptr,
                                             {CORBA::ValueMember("number", CORBA::_tc_long, CORBA::PUBLIC_MEMBER)});
  EXPECT_EQ(event->kind(), TCKind::tk_event);
  EXPECT_EQ(event->member_visibility(0), CORBA::PUBLIC_MEMBER);
  EXPECT_TRUE(through_cdr(event)->equal(event));
}

TEST(TypeCodeFactory, TakesAnOctetOfZeroForTheDefault) {
  Factory factory;
  const auto member = [](const char* name, std::uint8_t number) {
    Any label;
    label <<= number;
    return CORBA::UnionMember(name, label, CORBA::_tc_long);
  };
  const auto made = factory.create_union_tc("IDL:U:1.0", "U", CORBA::_tc_octet,
                                            {member("five", 5), member("rest", 0), member("six", 6)});
  EXPECT_EQ(made->default_index(), 1);
  std::uint8_t label = 0;
  EXPECT_TRUE(made->member_label(0) >>= label);
  EXPECT_EQ(label, 5);
}

TEST(TypeCodeFactory, MakesTypesThatHoldThemselves) {
  Factory factory;
  const auto inner = factory.create_sequence_tc(0, factory.create_recursive_tc("IDL:Anys/Tree:1.0"));
  const auto forest = factory.create_alias_tc("IDL:Anys/Forest:1.0", "Forest", inner);
  const auto tree = factory.create_struct_tc(
      "IDL:Anys/Tree:1.0", "Tree",
      {CORBA::StructMember("name", CORBA::_tc_string), CORBA::StructMember("children", forest)});
  EXPECT_TRUE(tree->equal(Anys::_tc_Tree));
  EXPECT_TRUE(Anys::_tc_Tree->equal(through_cdr(tree)));
}

// The cycle is entered at a TypeCode that is neither a struct nor a value.
TEST(TypeCodes, AreReadIfASequenceHoldsItsOwnContainer) {
  const typecode_reference forest = Anys::_tc_Forest;
  EXPECT_TRUE(forest->equal(through_cdr(forest)));
  const auto nameless = forest->content_type();
  EXPECT_TRUE(nameless->equal(through_cdr(nameless)));
  const auto row = Factory().create_array_tc(2, forest);
  EXPECT_TRUE(row->equal(through_cdr(row)));
}

TEST(TypeCodeFactory, RefusesWhatNoIdlCouldSay) {
  Factory factory;
  const std::string id = "IDL:S:1.0";
  EXPECT_THROW(factory.create_struct_tc("no id", "S", {}), CORBA::BAD_PARAM);
  EXPECT_THROW(factory.create_struct_tc(id, "S", {CORBA::StructMember("", CORBA::_tc_long)}), CORBA::BAD_PARAM);
  EXPECT_THROW(factory.create_enum_tc(id, "S", {"same", "same"}), CORBA::BAD_PARAM);
  EXPECT_THROW(factory.create_enum_tc(id, "S", {"2nd"}), CORBA::BAD_PARAM);
  EXPECT_THROW(factory.create_interface_tc(id, "no name"), CORBA::BAD_PARAM);
  for (const auto& [digits, scale] : {std::pair(0, 0), {32, 0}, {3, 4}, {3, -1}}) {
    EXPECT_THROW(factory.create_fixed_tc(static_cast<std::uint16_t>(digits), static_cast<std::int16_t>(scale)),
                 CORBA::BAD_PARAM);
  }
  EXPECT_THROW(factory.create_struct_tc(id, "S", {CORBA::StructMember("a", nullptr)}), CORBA::BAD_TYPECODE);
  EXPECT_THROW(factory.create_sequence_tc(0, CORBA::_tc_void), CORBA::BAD_TYPECODE);
  EXPECT_THROW(factory.create_union_tc(id, "S", CORBA::_tc_string, {}), CORBA::BAD_PARAM);
  Any wrong;
  wrong <<= "text";
  EXPECT_THROW(factory.create_union_tc(id, "S", CORBA::_tc_long, {CORBA::UnionMember("a", wrong, CORBA::_tc_long)}),
               CORBA::BAD_PARAM);
}

// ------------------------------------------------------------------------------------------------- hostile octets

class Octets {
 public:
  Octets() : out_(buffer_) {}
  dimma::cdr::Encoder& out() { return out_; }
  void kind(TCKind value) { out_.put(static_cast<std::uint32_t>(value)); }
  void indirection(std::int32_t offset) {
    out_.put(std::uint32_t{0xffffffff});
    out_.put(offset);
  }
  template <class T>
  T read() {
    dimma::cdr::Decoder in(out_.octets());
    return dimma::cdr::read<T>(in);
  }

 private:
  dimma::cdr::Buffer buffer_;
  dimma::cdr::Encoder out_;
};

// A struct with the members that `write` writes.
template <class Write>
void put_struct(Octets& octets, std::uint32_t members, Write write) {
  octets.kind(TCKind::tk_struct);
  const auto opened = octets.out().open_encapsulation();
  octets.out().put_string("IDL:S:1.0");
  octets.out().put_string("S");
  octets.out().put(members);
  for (std::uint32_t i = 0; i < members; ++i) {
    octets.out().put_string("m");
    write(i);
  }
  octets.out().close_encapsulation(opened);
}

TEST(HostileTypeCodes, DoNotHoldThemselvesDirectly) {
  Octets octets;
  put_struct(octets, 1, [&](std::uint32_t) {
    octets.out().align(4);
    const auto at = static_cast<std::int32_t>(octets.out().size());
    octets.indirection(-(at + 4));
  });
  EXPECT_THROW(octets.read<typecode_reference>(), CORBA::MARSHAL);
}

// An indirection to the TypeCode that begins at `start`.
void put_way_back(Octets& octets, std::int32_t start) {
  octets.out().align(4);
  octets.indirection(start - (static_cast<std::int32_t>(octets.out().size()) + 4));
}

template <class Write>
void put_sequence(Octets& octets, Write write) {
  octets.kind(TCKind::tk_sequence);
  const auto opened = octets.out().open_encapsulation();
  write();
  octets.out().put(std::uint32_t{0});
  octets.out().close_encapsulation(opened);
}

TEST(HostileTypeCodes, AreNotSequencesOfThemselvesAlone) {
  Octets octets;
  put_sequence(octets, [&] { put_way_back(octets, 0); });
  EXPECT_THROW(octets.read<typecode_reference>(), CORBA::MARSHAL);
}

// An alias of the TypeCode that `write` writes.
template <class Write>
void put_alias(Octets& octets, Write write) {
  octets.out().align(4);
  octets.kind(TCKind::tk_alias);
  const auto opened = octets.out().open_encapsulation();
  octets.out().put_string("IDL:A:1.0");
  octets.out().put_string("A");
  octets.out().align(4);
  write();
  octets.out().close_encapsulation(opened);
}

template <class Write>
void put_union(Octets& octets, Write write_discriminator) {
  octets.kind(TCKind::tk_union);
  const auto opened = octets.out().open_encapsulation();
  octets.out().put_string("IDL:U:1.0");
  octets.out().put_string("U");
  write_discriminator();
  octets.out().put(std::int32_t{-1});
  octets.out().put(std::uint32_t{0});
  octets.out().close_encapsulation(opened);
}

TEST(HostileTypeCodes, AreNoUnionsOverWhatTheyAreIn) {
  for (const bool by_another_alias : {false, true}) {
    Octets octets;
    const auto lead_back = [&] { put_way_back(octets, 0); };
    put_alias(octets, [&] {
      put_sequence(octets,
                   [&] { put_union(octets, [&] { by_another_alias ? put_alias(octets, lead_back) : lead_back(); }); });
    });
    EXPECT_THROW(octets.read<typecode_reference>(), CORBA::MARSHAL) << by_another_alias;
  }
}

TEST(HostileTypeCodes, LeadNowhereElse) {
  for (const std::int32_t offset : {0, 4, -4, -8, -5, std::numeric_limits<std::int32_t>::min()}) {
    Octets octets;
    octets.indirection(offset);
    EXPECT_THROW(octets.read<typecode_reference>(), CORBA::MARSHAL) << offset;
  }
}

TEST(HostileTypeCodes, AreNotNestedTooDeeply) {
  // Nested encapsulations, each with a length of its own.
  constexpr int depth = 2000;
  Octets octets;
  std::vector<dimma::cdr::Encoder::Encapsulation> open;
  for (int i = 0; i < depth; ++i) {
    octets.kind(TCKind::tk_sequence);
    open.push_back(octets.out().open_encapsulation());
  }
  octets.kind(TCKind::tk_long);
  for (; !open.empty(); open.pop_back()) {
    octets.out().put(std::uint32_t{0});
    octets.out().close_encapsulation(open.back());
  }
  EXPECT_THROW(octets.read<typecode_reference>(), CORBA::MARSHAL);
}

TEST(HostileTypeCodes, AreOfAKindThatExists) {
  for (const std::uint32_t kind : {13U, 37U, 4711U, 0xfffffffeU}) {
    Octets octets;
    octets.out().put(kind);
    EXPECT_THROW(octets.read<typecode_reference>(), CORBA::MARSHAL) << kind;
  }
}

// Each struct holds the previous one twice, down to one without members: 2^40 of them in a value of no octets.
TEST(HostileAnys, AreNotWorthMoreWorkThanTheirOctets) {
  Octets octets;
  std::int32_t previous = 0;
  std::function<void(int)> nest = [&](int depth) {
    octets.out().align(4);
    const auto self = static_cast<std::int32_t>(octets.out().size());
    put_struct(octets, depth == 0 ? 0 : 2, [&](std::uint32_t i) {
      octets.out().align(4);
      if (i == 0) return nest(depth - 1);
      octets.indirection(previous - (static_cast<std::int32_t>(octets.out().size()) + 4));
    });
    previous = self;
  };
  nest(40);
  EXPECT_NO_THROW(octets.read<typecode_reference>());
  EXPECT_THROW(octets.read<Any>(), CORBA::MARSHAL);
}

// The first member is a sequence of an alias of the struct itself. The second member is that alias, without a sequence.
TEST(HostileAnys, DoNotHoldThemselvesByWayOfWhatIsKnown) {
  Octets octets;
  std::int32_t alias = 0;
  put_struct(octets, 2, [&](std::uint32_t i) {
    octets.out().align(4);
    if (i == 1) return put_way_back(octets, alias);
    put_sequence(octets, [&] {
      octets.out().align(4);
      alias = static_cast<std::int32_t>(octets.out().size());
      put_alias(octets, [&] { put_way_back(octets, 0); });
    });
  });
  EXPECT_THROW(octets.read<Any>(), CORBA::MARSHAL);
}

TEST(HostileAnys, DoNotClaimArraysOfNothing) {
  Octets octets;
  octets.kind(TCKind::tk_array);
  const auto opened = octets.out().open_encapsulation();
  put_struct(octets, 0, [](std::uint32_t) {});
  octets.out().put(std::uint32_t{0xffffffff});
  octets.out().close_encapsulation(opened);
  EXPECT_THROW(octets.read<Any>(), CORBA::MARSHAL);
}

TEST(HostileAnys, AreNotNestedTooDeeply) {
  Octets octets;
  for (int i = 0; i < 10000; ++i) octets.kind(TCKind::tk_any);
  EXPECT_THROW(octets.read<Any>(), CORBA::MARSHAL);
}

TEST(HostileAnys, EndWithTheirOctets) {
  Octets octets;
  octets.kind(TCKind::tk_sequence);
  const auto opened = octets.out().open_encapsulation();
  octets.kind(TCKind::tk_double);
  octets.out().put(std::uint32_t{0});
  octets.out().close_encapsulation(opened);
  octets.out().put(std::uint32_t{0x10000000});
  EXPECT_THROW(octets.read<Any>(), CORBA::MARSHAL);
}

}  // namespace
