// Messages in fragments of GIOP 1.1, in each of which alignment starts anew (CORBA 3.3 part 2, 9.4.9). The sender cuts
// wherever it may: between primitives, and within runs of characters and octets.

#include <dimma/any.hpp>
#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/cdr/parts.hpp>
#include <dimma/generated/typecode_of.hpp>

#include <gtest/gtest.h>

#include <random>

using namespace dimma;
using namespace dimma::cdr;

namespace {

struct Reading {
  std::int16_t sensor_ = 0;
  double value_ = 0;
  std::int32_t quality_ = 0;
  friend bool operator==(const Reading&, const Reading&) = default;
};

// Cuts before one in `chance` primitives, either after or before their padding.
class Sender {
 public:
  Sender(std::endian order, unsigned seed, unsigned chance) : order_(order), random_(seed), chance_(chance) {
    message_.resize(PartEnds::first_position);
  }

  template <class T>
  void put(T value) {
    const bool pads_first = one_in(2);
    if (one_in(chance_)) {
      if (pads_first) align(sizeof(T));
      cut();
    }
    align(sizeof(T));
    if (order_ != std::endian::native) value = reversed(value);
    const auto octets = std::as_bytes(std::span(&value, 1));
    message_.insert(message_.end(), octets.begin(), octets.end());
  }
  void put_octets(std::string_view octets) {
    for (const char octet : octets) put(octet);
  }
  void put_string(const std::string& text) {
    put(static_cast<std::uint32_t>(text.size() + 1));
    put_octets({text.c_str(), text.size() + 1});
  }
  template <class T>
  void put_sequence(const std::vector<T>& values) {
    put(static_cast<std::uint32_t>(values.size()));
    for (const T& value : values) put(value);
  }
  void put(const Reading& reading) {
    put(reading.sensor_);
    put(reading.value_);
    put(reading.quality_);
  }

  // The message, followed by the ends of its parts.
  std::vector<std::byte> sent() {
    std::vector<std::byte> message = message_;
    cut();
    PartEnds::append(message, ends_);
    return message;
  }
  std::size_t octets() const { return message_.size(); }
  std::size_t parts() const { return ends_.size(); }

 private:
  bool one_in(unsigned chance) { return random_() % chance == 0; }
  void cut() {
    if (message_.size() == part_) return;
    part_ = message_.size();
    ends_.push_back(static_cast<std::uint32_t>(part_));
  }
  void align(std::size_t alignment) {
    const std::size_t header = part_ == 0 ? 0 : PartEnds::first_position;
    while ((message_.size() - part_ + header) % alignment != 0) message_.push_back(std::byte{0xee});
  }

  std::endian order_;
  std::mt19937 random_;
  unsigned chance_;
  std::vector<std::byte> message_;
  std::vector<std::uint32_t> ends_;
  std::size_t part_ = 0;
};

Decoder receiver(const std::vector<std::byte>& sent, std::size_t octets, std::endian order) {
  Decoder in(sent, order);
  in.in_parts(octets);
  in.skip(PartEnds::first_position);
  return in;
}

}  // namespace

template <>
struct dimma::cdr::codec<Reading> : fixed_struct_codec<Reading> {
  static constexpr std::size_t octets_min = 14;
  using fixed_members = member_types<std::int16_t, double, std::int32_t>;
  template <class Value, class Visitor>
  static void visit(Value& value, Visitor visitor) {
    visitor(value.sensor_, value.value_, value.quality_);
  }
};

namespace {

template <class T>
std::vector<T> numbers(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i * 7 + 1);
  return values;
}

TEST(Parts, ValuesOfEveryAlignmentComeOutWhereverTheyAreCut) {
  const std::string text = "not so short that a string keeps it in itself, and cut somewhere";
  const std::vector<Reading> readings = {{1, 2.5, 3}, {-4, 5e9, 6}, {7, -8, 9}, {10, 11, 12}, {13, 14, 15}};
  std::size_t most_parts = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    const auto order = seed % 2 == 0                                ? std::endian::native
                       : std::endian::native == std::endian::little ? std::endian::big
                                                                    : std::endian::little;
    Sender sender(order, seed, 1 + seed % 40);
    sender.put(std::uint8_t{9});
    sender.put(3.25);
    sender.put_string("short");
    sender.put(std::int64_t{-5});
    sender.put_sequence(numbers<double>(40));
    sender.put_string(text);
    sender.put_sequence(numbers<std::int16_t>(9));
    sender.put_sequence(numbers<std::int32_t>(9));
    sender.put_sequence(readings);
    sender.put(std::uint32_t{3});
    for (const char* const each : {"a", "", "another that is longer than a string keeps in itself"})
      sender.put_string(each);
    sender.put_sequence(numbers<std::uint8_t>(30));
    sender.put(std::int64_t{77});
    const auto sent = sender.sent();
    most_parts = std::max(most_parts, sender.parts());
    SCOPED_TRACE("seed " + std::to_string(seed));

    Decoder in = receiver(sent, sender.octets(), order);
    EXPECT_EQ(in.get<std::uint8_t>(), 9);
    EXPECT_EQ(in.get<double>(), 3.25);
    EXPECT_EQ(read<std::string>(in), "short");
    EXPECT_EQ(in.get<std::int64_t>(), -5);
    EXPECT_EQ(read<std::vector<double>>(in), numbers<double>(40));
    EXPECT_EQ(read<std::string>(in), text);
    EXPECT_EQ(read<std::vector<std::int16_t>>(in), numbers<std::int16_t>(9));
    EXPECT_EQ(read<std::vector<std::int32_t>>(in), numbers<std::int32_t>(9));
    EXPECT_EQ(read<std::vector<Reading>>(in), readings);
    EXPECT_EQ(read<std::vector<std::string>>(in),
              (std::vector<std::string>{"a", "", "another that is longer than a string keeps in itself"}));
    EXPECT_EQ(read<std::vector<std::uint8_t>>(in), numbers<std::uint8_t>(30));
    EXPECT_EQ(in.get<std::int64_t>(), 77);
    EXPECT_EQ(in.left(), 0U);
    EXPECT_THROW(in.get<std::uint8_t>(), CORBA::MARSHAL);
    if (HasFailure()) return;
  }
  EXPECT_GT(most_parts, 200U);
}

