// Values encoded as other ORBs may encode them: each form that the specification allows (CORBA 3.3 part 2, 9.3.4), and
// malformed ones.
#include "values.hpp"

#include <gtest/gtest.h>

#include <dimma/typecode_factory.hpp>

#include "values_samples.hpp"

namespace {

using namespace values_samples;  // NOLINT: the values under test
using Shape = CORBA::valuetype_reference<Values::Shape>;
using Node = CORBA::valuetype_reference<Values::Node>;

constexpr const char* node_id = "IDL:Values/Node:1.0";
constexpr const char* shape_id = "IDL:Values/Shape:1.0";
constexpr const char* circle_id = "IDL:Values/Circle:1.0";
constexpr std::uint32_t value_tag = 0x7fffff00;

// Writes what a peer might.
class Message {
 public:
  Message& number(std::uint32_t value) {
    out_.put(value);
    return *this;
  }
  Message& real(double value) {
    out_.put(value);
    return *this;
  }
  Message& text(const char* value) {
    out_.put_string(value);
    return *this;
  }
  Message& typecode(const CORBA::typecode_reference& type) {
    dimma::cdr::write(out_, type);
    return *this;
  }
  // An indirection to an offset.
  Message& lead_to(std::size_t target) {
    out_.put(0xffff'ffffU);
    out_.align(4);
    out_.put(static_cast<std::uint32_t>(target - out_.size()));
    return *this;
  }
  // The position of the next long.
  std::size_t here() {
    out_.align(4);
    return out_.size();
  }
  Message& begin_chunk() {
    out_.put(0U);
    chunk_ = out_.size();
    return *this;
  }
  Message& end_chunk() {
    out_.patch(chunk_ - 4, static_cast<std::uint32_t>(out_.size() - chunk_));
    return *this;
  }
  Message& end_values(std::int32_t level) { return number(static_cast<std::uint32_t>(-level)); }

  template <class T>
  T read(dimma::cdr::Context* context = nullptr) {
    dimma::cdr::Decoder in(out_.octets());
    in.context(context);
    const dimma::cdr::ReadingValues values(in);
    T value = dimma::cdr::read<T>(in);
    left_ = in.remaining();
    return value;
  }
  template <class T>
  bool is_refused() {
    try {
      read<T>();
      return false;
    } catch (const CORBA::MARSHAL&) {
      return true;
    }
  }
  std::size_t left() const { return left_; }

 private:
  dimma::cdr::Buffer buffer_;
  dimma::cdr::Encoder out_{buffer_};
  std::size_t chunk_ = 0;
  std::size_t left_ = 0;
};

TEST(ForeignValues, NeedNoIdWhereTheyAreOfTheTypeThatTheIdlNames) {
  Message message;
  const auto node = message.number(value_tag).number(7).number(0).read<Node>();
  EXPECT_EQ(node->number(), 7);
  EXPECT_FALSE(node->next());
  EXPECT_TRUE(
      Message().number(value_tag).number(7).number(0).is_refused<CORBA::valuetype_reference<CORBA::ValueBase>>());
}

TEST(ForeignValues, MayHaveACodebase) {
  Message message;
  message.number(value_tag | 1 | 2).text("http://example.org/").text(node_id).number(7);
  message.number(value_tag | 1).lead_to(4).number(8).number(0);
  EXPECT_EQ(numbers_of(message.read<Node>()), (std::vector<std::int32_t>{7, 8}));
  EXPECT_EQ(message.left(), 0U);
}

TEST(ForeignValues, MayLeadToAnEarlierId) {
  Message message;
  message.number(value_tag | 2).text(node_id).number(1);
  message.number(value_tag | 2).lead_to(4).number(2).number(0);
  EXPECT_EQ(numbers_of(message.read<Node>()), (std::vector<std::int32_t>{1, 2}));
}

TEST(ForeignValues, MayLeadToAnEarlierListOfIds) {
  Message message;
  message.number(2);
  const std::size_t list = (message.number(value_tag | 8 | 6), message.here());
  message.number(2).text("IDL:Unknown:1.0").text(shape_id).begin_chunk().text("red").end_chunk().end_values(1);
  message.number(value_tag | 8 | 6).lead_to(list).begin_chunk().text("blue").end_chunk().end_values(1);
  const auto shapes = message.read<std::vector<Shape>>();
  EXPECT_EQ(shapes.at(1)->colour(), "blue");
  EXPECT_EQ(message.left(), 0U);
}

TEST(ForeignValues, MayBeInManyChunks) {
  Message message;
  message.number(value_tag | 8 | 2).text(circle_id).begin_chunk().text("red").end_chunk();
  message.begin_chunk().real(2.5).end_chunk();
  message.number(value_tag | 8 | 2)
      .text(node_id)
      .begin_chunk()
      .number(5)
      .end_chunk()
      .begin_chunk()
      .number(0)
      .end_chunk();
  message.end_values(2).end_values(1).number(77);
  const auto circle = IDL::traits<Values::Circle>::narrow(message.read<Shape>());
  EXPECT_EQ(circle->colour(), "red");
  EXPECT_EQ(circle->radius(), 2.5);
  EXPECT_EQ(circle->extra()->number(), 5);
  EXPECT_EQ(message.left(), 4U);
}

TEST(ForeignValues, MayEndWithTheValuesAroundThem) {
  Message message;
  message.number(value_tag | 8 | 2).text(circle_id).begin_chunk().text("red").real(2.5).end_chunk();
  message.number(value_tag | 8 | 2).text(node_id).begin_chunk().number(5).end_chunk();
  message.number(value_tag | 8 | 2).lead_to(0).end_values(1);
  // The indirection leads to something that is not an id.
  EXPECT_TRUE(message.is_refused<Shape>());

  Message good;
  good.number(value_tag | 8 | 2).text(circle_id).begin_chunk().text("red").real(2.5).end_chunk();
  good.number(value_tag | 8 | 2).text(node_id).begin_chunk().number(5).end_chunk();
  good.number(value_tag | 8 | 2).text(node_id).begin_chunk().number(6).number(0).end_chunk().end_values(1).number(77);
  const auto circle = IDL::traits<Values::Circle>::narrow(good.read<Shape>());
  EXPECT_EQ(numbers_of(circle->extra()), (std::vector<std::int32_t>{5, 6}));
  EXPECT_EQ(good.left(), 4U);
}

TEST(ForeignValues, HaveNilAndIndirectionsWithinChunksOrBetweenThem) {
  Message within;
  within.number(2).number(value_tag | 8 | 2).text(circle_id).begin_chunk().text("red").real(1).number(0).end_chunk();
  within.end_values(1).lead_to(4);
  EXPECT_FALSE(IDL::traits<Values::Circle>::narrow(within.read<std::vector<Shape>>().at(1))->extra());

  Message between;
  between.number(value_tag | 8 | 2)
      .text(circle_id)
      .begin_chunk()
      .text("red")
      .real(1)
      .end_chunk()
      .number(0)
      .end_values(1);
  EXPECT_FALSE(IDL::traits<Values::Circle>::narrow(between.read<Shape>())->extra());

  Message backwards;
  backwards.number(value_tag | 8).begin_chunk().number(3).end_chunk().lead_to(0).end_values(1);
  const auto circular = backwards.read<Node>();
  EXPECT_TRUE(circular->next() == circular);
  circular->next(nullptr);
}

// A value of an unknown type, with a node in the part that is truncated.
Message& unknown_ring(Message& message, std::size_t& node) {
  message.number(value_tag | 8 | 6).number(3).text("IDL:Unknown/Ring:1.0").text(circle_id).text(shape_id);
  message.begin_chunk().text("red").real(2.5).number(0).number(99).end_chunk();
  node = message.here();
  message.number(value_tag | 8 | 2).text(node_id).begin_chunk().number(5).number(0).end_chunk().end_values(2);
  return message.begin_chunk().number(1).end_chunk().end_values(1);
}

TEST(TruncatedValues, AreWhatTheyMayBeTruncatedTo) {
  Message message;
  std::size_t node = 0;
  unknown_ring(message, node).number(77);
  const auto shape = message.read<Shape>();
  EXPECT_EQ(shape->colour(), "red");
  EXPECT_EQ(IDL::traits<Values::Circle>::narrow(shape)->radius(), 2.5);
  EXPECT_EQ(message.left(), 4U);
}

TEST(TruncatedValues, AreStillLedInto) {
  Message message;
  std::size_t node = 0;
  message.number(3);
  unknown_ring(message, node).lead_to(node).lead_to(node);
  const auto all = message.read<std::vector<CORBA::valuetype_reference<CORBA::ValueBase>>>();
  EXPECT_EQ(IDL::traits<Values::Node>::narrow(all.at(1))->number(), 5);
  EXPECT_TRUE(all.at(1) == all.at(2));
}

TEST(TruncatedValues, NeedATypeThatIsKnown) {
  Message message;
  message.number(value_tag | 8 | 6).number(2).text("IDL:Unknown/Ring:1.0").text("IDL:Unknown/Base:1.0");
  message.begin_chunk().number(1).end_chunk().end_values(1);
  EXPECT_TRUE(message.is_refused<Shape>());
  // A value is not truncated beyond the type that the IDL names.
  Message beyond;
  beyond.number(value_tag | 8 | 6).number(3).text("IDL:Unknown/Ring:1.0").text("IDL:Values/Account:1.0").text(shape_id);
  beyond.begin_chunk().text("red").end_chunk().end_values(1);
  EXPECT_TRUE(beyond.is_refused<CORBA::valuetype_reference<Values::Account>>());
}

TEST(HostileValues, AreRefused) {
  const std::size_t here = 0;
  EXPECT_TRUE(Message().lead_to(here).is_refused<Node>());                           // itself
  EXPECT_TRUE(Message().number(0xffff'ffff).number(0).is_refused<Node>());           // nowhere
  EXPECT_TRUE(Message().number(0xffff'ffff).number(8).is_refused<Node>());           // forwards
  EXPECT_TRUE(Message().number(0xffff'ffff).number(0x80000000).is_refused<Node>());  // out of the message
  EXPECT_TRUE(Message().number(value_tag).number(1).lead_to(4).is_refused<Node>());  // into the middle
  EXPECT_TRUE(Message().number(value_tag | 2).lead_to(0).is_refused<Node>());        // no id
  EXPECT_TRUE(Message().number(value_tag | 4).text(node_id).number(1).number(0).is_refused<Node>());
  EXPECT_TRUE(Message().number(value_tag | 6).number(0).number(1).number(0).is_refused<Node>());
  EXPECT_TRUE(Message().number(value_tag | 6).number(0x7fffffff).text(node_id).is_refused<Node>());
  EXPECT_TRUE(Message().number(5).is_refused<Node>());                    // no tag
  EXPECT_TRUE(Message().number(value_tag).number(1).is_refused<Node>());  // ends early
}

TEST(HostileChunks, AreRefused) {
  const auto begin = [](Message& message) -> Message& { return message.number(value_tag | 8 | 2).text(node_id); };
  Message overrun;
  EXPECT_TRUE(begin(overrun).number(1000).number(1).number(0).end_values(1).is_refused<Node>());
  Message split;
  EXPECT_TRUE(begin(split).number(6).number(1).number(0).end_values(1).is_refused<Node>());
  Message none;
  EXPECT_TRUE(begin(none).end_values(1).is_refused<Node>());
  Message unended;
  EXPECT_TRUE(begin(unended).number(8).number(1).number(0).is_refused<Node>());
  Message deep;
  EXPECT_TRUE(begin(deep).number(8).number(1).number(0).end_values(2).is_refused<Node>());
  Message within;
  EXPECT_TRUE(begin(within).number(100).number(1).number(value_tag | 8).number(8).number(1).is_refused<Node>());
  Message plain;
  EXPECT_TRUE(begin(plain).number(4).number(1).number(value_tag).number(1).number(0).is_refused<Node>());
}

TEST(HostileValues, ThatNestTooDeeplyAreRefused) {
  Message nested;
  for (int i = 0; i < 100000; ++i) nested.number(value_tag).number(1);
  EXPECT_TRUE(nested.is_refused<Node>());
  // Without nesting: each value refers to the previous one.
  Message chain;
  constexpr std::uint32_t count = 100000;
  chain.number(count);
  std::size_t previous = chain.here();
  chain.number(value_tag).number(0).number(0);
  for (std::uint32_t i = 1; i < count; ++i) {
    const std::size_t self = chain.here();
    chain.number(value_tag).number(i).lead_to(previous);
    previous = self;
  }
  EXPECT_TRUE(chain.is_refused<std::vector<Node>>());
}

// A value that refers to itself is freed when a later part of the message is refused.
TEST(HostileValues, LeaveNothingBehindWhenTheyAreRefused) {
  Message message;
  message.number(2).number(value_tag).number(1).lead_to(4).number(5);
  dimma::cdr::Buffer buffer;
  EXPECT_TRUE(message.is_refused<std::vector<Node>>());
}

struct TypeCodes : CORBA::TypeCodeFactory {
  CORBA::typecode_reference base =
      create_value_tc("IDL:Unknown/Base:1.0", "Base", CORBA::VM_NONE, nullptr,
                      {CORBA::ValueMember("text", CORBA::_tc_string, CORBA::PUBLIC_MEMBER)});
  CORBA::typecode_reference link =
      create_value_tc("IDL:Unknown/Link:1.0", "Link", CORBA::VM_TRUNCATABLE, base,
                      {CORBA::ValueMember("next", create_recursive_tc("IDL:Unknown/Link:1.0"), CORBA::PRIVATE_MEMBER),
                       CORBA::ValueMember("node", Values::_tc_Node, CORBA::PUBLIC_MEMBER)});
};

std::vector<std::byte> octets_of(const std::vector<CORBA::Any>& anys) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  const dimma::cdr::WritingValues values(out);
  dimma::cdr::write(out, anys);
  return {out.octets().begin(), out.octets().end()};
}

TEST(UnknownValuesInAnys, ArePassedOn) {
  TypeCodes types;
  Message message;
  message.number(2).typecode(types.link);
  const std::size_t first = message.here();
  message.number(value_tag | 8 | 6).number(2).text("IDL:Unknown/Link:1.0").text("IDL:Unknown/Base:1.0");
  message.begin_chunk().text("outer").end_chunk();
  message.number(value_tag | 8 | 2)
      .text("IDL:Unknown/Link:1.0")
      .begin_chunk()
      .text("inner")
      .number(0)
      .number(0)
      .end_chunk();
  message.end_values(2);
  const std::size_t node = message.here();
  message.number(value_tag | 8 | 2)
      .text(node_id)
      .begin_chunk()
      .number(5)
      .number(0)
      .end_chunk()
      .end_values(2)
      .end_values(1);
  message.typecode(types.link).lead_to(first);
  const auto anys = message.read<std::vector<CORBA::Any>>();
  EXPECT_EQ(message.left(), 0U);
  EXPECT_GT(node, first);
  CORBA::valuetype_reference<CORBA::ValueBase> value;
  ASSERT_TRUE(anys.at(0) >>= value);
  CORBA::valuetype_reference<CORBA::ValueBase> same;
  ASSERT_TRUE(anys.at(1) >>= same);
  EXPECT_TRUE(value == same);
  // They are encoded as the same octets from then on.
  const auto octets = octets_of(anys);
  dimma::cdr::Decoder in(octets);
  const dimma::cdr::ReadingValues values(in);
  EXPECT_EQ(octets_of(dimma::cdr::read<std::vector<CORBA::Any>>(in)), octets);
  CORBA::valuetype_reference<Values::Node> none;
  EXPECT_FALSE(anys.at(0) >>= none);
}

TEST(UnknownValuesInAnys, AreRefusedWhereNothingTellsTheirState) {
  TypeCodes types;
  Message circle;
  circle.typecode(types.link)
      .number(value_tag | 2)
      .text("IDL:Unknown/Link:1.0")
      .text("self")
      .lead_to(Message().typecode(types.link).here());
  EXPECT_TRUE(circle.is_refused<CORBA::Any>());
  Message another;
  another.typecode(types.link).number(value_tag | 2).text("IDL:Unknown/Derived:1.0").text("it").number(0).number(0);
  EXPECT_TRUE(another.is_refused<CORBA::Any>());
  Message custom;
  custom.typecode(types.create_value_tc("IDL:Unknown/Custom:1.0", "Custom", CORBA::VM_CUSTOM, nullptr, {}));
  custom.number(value_tag | 8 | 2).text("IDL:Unknown/Custom:1.0").end_values(1);
  EXPECT_TRUE(custom.is_refused<CORBA::Any>());
}

TEST(WrittenValues, HaveTheOctetsOfTheSpecification) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer, std::endian::big);
  dimma::cdr::write(out, Shape(make_circle("red", 1, make_node(5))));
  dimma::cdr::Decoder in(out.octets(), std::endian::big);
  EXPECT_EQ(in.get<std::uint32_t>(), 0x7fffff0eU);
  EXPECT_EQ(in.get<std::uint32_t>(), 2U);
  EXPECT_EQ(in.get_string_view(), circle_id);
  in.align(4);
  EXPECT_EQ(in.get_string_view(), shape_id);
  EXPECT_EQ(in.get<std::uint32_t>(), 20U);  // red, padding, the radius
  EXPECT_EQ(in.get_string_view(), "red");
  EXPECT_EQ(in.get<double>(), 1);
  EXPECT_EQ(in.get<std::uint32_t>(), 0x7fffff0aU);
  EXPECT_EQ(in.get_string_view(), node_id);
  EXPECT_EQ(in.get<std::uint32_t>(), 8U);
  EXPECT_EQ(in.get<std::uint32_t>(), 5U);
  EXPECT_EQ(in.get<std::uint32_t>(), 0U);
  EXPECT_EQ(in.get<std::int32_t>(), -1);  // the end tag of both values
  EXPECT_EQ(in.remaining(), 0U);
}

}  // namespace
