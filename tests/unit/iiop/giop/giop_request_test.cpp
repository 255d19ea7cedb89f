#include "iiop/giop/giop_request.hpp"

#include "iiop/giop/profile.hpp"
#include "unit/octets.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::iiop;
using test::as_octets;
using test::as_text;
using test::hexadecimal;
using test::normal;
using test::octets;

namespace {

MessageHeader header_of(OctetView message) {
  const auto parsed = parse_header(message.first<header_octets>(), message.size());
  EXPECT_TRUE(parsed);
  EXPECT_EQ(parsed.header.message_octets(), message.size());
  return parsed.header;
}

// Reads a whole request; the decoder is left at the body.
RequestHeader read(OctetView message, cdr::Decoder& in) {
  const MessageHeader header = header_of(message);
  in = body_of(header, message, CORBA::COMPLETED_NO);
  return read_request_header(in, header.minor);
}

struct Golden {
  std::uint8_t minor;
  std::endian order;
  std::string octets;
};

// Operation "p" of the key "key", request 0x01020304, answered by the target, with the ulong 0x0a0b0c0d as body.
const Golden with_body[] = {
    {0, std::endian::big,
     "'GIOP' 0100 00 00 00000024  00000000 01020304 01 000000 00000003 'key' 00 00000002 'p' 00 0000 00000000 "
     "0a0b0c0d"},
    {0, std::endian::little,
     "'GIOP' 0100 01 00 24000000  00000000 04030201 01 000000 03000000 'key' 00 02000000 'p' 00 0000 00000000 "
     "0d0c0b0a"},
    {1, std::endian::big,
     "'GIOP' 0101 00 00 00000024  00000000 01020304 01 000000 00000003 'key' 00 00000002 'p' 00 0000 00000000 "
     "0a0b0c0d"},
    {1, std::endian::little,
     "'GIOP' 0101 01 00 24000000  00000000 04030201 01 000000 03000000 'key' 00 02000000 'p' 00 0000 00000000 "
     "0d0c0b0a"},
    {2, std::endian::big,
     "'GIOP' 0102 00 00 00000028  01020304 03 000000 0000 0000 00000003 'key' 00 00000002 'p' 00 0000 00000000"
     "00000000 0a0b0c0d"},
    {2, std::endian::little,
     "'GIOP' 0102 01 00 28000000  04030201 03 000000 0000 0000 03000000 'key' 00 02000000 'p' 00 0000 00000000"
     "00000000 0d0c0b0a"},
};

TEST(GiopRequest, GoldenOctetsWithBody) {
  for (const Golden& golden : with_body) {
    SCOPED_TRACE(golden.octets);
    cdr::Buffer buffer(16);
    cdr::Encoder out(buffer, golden.order);
    const auto key = octets("'key'");
    const RequestTemplate prepared(golden.minor, {.object_key = key}, golden.order);
    for (int turn = 0; turn < 2; ++turn) {
      prepared.write(out, 0x01020304, "p", Response::with_target);
      const BodyMark body = begin_body(out, golden.minor);
      out.put(std::uint32_t{0x0a0b0c0d});
      end_message(out, body);
      EXPECT_EQ(hexadecimal(out.octets()), normal(golden.octets));
    }

    cdr::Decoder in({});
    const RequestHeader header = read(out.octets(), in);
    EXPECT_EQ(header.request_id, 0x01020304U);
    EXPECT_EQ(header.response, Response::with_target);
    EXPECT_TRUE(header.response_expected());
    EXPECT_EQ(as_text(header.object_key), "key");
    EXPECT_EQ(header.operation, "p");
    EXPECT_TRUE(header.contexts.empty());
    EXPECT_EQ(in.get<std::uint32_t>(), 0x0a0b0c0dU);
    EXPECT_EQ(in.remaining(), 0U);
  }
}

// The octets do not depend on those written before: they are those of a request that is written anew.
TEST(GiopRequest, AHeaderInTheBufferIsReusedOnlyIfItIsTheSame) {
  const RequestTemplate one(2, {.object_key = as_octets("key")});
  const RequestTemplate other(2, {.object_key = as_octets("kez")});
  const std::string_view names[] = {"get", "set", "operation_a", "operation_b", "another_operation_with_a_long_name",
                                    ""};
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  StandingHeader standing;
  std::uint32_t id = 0;
  for (unsigned turn = 0; turn < 400; ++turn) {
    const RequestTemplate& prepared = turn / 7 % 2 == 0 ? one : other;
    const auto name = names[turn / 3 % std::size(names)];
    const auto response = turn / 5 % 2 == 0 ? Response::with_target : Response::none;
    ++id;
    out.reset();
    prepared.write_over(out, standing, id, name, response);
    const auto body = begin_body(out, 2);
    if (turn % 2 == 0) out.put(std::uint64_t{turn});
    end_message(out, body);

    cdr::Buffer anew;
    cdr::Encoder expected(anew);
    prepared.write(expected, id, name, response);
    const auto expected_body = begin_body(expected, 2);
    if (turn % 2 == 0) expected.put(std::uint64_t{turn});
    end_message(expected, expected_body);
    ASSERT_EQ(hexadecimal(out.octets()), hexadecimal(expected.octets())) << turn;
  }
}

TEST(GiopRequest, WithoutBodyThereIsNoPadding) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer, std::endian::little);
  const RequestTemplate prepared(2, {.object_key = as_octets("key")}, std::endian::little);
  prepared.write(out, 1, "p", Response::none);
  end_message(out, begin_body(out, 2));
  EXPECT_EQ(hexadecimal(out.octets()),
            normal("'GIOP' 0102 01 00 20000000 01000000 00 000000 0000 0000 03000000 'key' 00 02000000 'p' 00 0000"
                   "00000000"));
  cdr::Decoder in({});
  const RequestHeader header = read(out.octets(), in);
  EXPECT_FALSE(header.response_expected());
  EXPECT_EQ(in.remaining(), 0U);
}