TEST(Parts, AnAnyIsKeptWithoutTheCuts) {
  constexpr auto tk_sequence = static_cast<std::uint32_t>(CORBA::TCKind::tk_sequence);
  constexpr auto tk_double = static_cast<std::uint32_t>(CORBA::TCKind::tk_double);
  for (unsigned seed = 0; seed < 200; ++seed) {
    Sender sender(std::endian::native, seed, 1 + seed % 20);
    sender.put(tk_sequence);
    sender.put(std::uint32_t{12});  // the encapsulation's length: its byte order, the element's type, no bound
    const std::array<std::uint32_t, 3> parameters = {std::endian::native == std::endian::little ? 1U : 0U, tk_double,
                                                     0U};
    sender.put_octets({reinterpret_cast<const char*>(parameters.data()), sizeof parameters});
    sender.put_sequence(numbers<double>(25));
    const auto sent = sender.sent();

    Decoder in = receiver(sent, sender.octets(), std::endian::native);
    const auto any = read<CORBA::Any>(in);
    std::vector<double> values;
    ASSERT_TRUE(any >>= values) << "seed " << seed;
    EXPECT_EQ(values, numbers<double>(25));
  }
}

TEST(Parts, ALengthIsBelievedAsFarAsTheMessageGoes) {
  Sender sender(std::endian::native, 1, 1);
  sender.put(std::uint32_t{5});
  for (int i = 0; i < 4; ++i) sender.put(1.0);
  const auto sent = sender.sent();
  Decoder in = receiver(sent, sender.octets(), std::endian::native);
  EXPECT_THROW(read<std::vector<double>>(in), CORBA::MARSHAL);

  Decoder longer = receiver(sent, sender.octets(), std::endian::native);
  longer.get<std::uint32_t>();
  std::vector<double> values;
  EXPECT_THROW(longer.assign_block<double>(values, 1000), CORBA::MARSHAL);
}

TEST(Parts, AMessageInOnePartIsLikeAnyOther) {
  Sender sender(std::endian::native, 1, 1U << 31U);
  sender.put(std::uint8_t{1});
  sender.put(2.5);
  const auto sent = sender.sent();
  Decoder in = receiver(sent, sender.octets(), std::endian::native);
  EXPECT_EQ(in.left(), in.remaining());
  in.await_all();
  EXPECT_FALSE(in.comes_in_pieces());
  EXPECT_EQ(in.get<std::uint8_t>(), 1);
  EXPECT_EQ(in.get<double>(), 2.5);
}

// await_all() is called where a decoder is to end elsewhere, as at the end of a chunk. It fails if another part
// follows.
TEST(Parts, NotAllIsThereWhereAnotherPartFollows) {
  Sender sender(std::endian::native, 1, 1);
  sender.put(std::uint32_t{1});
  sender.put(std::uint32_t{2});
  const auto sent = sender.sent();
  Decoder in = receiver(sent, sender.octets(), std::endian::native);
  EXPECT_THROW(in.await_all(), CORBA::MARSHAL);
}

TEST(PartEnds, FindThePartOfAnOctet) {
  std::vector<std::byte> message(20);
  PartEnds::append(message, std::vector<std::uint32_t>{1, 2, 12, 13, 20});
  const PartEnds ends(message.data() + 20);
  const std::array<std::size_t, 5> begins = {0, 1, 2, 12, 13};
  const std::array<std::size_t, 5> last = {0, 1, 11, 12, 19};
  for (std::size_t i = 0; i < begins.size(); ++i) {
    for (const std::size_t offset : {begins[i], last[i]}) {
      EXPECT_EQ(ends.with(offset).begin, begins[i]);
      EXPECT_EQ(ends.with(offset).end, last[i] + 1);
    }
  }
}

}  // namespace
