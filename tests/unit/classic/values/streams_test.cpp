// Streams over messages that grow, leave or arrive in parts, and over octets that are malformed.

#include "encoded.hpp"

#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/string_sequence.hpp>
#include <dimma/generated/cdr/parts.hpp>
#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

namespace classic = dimma::classic;
namespace cdr = dimma::cdr;
namespace CORBA_ = dimma::classic::CORBA;
using classic::codec;
using classic::Input;
using classic::Output;
using classic::test::decode;
using classic::test::encoded;
using classic::test::modern_encoded;

typedef classic::UnboundedSequence<CORBA_::Long> Longs;
struct Nest {
  classic::UnboundedSequence<Nest> inner;
};

}  // namespace

namespace dimma::classic {
template <>
struct codec<Nest> {
  enum { octets_min = 4 };
  static void write(Output& out, const Nest& value) { codec<UnboundedSequence<Nest>>::write(out, value.inner); }
  static void read(Input& in, Nest& value) { codec<UnboundedSequence<Nest>>::read(in, value.inner); }
};
}  // namespace dimma::classic

namespace {

Longs counted(CORBA_::ULong count) {
  Longs longs(count);
  longs.length(count);
  for (CORBA_::ULong i = 0; i < count; ++i) longs[i] = static_cast<CORBA_::Long>(i);
  return longs;
}

classic::UnboundedStringSequence many_strings() {
  classic::UnboundedStringSequence strings(2000);
  strings.length(2000);
  for (CORBA_::ULong i = 0; i < 2000; ++i) strings[i] = std::to_string(i * i).c_str();
  return strings;
}

template <class T>
std::uint32_t minor_of_marshal(const std::vector<std::byte>& octets, T& value) {
  try {
    decode(octets, value);
  } catch (const ::CORBA::MARSHAL& refused) {
    EXPECT_EQ(refused.completed(), ::CORBA::COMPLETED_MAYBE);
    return refused.minor();
  }
  ADD_FAILURE() << "the octets are malformed";
  return 0;
}

// Collects what it takes out of the buffer.
class Collecting final : public cdr::Drain {
 public:
  void drain(cdr::Encoder& out) override {
    ++times;
    octets.insert(octets.end(), out.octets().begin() + static_cast<std::ptrdiff_t>(out.stale()), out.octets().end());
    out.take_drained();
  }
  int times = 0;
  std::vector<std::byte> octets;
};

template <class T>
void expect_same_octets_in_parts(const T& value) {
  Collecting collecting;
  cdr::Buffer buffer(64);
  buffer.drain(&collecting, 512);
  cdr::Encoder encoder(buffer);
  {
    Output out(encoder);
    codec<T>::write(out, value);
  }
  collecting.drain(encoder);
  EXPECT_GT(collecting.times, 3);
  EXPECT_EQ(collecting.octets, encoded(value));
}

TEST(ClassicOutput, LetsLongMessagesLeaveInParts) {
  expect_same_octets_in_parts(many_strings());
  classic::UnboundedSequence<Longs> lists(100);
  lists.length(100);
  for (CORBA_::ULong i = 0; i < 100; ++i) lists[i] = counted(i);
  expect_same_octets_in_parts(lists);
}

TEST(ClassicOutput, LeavesLongBlocksAndStringsWhereTheyAre) {
  const Longs longs = counted(100'000);
  const std::string text(200'000, 'x');
  cdr::Buffer buffer;
  buffer.gather();
  cdr::Encoder encoder(buffer);
  {
    Output out(encoder);
    codec<Longs>::write(out, longs);
    out.put_string(text.c_str());
    out.put(CORBA_::Long{7});
  }
  ASSERT_EQ(buffer.outlying().size(), 2U);
  EXPECT_EQ(buffer.outlying()[0].data, longs.get_buffer());
  EXPECT_EQ(buffer.outlying()[1].data, text.c_str());
  EXPECT_EQ(encoder.message_octets(), encoded(longs).size() + 4 + text.size() + 1 + 3 + 4);
}

TEST(ClassicOutput, RefusesWhatCannotBeSent) {
  cdr::Buffer buffer;
  cdr::Encoder encoder(buffer);
  Output out(encoder);
  EXPECT_THROW(out.put_string(nullptr), ::CORBA::BAD_PARAM);
  EXPECT_THROW(out.put_wstring(nullptr), ::CORBA::BAD_PARAM);
  EXPECT_THROW(out.put_string("four", 3), ::CORBA::BAD_PARAM);
  EXPECT_THROW(out.put_wstring(L"four", 3), ::CORBA::BAD_PARAM);
  EXPECT_THROW(out.put_length(4, 3), ::CORBA::BAD_PARAM);
  out.put_string("four", 4);
  classic::UnboundedStringSequence strings;
  strings.length(1);
  CORBA_::string_free(strings[0]._retn());
  strings[0].inout() = nullptr;
  EXPECT_THROW(codec<classic::UnboundedStringSequence>::write(out, strings), ::CORBA::BAD_PARAM);
}

TEST(ClassicOutput, StopsAtTheLimitOfTheBuffer) {
  cdr::Buffer buffer(16, 64);
  cdr::Encoder encoder(buffer);
  Output out(encoder);
  for (int i = 0; i < 8; ++i) out.put(CORBA_::Double{1});
  EXPECT_THROW(out.put(CORBA_::Octet{1}), ::CORBA::MARSHAL);
}

TEST(ClassicOutput, ContinuesAfterAndBeforeTheEncoder) {
  cdr::Buffer buffer;
  cdr::Encoder encoder(buffer);
  encoder.put(std::uint8_t{1});
  {
    Output out(encoder);
    out.put(CORBA_::Long{2});
    out.commit().put(std::uint8_t{3});
    out.reload();
    out.put(CORBA_::Short{4});
  }
  encoder.put(std::uint8_t{5});
  EXPECT_EQ(encoder.size(), 13U);
  cdr::Decoder decoder(encoder.octets());
  EXPECT_EQ(decoder.get<std::uint8_t>(), 1);
  {
    Input in(decoder);
    EXPECT_EQ(in.get<CORBA_::Long>(), 2);
    EXPECT_EQ(in.commit().get<std::uint8_t>(), 3);
    in.reload();
    EXPECT_EQ(in.get<CORBA_::Short>(), 4);
  }
  EXPECT_EQ(decoder.get<std::uint8_t>(), 5);
}

// Octets that arrive a few at a time.
class Slow final : public cdr::Arrival {
 public:
  explicit Slow(const std::vector<std::byte>& octets)
      : Arrival(octets.data() + octets.size(), octets.size()), arrived_(octets.data()) {}
  const std::byte* await(const std::byte* end) override {
    while (arrived_ < end) arrived_ += std::min<std::ptrdiff_t>(3, message_end() - arrived_);
    return arrived_;
  }
  const std::byte* receive(std::byte* to, std::size_t octets) override {
    std::copy_n(arrived_, octets, to);
    return arrived_ += octets;
  }

 private:
  const std::byte* arrived_;
};

template <class T>
void read_slowly(const std::vector<std::byte>& octets, T& value) {
  Slow slow(octets);
  cdr::Decoder decoder({octets.data(), 0});
  decoder.arrival(&slow);
  Input in(decoder);
  codec<T>::read(in, value);
}

TEST(ClassicInput, WaitsForOctetsThatHaveNotArrived) {
  Longs longs;
  read_slowly(encoded(counted(1000)), longs);
  ASSERT_EQ(longs.length(), 1000U);
  EXPECT_EQ(longs[999], 999);
  classic::UnboundedStringSequence strings;
  read_slowly(encoded(many_strings()), strings);
  ASSERT_EQ(strings.length(), 2000U);
  EXPECT_STREQ(strings[1999], std::to_string(1999 * 1999).c_str());
}

TEST(ClassicInput, ReadsMessagesInPartsThatAreAlignedOnTheirOwn) {
  std::vector<std::byte> octets(24);
  const std::uint32_t length = 2;
  const double values[] = {1.5, 2.5};
  std::memcpy(octets.data(), &length, sizeof length);
  std::memcpy(octets.data() + 8, values, sizeof values);  // after the padding from position 12 to 16
  const std::uint32_t ends[] = {4, 24};
  cdr::PartEnds::append(octets, ends);
  cdr::Decoder decoder(octets);
  decoder.in_parts(24);
  Input in(decoder);
  classic::UnboundedSequence<CORBA_::Double> read;
  codec<classic::UnboundedSequence<CORBA_::Double>>::read(in, read);
  ASSERT_EQ(read.length(), 2U);
  EXPECT_EQ(read[1], 2.5);
  EXPECT_THROW(in.get<CORBA_::Octet>(), ::CORBA::MARSHAL);
}

TEST(ClassicInput, RefusesLengthsThatTheMessageCannotHave) {
  Longs longs;
  EXPECT_EQ(minor_of_marshal(encoded(CORBA_::ULong{0xffff'ffff}), longs), dimma::minor::marshal_length);
  EXPECT_EQ(longs.maximum(), 0U);
  classic::UnboundedStringSequence strings;
  EXPECT_EQ(minor_of_marshal(encoded(CORBA_::ULong{1}), strings), dimma::minor::marshal_length);
  EXPECT_EQ(strings.maximum(), 0U);
  classic::BoundedSequence<CORBA_::Long, 2> bounded;
  EXPECT_EQ(minor_of_marshal(encoded(counted(3)), bounded), dimma::minor::marshal_malformed);
  CORBA_::Long number = 0;
  EXPECT_EQ(minor_of_marshal(encoded(CORBA_::Short{1}), number), dimma::minor::marshal_ends_early);
  CORBA_::Long numbers[3] = {};
  EXPECT_EQ(minor_of_marshal(encoded(CORBA_::LongLong{1}), numbers), dimma::minor::marshal_ends_early);
}

// Each inner sequence claims all octets that are left, which belong to those after it.
TEST(ClassicInput, GivesTheRestOfTheMessageToOneSequenceOnly) {
  std::vector<std::uint32_t> words(1000, 0);
  words[0] = 500;
  words[1] = 999;
  classic::UnboundedSequence<Longs> lists;
  const auto octets = modern_encoded(words);
  cdr::Decoder decoder(octets);
  decoder.skip(4);
  Input in(decoder);
  EXPECT_THROW(codec<classic::UnboundedSequence<Longs>>::read(in, lists), ::CORBA::MARSHAL);
  EXPECT_EQ(lists[0].length(), 0U);
}

TEST(ClassicInput, LimitsTheNesting) {
  const auto nested = [](std::size_t levels) {
    const std::vector<std::uint32_t> words(levels, 1);
    std::vector<std::byte> octets = modern_encoded(words);
    octets.erase(octets.begin(), octets.begin() + 4);
    octets.resize(octets.size() + 4);
    return octets;
  };
  Nest nest;
  EXPECT_EQ(decode(nested(511), nest), 0U);
  EXPECT_EQ(minor_of_marshal(nested(512), nest), dimma::minor::marshal_malformed);
}

TEST(ClassicInput, RefusesMalformedValues) {
  const auto refused = [](const auto& value, const auto& read) {
    const auto octets = modern_encoded(value);
    cdr::Decoder decoder(octets);
    Input in(decoder);
    EXPECT_THROW(read(in), ::CORBA::MARSHAL);
  };
  refused(std::uint8_t{2}, [](Input& in) { in.get_boolean(); });
  refused(std::uint32_t{3}, [](Input& in) { in.get_enum(3); });
  refused(std::string("four"), [](Input& in) { in.get_string(3); });
  refused(std::wstring(L"four"), [](Input& in) { in.get_wstring(3); });
  refused(std::vector<char>{'a', 'b'}, [](Input& in) { in.get_string(); });         // no zero at its end
  refused(std::vector<char>{'a', '\0', '\0'}, [](Input& in) { in.get_string(); });  // a zero within
  refused(std::uint32_t{5}, [](Input& in) { in.get_string(); });
  refused(std::uint32_t{0xffff'ffff}, [](Input& in) { in.get_string(); });
}

TEST(ClassicInput, ReadsAnEmptyStringWithoutAZero) {
  classic::StringMember text = "former";
  EXPECT_EQ(decode(encoded(CORBA_::ULong{0}), text), 0U);
  EXPECT_STREQ(text, "");
}

TEST(ClassicInput, ReadsEmptyStringsWithoutAnAllocation) {
  classic::StringMember text = "former";
  EXPECT_EQ(decode(encoded(classic::StringMember()), text), 0U);
  EXPECT_EQ(text.in(), classic::StringMember().in()) << "the text that all share";
}

}  // namespace
