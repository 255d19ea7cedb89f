#include "iiop/giop/giop.hpp"

#include "unit/octets.hpp"

#include <dimma/generated/cdr/codec.hpp>

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::iiop;
using test::hexadecimal;
using test::normal;
using test::octets;

namespace {

constexpr std::size_t no_limit = std::size_t{1} << 40;

ParsedHeader parse(std::string_view text, std::size_t limit = no_limit) {
  const auto header = octets(text);
  return parse_header(std::span<const std::byte, header_octets>(header.data(), header_octets), limit);
}

Fault fault_of(std::string_view text, std::size_t limit = no_limit) {
  const auto header = octets(text);
  const std::span<const std::byte, header_octets> view(header.data(), header_octets);
  return iiop::fault_of(parse_header(view, limit).fault, view);
}

std::string text_of(std::string_view text, std::size_t limit = no_limit) { return fault_of(text, limit).text; }

TEST(GiopHeader, BothOrdersAndAllVersions) {
  for (const std::string minor : {"00", "01", "02"}) {
    const auto little = parse("'GIOP' 01" + minor + "01 00 04030201");
    ASSERT_TRUE(little);
    EXPECT_EQ(little.header.order, std::endian::little);
    EXPECT_EQ(little.header.size, 0x01020304U);
    EXPECT_EQ(little.header.message_octets(), 0x01020310U);
    const auto big = parse("'GIOP' 01" + minor + "00 06 04030201");
    ASSERT_TRUE(big);
    EXPECT_EQ(big.header.order, std::endian::big);
    EXPECT_EQ(big.header.size, 0x04030201U);
    EXPECT_EQ(big.header.type, MessageType::message_error);
    EXPECT_EQ(hexadecimal(std::vector{static_cast<std::byte>(big.header.minor)}), minor);
  }
}

TEST(GiopHeader, FlagsOfFragments) {
  EXPECT_TRUE(parse("'GIOP' 0101 03 00 00000000").header.more_fragments);
  EXPECT_FALSE(parse("'GIOP' 0101 01 00 00000000").header.more_fragments);
  EXPECT_TRUE(parse("'GIOP' 0102 02 03 00000000")) << "LocateRequest in fragments, 1.2";
  EXPECT_TRUE(parse("'GIOP' 0102 fd 03 00000000")) << "reserved flags are ignored";
  EXPECT_EQ(parse("'GIOP' 0101 02 03 00000000").fault, HeaderFault::fragmentation);
  EXPECT_EQ(parse("'GIOP' 0102 02 02 00000000").fault, HeaderFault::fragmentation);
  EXPECT_EQ(parse("'GIOP' 0100 02 00 00000000").fault, HeaderFault::flags);
}

TEST(GiopHeader, Faults) {
  EXPECT_EQ(parse("'GIOQ' 0102 01 00 00000000").fault, HeaderFault::magic);
  EXPECT_EQ(parse("'GIOP' 0202 01 00 00000000").fault, HeaderFault::version);
  EXPECT_EQ(parse("'GIOP' 0002 01 00 00000000").fault, HeaderFault::version);
  EXPECT_EQ(parse("'GIOP' 0103 01 00 00000000").fault, HeaderFault::version);
  EXPECT_EQ(parse("'GIOP' 0102 01 08 00000000").fault, HeaderFault::type);
  EXPECT_EQ(parse("'GIOP' 0102 01 ff 00000000").fault, HeaderFault::type);
  EXPECT_EQ(parse("'GIOP' 0100 01 07 00000000").fault, HeaderFault::type) << "no Fragment in 1.0";
  EXPECT_TRUE(parse("'GIOP' 0101 01 07 00000000"));
  EXPECT_EQ(parse("'GIOP' 0102 01 00 ffffffff", 100).fault, HeaderFault::too_large);
  EXPECT_TRUE(parse("'GIOP' 0102 01 00 58000000", 100));
  EXPECT_EQ(parse("'GIOP' 0102 01 00 59000000", 100).fault, HeaderFault::too_large);
}

TEST(GiopHeader, FaultsAreDescribed) {
  EXPECT_EQ(text_of("'GET / HTTP/1'"), "the peer speaks HTTP, not GIOP: it is not an ORB");
  EXPECT_EQ(text_of("'GIOP' 0200 01 00 00000000"), "a message of GIOP 2.0, which is not 1.0, 1.1 or 1.2");
  EXPECT_EQ(text_of("'GIOP' 0100 07 00 00000000"), "a message of GIOP 1.0 with the invalid byte order 7");
  EXPECT_EQ(text_of("'GIOP' 0102 01 2a 00000000"), "a message of type 42, which GIOP 1.2 does not have");
  EXPECT_EQ(text_of("'GIOP' 0102 03 06 00000000"),
            "a message of type MessageError that announces fragments, which GIOP 1.2 does not allow for it");
  EXPECT_EQ(text_of("'GIOP' 0102 01 00 ff000000", 100),
            "a message of 267 octets, above the limit (--dimma-max-message)");
  EXPECT_EQ(text_of("'GIOP' 0102 00 00 000000ff", 100),
            "a message of 267 octets, above the limit (--dimma-max-message)");
}

TEST(GiopHeader, FaultsHaveAKind) {
  for (const char* other :
       {"'GET / HTTP/1'", "'HTTP/1.1 400'", "'SSH-2.0-Open'", "160301 02 00 01 00 01 fc 03 03 00"}) {
    EXPECT_EQ(fault_of(other).kind, Fault::Kind::other_protocol) << other;
  }
  EXPECT_EQ(fault_of("'GIOQ' 0102 01 00 00000000").kind, Fault::Kind::malformed);
  EXPECT_EQ(fault_of("'GIOP' 0102 01 ff 00000000").kind, Fault::Kind::malformed);
  EXPECT_EQ(fault_of("'GIOP' 0102 00 00 000000ff", 100).kind, Fault::Kind::too_large);
  EXPECT_EQ(event_of(Fault::Kind::malformed), log::Event::message_malformed);
  EXPECT_EQ(event_of(Fault::Kind::other_protocol), log::Event::protocol_mismatch);
  EXPECT_EQ(event_of(Fault::Kind::memory_exhausted), log::Event::memory_exhausted);
}

TEST(GiopMessage, SomeHaveNoBody) {
  cdr::Buffer buffer;
  cdr::Encoder little(buffer, std::endian::little);
  write_close_connection(little, 2);
  EXPECT_EQ(hexadecimal(little.octets()), normal("'GIOP' 0102 01 05 00000000"));
  write_message_error(little, 0);
  EXPECT_EQ(hexadecimal(little.octets()), normal("'GIOP' 0100 01 06 00000000"));
  cdr::Encoder big(buffer, std::endian::big);
  write_cancel_request(big, 1, 0x01020304);
  EXPECT_EQ(hexadecimal(big.octets()), normal("'GIOP' 0101 00 02 00000004 01020304"));

  const auto header = parse(normal("'GIOP' 0101 00 02 00000004"));
  cdr::Decoder in = body_of(header.header, big.octets(), CORBA::COMPLETED_NO);
  EXPECT_EQ(read_cancel_request(in), 0x01020304U);
}

TEST(ServiceContexts, RoundTripAtAnyAlignment) {
  const auto one = octets("01");
  const auto five = octets("0102030405");
  const ServiceContext contexts[] = {{7, one}, {9, five}, {7, {}}};
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (std::size_t ahead = 0; ahead < 9; ++ahead) {
      cdr::Buffer buffer;
      cdr::Encoder out(buffer, order);
      for (std::size_t i = 0; i < ahead; ++i) out.put('x');
      write_service_contexts(out, contexts);
      out.put('!');

      cdr::Decoder in(out.octets(), order);
      in.skip(ahead);
      const ServiceContexts read(in);
      EXPECT_EQ(in.get<char>(), '!') << ahead;
      EXPECT_EQ(read.size(), 3U);
      std::vector<ServiceContext> all(read.begin(), read.end());
      ASSERT_EQ(all.size(), 3U);
      EXPECT_EQ(all[0].id, 7U);
      EXPECT_EQ(hexadecimal(all[0].data), "01");
      EXPECT_EQ(all[1].id, 9U);
      EXPECT_EQ(hexadecimal(all[1].data), "0102030405");
      EXPECT_EQ(all[2].id, 7U);
      EXPECT_TRUE(all[2].data.empty());
      EXPECT_EQ(hexadecimal(read.find(7).value()), "01") << "the first of two";
      EXPECT_FALSE(read.find(8).has_value());
    }
  }
}

TEST(ServiceContexts, HostileLengths) {
  for (const std::string text : {"ffffffff", "01000000", "01000000 07000000 ffffffff", "01000000 07000000 02000000 00",
                                 "02000000 07000000 00000000 00000000", "10000000 00000000 00000000"}) {
    const auto list = octets(text);
    cdr::Decoder in(list, std::endian::little, CORBA::COMPLETED_YES);
    try {
      const ServiceContexts read(in);
      FAIL() << text << ": " << read.size();
    } catch (const CORBA::MARSHAL& malformed) {
      EXPECT_EQ(malformed.completed(), CORBA::COMPLETED_YES);
      EXPECT_NE(malformed._detail().find("offset"), std::string::npos) << malformed._detail();
    }
  }
}

}  // namespace