TEST(GiopRequest, PaddingBeforeAnEmptyBodyIsTaken) {
  for (const std::string padding : {"00", "0000", "000000", "00000000"}) {
    auto message = octets(
        "'GIOP' 0102 00 00 00000020 01020304 03 000000 0000 0000 00000003 'key' 00 00000002 'p' 00"
        "0000 00000000" +
        padding);
    message[11] = static_cast<std::byte>(message.size() - header_octets);
    cdr::Decoder in({});
    read(message, in);
    EXPECT_EQ(in.remaining(), 0U);
  }
}

TEST(GiopRequest, ContextsAndFlagsInAllVersions) {
  const auto data = octets("00010203040506");
  const ServiceContext contexts[] = {{1, data}, {17, {}}};
  for (const std::uint8_t minor : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
    for (const std::endian order : {std::endian::little, std::endian::big}) {
      for (const Response response : {Response::none, Response::with_server, Response::with_target}) {
        cdr::Buffer buffer(16);
        cdr::Encoder out(buffer, order);
        const RequestTemplate prepared(minor, {.object_key = as_octets("an odd key")}, order, contexts);
        prepared.write(out, 77, "operation", response);
        const BodyMark body = begin_body(out, minor);
        out.put(1.5);
        end_message(out, body);

        cdr::Decoder in({});
        const RequestHeader header = read(out.octets(), in);
        EXPECT_EQ(header.request_id, 77U);
        EXPECT_EQ(header.response_expected(), response != Response::none);
        if (minor >= 2) {
          EXPECT_EQ(header.response, response);
        }
        EXPECT_EQ(as_text(header.object_key), "an odd key");
        EXPECT_EQ(header.operation, "operation");
        EXPECT_EQ(header.contexts.size(), 2U);
        EXPECT_EQ(hexadecimal(header.contexts.find(1).value()), "00010203040506");
        EXPECT_EQ(in.get<double>(), 1.5);
        EXPECT_EQ(in.remaining(), 0U);
      }
    }
  }
}

TEST(GiopRequest, PrincipalOfOldVersionsIsPassedOver) {
  const auto message = octets(
      "'GIOP' 0100 00 00 0000002c 00000000 01020304 01 000000 00000003 'key' 00 00000002 'p' 00"
      "0000 00000003 'joe' 00 0a0b0c0d");
  auto sized = message;
  sized[11] = static_cast<std::byte>(message.size() - header_octets);
  cdr::Decoder in({});
  EXPECT_EQ(as_text(read(sized, in).object_key), "key");
  EXPECT_EQ(in.get<std::uint32_t>(), 0x0a0b0c0dU);
}

TEST(GiopRequest, AddressedByProfileOrReference) {
  Profile profile;
  profile.address = {"localhost", 2809};
  const auto key = octets("'the key'");
  profile.object_key = key;
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const auto data = encode(profile, order);
    for (const Addressing addressing : {Addressing::key, Addressing::profile, Addressing::reference}) {
      const Target target{key, addressing, tag_internet_iop, data};
      cdr::Buffer buffer;
      cdr::Encoder out(buffer, order);
      RequestTemplate(2, target, order).write(out, 3, "ping", Response::with_target);
      end_message(out, begin_body(out, 2));
      cdr::Decoder in({});
      const RequestHeader header = read(out.octets(), in);
      EXPECT_EQ(as_text(header.object_key), "the key");
      EXPECT_EQ(header.addressing, addressing);
      EXPECT_EQ(header.operation, "ping");

      write_locate_request(out, 2, 9, target);
      const MessageHeader locate = header_of(out.octets());
      EXPECT_EQ(locate.type, MessageType::locate_request);
      cdr::Decoder locate_in = body_of(locate, out.octets(), CORBA::COMPLETED_NO);
      const LocateRequestHeader located = read_locate_request(locate_in, 2);
      EXPECT_EQ(located.request_id, 9U);
      EXPECT_EQ(located.addressing, addressing);
      EXPECT_EQ(as_text(located.object_key), "the key");
    }
  }
}

