#include "orb/state/ior.hpp"

#include "unit/octets.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::orb;
using test::normal;
using test::octets;

namespace {

Ior sample() { return {"IDL:M/Foo:1.0", {{0, octets("01020304 05")}, {1, {}}, {4711, octets("ff")}}}; }

template <class Exception>
Exception raised_by(std::string_view text) {
  try {
    parse_ior(text);
  } catch (const Exception& exception) {
    return exception;
  } catch (const CORBA::Exception& other) {
    ADD_FAILURE() << other._rep_id() << " for " << text;
  }
  ADD_FAILURE() << "nothing raised for " << text;
  return Exception();
}

TEST(Ior, GoldenTextOfNil) {
  EXPECT_EQ(to_string(Ior{}, std::endian::big), "IOR:" + normal("00 000000 00000001 00 000000 00000000"));
  EXPECT_EQ(to_string(Ior{}, std::endian::little), "IOR:" + normal("01 000000 01000000 00 000000 00000000"));
  EXPECT_TRUE(parse_ior("IOR:00000000000000010000000000000000").is_nil());
}

TEST(Ior, GoldenText) {
  const Ior ior{"abc", {{7, octets("aabb")}}};
  EXPECT_EQ(to_string(ior, std::endian::big),
            "IOR:" + normal("00 000000 00000004 'abc' 00 00000001 00000007 00000002 aabb"));
  EXPECT_EQ(to_string(ior, std::endian::little),
            "IOR:" + normal("01 000000 04000000 'abc' 00 01000000 07000000 02000000 aabb"));
}

TEST(Ior, RoundTripInBothOrdersAndCases) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    std::string text = to_string(sample(), order);
    EXPECT_EQ(parse_ior(text), sample());
    for (char& character : text) character = static_cast<char>(std::toupper(character));
    EXPECT_EQ(parse_ior(text), sample());
    text.replace(0, 4, "ior:");
    EXPECT_EQ(parse_ior("  " + text + "\r\n"), sample());
  }
}

TEST(Ior, EncodedAtAnyAlignment) {
  for (std::size_t ahead = 0; ahead < 8; ++ahead) {
    cdr::Buffer buffer;
    cdr::Encoder out(buffer, std::endian::big);
    for (std::size_t i = 0; i < ahead; ++i) out.put('x');
    write_ior(out, sample());
    cdr::Decoder in(out.octets(), std::endian::big);
    in.skip(ahead);
    EXPECT_EQ(read_ior(in), sample());
    EXPECT_EQ(in.remaining(), 0U);
  }
}

TEST(Ior, AnEmptyTypeIdAsSomeOrbsSendIt) {
  const Ior ior = parse_ior("IOR:" + normal("00 000000 00000000 00000001 00000007 00000002 aabb"));
  EXPECT_EQ(ior.type_id, "");
  EXPECT_FALSE(ior.is_nil());
}

TEST(Ior, TextThatIsNoReference) {
  EXPECT_EQ(raised_by<CORBA::BAD_PARAM>("").minor(), minor::bad_param_scheme);
  EXPECT_EQ(raised_by<CORBA::BAD_PARAM>("IOX:00").minor(), minor::bad_param_scheme);
  const auto bad_digit = raised_by<CORBA::BAD_PARAM>("IOR:00g0");
  EXPECT_EQ(bad_digit.minor(), minor::bad_param_scheme_specific);
  EXPECT_EQ(bad_digit._detail(), "reference \"IOR:00g0\": character 7 is not a hexadecimal digit");
  EXPECT_EQ(
      raised_by<CORBA::BAD_PARAM>("IOR:00000")._detail(),
      "reference \"IOR:00000\": ends in the middle of an octet, after 5 hexadecimal digits; was it cut when it was "
      "copied?");
  const auto empty = raised_by<CORBA::INV_OBJREF>("IOR:");
  EXPECT_EQ(empty.minor(), minor::inv_objref_malformed);
  EXPECT_EQ(
      empty._detail(),
      "reference \"IOR:\": unexpected end of data: 1 more octets needed at offset 0 of 0 octets after \"IOR:\"; was "
      "it cut when it was copied?");
  raised_by<CORBA::INV_OBJREF>("IOR:02000000");
}

TEST(Ior, HostileLengths) {
  raised_by<CORBA::INV_OBJREF>("IOR:" + normal("00 000000 ffffffff 61"));
  raised_by<CORBA::INV_OBJREF>("IOR:" + normal("00 000000 00000001 00 000000 ffffffff"));
  raised_by<CORBA::INV_OBJREF>("IOR:" + normal("00 000000 00000001 00 000000 00000001 00000000 ffffffff 61"));
}

TEST(Ior, CutOffAtEveryDigit) {
  const std::string text = to_string(sample());
  for (std::size_t size = 4; size < text.size(); ++size) {
    if (size % 2 != 0) {
      raised_by<CORBA::BAD_PARAM>(text.substr(0, size));
    } else {
      raised_by<CORBA::INV_OBJREF>(text.substr(0, size));
    }
  }
}

TEST(Ior, LongTextIsQuotedInPart) {
  EXPECT_EQ(quote("short"), "\"short\"");
  EXPECT_EQ(quote(std::string(100, 'x')), '"' + std::string(60, 'x') + "...\" (100 characters)");
}

}  // namespace