TEST(GiopRequest, SelectedProfileOfAReference) {
  Profile first;
  first.address = {"a", 1};
  first.object_key = octets("'first'");
  Profile second = first;
  second.object_key = octets("'second'");
  const auto reference = [&](std::uint32_t selected, std::uint32_t second_tag) {
    cdr::Buffer buffer;
    cdr::Encoder out(buffer, std::endian::big);
    begin_message(out, 2, MessageType::locate_request);
    out.put(std::uint32_t{1});
    out.put(std::int16_t{2});
    out.put(selected);
    out.put_string("IDL:M/Foo:1.0");
    out.put(std::uint32_t{2});
    out.put(tag_internet_iop);
    const auto first_data = encode(first, std::endian::big);
    out.put_length(first_data.size());
    out.put_octets(first_data);
    out.put(second_tag);
    const auto second_data = encode(second, std::endian::little);
    out.put_length(second_data.size());
    out.put_octets(second_data);
    end_message(out);
    return std::vector<std::byte>(out.octets().begin(), out.octets().end());
  };
  const auto key_of = [](const std::vector<std::byte>& message) {
    cdr::Decoder in = body_of(header_of(message), message, CORBA::COMPLETED_NO);
    return as_text(read_locate_request(in, 2).object_key);
  };
  EXPECT_EQ(key_of(reference(0, tag_internet_iop)), "first");
  EXPECT_EQ(key_of(reference(1, tag_internet_iop)), "second");
  EXPECT_EQ(key_of(reference(0, 4711)), "first");
  EXPECT_THROW(key_of(reference(1, 4711)), CORBA::MARSHAL);
  try {
    key_of(reference(2, tag_internet_iop));
    FAIL();
  } catch (const CORBA::MARSHAL& malformed) {
    EXPECT_EQ(malformed.minor(), minor::marshal_addressing);
    EXPECT_NE(malformed._detail().find("profile 2 of a reference with 2"), std::string::npos) << malformed._detail();
  }
}

TEST(GiopRequest, LocateRequestGoldenOctets) {
  cdr::Buffer buffer;
  cdr::Encoder little(buffer, std::endian::little);
  write_locate_request(little, 2, 5, {.object_key = as_octets("key")});
  EXPECT_EQ(hexadecimal(little.octets()), normal("'GIOP' 0102 01 03 0f000000 05000000 0000 0000 03000000 'key'"));
  for (const std::uint8_t minor : {std::uint8_t{0}, std::uint8_t{1}}) {
    cdr::Encoder big(buffer, std::endian::big);
    write_locate_request(big, minor, 5, {.object_key = as_octets("key")});
    EXPECT_EQ(hexadecimal(big.octets()),
              normal("'GIOP' 01" + std::string(minor == 0 ? "00" : "01") + "00 03 0000000b 00000005 00000003 'key'"));
    cdr::Decoder in = body_of(header_of(big.octets()), big.octets(), CORBA::COMPLETED_NO);
    EXPECT_EQ(as_text(read_locate_request(in, minor).object_key), "key");
  }
}

TEST(GiopRequest, MalformedHeaders) {
  const auto expect_refused = [](std::string_view text, std::string_view what) {
    auto message = octets(text);
    message[11] = static_cast<std::byte>(message.size() - header_octets);
    cdr::Decoder in({});
    try {
      read(message, in);
      FAIL() << text;
    } catch (const CORBA::MARSHAL& malformed) {
      EXPECT_NE(malformed._detail().find(what), std::string::npos) << malformed._detail();
      EXPECT_EQ(malformed.completed(), CORBA::COMPLETED_NO);
    }
  };
  expect_refused("'GIOP' 0102 00 00 00000000 01020304 02 000000", "response flags");
  expect_refused("'GIOP' 0102 00 00 00000000 01020304 03 000000 0003 0000 00000000", "addressing mode 3");
  expect_refused("'GIOP' 0102 00 00 00000000 01020304 03 000000 ffff 0000 00000000", "addressing mode -1");
  expect_refused("'GIOP' 0102 00 00 00000000 01020304 03 000000 0000 0000 ffffffff", "the sequence length 4294967295");
  expect_refused("'GIOP' 0102 00 00 00000000 01020304 03 000000 0001 0000 00000007 00000000", "profile with tag 7");
  expect_refused("'GIOP' 0102 00 00 00000000 01020304 03 000000 0000 0000 00000000 00000003 'abc'", "terminating null");
  expect_refused("'GIOP' 0100 00 00 00000000 00000000 01020304 02", "neither 0 nor 1");
  expect_refused("'GIOP' 0100 00 00 00000000 ffffffff", "the sequence length 4294967295");
}

}  // namespace
