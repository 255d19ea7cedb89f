#include "iiop/giop/giop_reply.hpp"
#include "channel/forward.hpp"

#include "unit/octets.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::iiop;
using test::hexadecimal;
using test::normal;
using test::octets;

namespace {

constexpr std::uint8_t minors[] = {0, 1, 2};
constexpr std::endian orders[] = {std::endian::little, std::endian::big};

cdr::Decoder open(OctetView message, MessageType type) {
  const auto parsed = parse_header(message.first<header_octets>(), message.size());
  EXPECT_TRUE(parsed);
  EXPECT_EQ(parsed.header.type, type);
  EXPECT_EQ(parsed.header.message_octets(), message.size());
  return body_of(parsed.header, message, CORBA::COMPLETED_MAYBE);
}

TEST(GiopReply, GoldenOctets) {
  cdr::Buffer buffer(16);
  cdr::Encoder big(buffer, std::endian::big);
  BodyMark body = begin_reply(big, 2, 7, ReplyStatus::no_exception);
  big.put(std::uint8_t{0x2a});
  end_message(big, body);
  EXPECT_EQ(hexadecimal(big.octets()), normal("'GIOP' 0102 00 01 0000000d 00000007 00000000 00000000 2a"));

  cdr::Encoder little(buffer, std::endian::little);
  body = begin_reply(little, 1, 7, ReplyStatus::user_exception);
  little.put(std::uint8_t{0x2a});
  end_message(little, body);
  EXPECT_EQ(hexadecimal(little.octets()), normal("'GIOP' 0101 01 01 0d000000 00000000 07000000 01000000 2a"));

  const auto data = octets("01020304");
  const ServiceContext contexts[] = {{9, data}};
  body = begin_reply(little, 2, 7, ReplyStatus::no_exception, contexts);
  end_message(little, body);
  EXPECT_EQ(hexadecimal(little.octets()),
            normal("'GIOP' 0102 01 01 18000000 07000000 00000000 01000000 09000000 04000000 01020304"));
  body = begin_reply(little, 2, 7, ReplyStatus::no_exception, contexts);
  little.put(std::uint8_t{1});
  end_message(little, body);
  EXPECT_EQ(hexadecimal(little.octets()),
            normal("'GIOP' 0102 01 01 1d000000 07000000 00000000 01000000 09000000 04000000 01020304 00000000 01"));
  body = begin_reply(little, 0, 7, ReplyStatus::no_exception, contexts);
  little.put(std::uint8_t{1});
  end_message(little, body);
  EXPECT_EQ(hexadecimal(little.octets()),
            normal("'GIOP' 0100 01 01 19000000 01000000 09000000 04000000 01020304 07000000 00000000 01"));
}

TEST(GiopReply, RoundTripOfEveryStatus) {
  const auto data = octets("0102030405");
  const ServiceContext contexts[] = {{9, data}};
  for (const std::uint8_t minor : minors) {
    for (const std::endian order : orders) {
      for (std::uint32_t number = 0; number <= 5; ++number) {
        auto status = static_cast<ReplyStatus>(number);
        cdr::Buffer buffer;
        cdr::Encoder out(buffer, order);
        if (minor < 2 && status == ReplyStatus::needs_addressing_mode) {
          EXPECT_THROW(begin_reply(out, minor, 1, status), CORBA::INTERNAL);
          continue;
        }
        const BodyMark body = begin_reply(out, minor, 1000 + number, status, contexts);
        out.put(2.5);
        end_message(out, body);
        cdr::Decoder in = open(out.octets(), MessageType::reply);
        const ReplyHeader header = read_reply_header(in, minor);
        EXPECT_EQ(header.request_id, 1000 + number);
        if (minor < 2 && status == ReplyStatus::location_forward_perm) status = ReplyStatus::location_forward;
        EXPECT_EQ(header.status, status);
        EXPECT_EQ(hexadecimal(header.contexts.find(9).value()), "0102030405");
        EXPECT_EQ(in.get<double>(), 2.5);
        EXPECT_EQ(in.remaining(), 0U);
      }
    }
  }
}

TEST(GiopReply, StatusesThatTheVersionDoesNotHave) {
  for (const std::uint8_t minor : minors) {
    const std::uint32_t last = minor < 2 ? 3 : 5;
    cdr::Buffer buffer;
    cdr::Encoder out(buffer);
    for (std::uint32_t status = 0; status < 8; ++status) {
      begin_message(out, minor, MessageType::reply);
      if (minor < 2) out.put(std::uint32_t{0});
      out.put(std::uint32_t{1});
      out.put(status);
      if (minor >= 2) out.put(std::uint32_t{0});
      end_message(out);
      cdr::Decoder in = open(out.octets(), MessageType::reply);
      if (status <= last) {
        EXPECT_EQ(static_cast<std::uint32_t>(read_reply_header(in, minor).status), status);
      } else {
        EXPECT_THROW(read_reply_header(in, minor), CORBA::MARSHAL);
      }
    }
  }
}

TEST(GiopReply, SystemExceptionAsBody) {
  for (const std::uint8_t minor : minors) {
    for (const std::endian order : orders) {
      cdr::Buffer buffer;
      cdr::Encoder out(buffer, order);
      const BodyMark body = begin_reply(out, minor, 1, ReplyStatus::system_exception);
      cdr::write_exception(out, CORBA::TRANSIENT(minor::transient_poa_discarding, CORBA::COMPLETED_NO, "not sent"));
      end_message(out, body);
      cdr::Decoder in = open(out.octets(), MessageType::reply);
      ASSERT_EQ(read_reply_header(in, minor).status, ReplyStatus::system_exception);
      try {
        cdr::raise_system_exception(in, "from the peer");
        FAIL();
      } catch (const CORBA::TRANSIENT& raised) {
        EXPECT_EQ(raised.minor(), minor::transient_poa_discarding);
        EXPECT_EQ(raised.completed(), CORBA::COMPLETED_NO);
        EXPECT_EQ(raised._detail(), "from the peer");
      }
    }
  }
}

// A reference with two profiles, as channel::Outcome has it.
std::vector<std::byte> reference(std::endian order) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer, order);
  out.put_string("IDL:M/Foo:1.0");
  out.put(std::uint32_t{2});
  for (std::uint32_t tag = 0; tag < 2; ++tag) {
    out.put(tag);
    out.put(std::uint32_t{3});
    out.put_octets("abc", 3);
  }
  return {out.octets().begin(), out.octets().end()};
}

TEST(GiopReply, ForwardedReferencesAreEncodedAnew) {
  for (const std::uint8_t minor : minors) {
    for (const std::endian order : orders) {
      cdr::Buffer buffer;
      cdr::Encoder out(buffer, order);
      const BodyMark body = begin_reply(out, minor, 1, ReplyStatus::location_forward);
      channel::write_forward(out, reference(std::endian::native));
      end_message(out, body);
      cdr::Decoder in = open(out.octets(), MessageType::reply);
      ASSERT_EQ(read_reply_header(in, minor).status, ReplyStatus::location_forward);
      EXPECT_EQ(hexadecimal(channel::read_forward(in)), hexadecimal(reference(std::endian::native)));

      begin_locate_reply(out, minor, 4, LocateStatus::object_forward);
      channel::write_forward(out, reference(std::endian::native));
      end_message(out);
      cdr::Decoder locate = open(out.octets(), MessageType::locate_reply);
      EXPECT_EQ(read_locate_reply(locate, minor).status, LocateStatus::object_forward);
      EXPECT_EQ(hexadecimal(locate.rest()), hexadecimal(reference(order))) << "right behind the header, not aligned";
      EXPECT_EQ(hexadecimal(channel::read_forward(locate)), hexadecimal(reference(std::endian::native)));
    }
  }
}

TEST(GiopReply, HostileForward) {
  const auto text = octets("01000000 00 000000 ffffffff");
  cdr::Decoder in(text, std::endian::little);
  EXPECT_THROW(channel::read_forward(in), CORBA::MARSHAL);
}

TEST(GiopReply, AddressingMode) {
  for (const std::endian order : orders) {
    cdr::Buffer buffer;
    cdr::Encoder out(buffer, order);
    const BodyMark body = begin_reply(out, 2, 1, ReplyStatus::needs_addressing_mode);
    out.put(static_cast<std::int16_t>(Addressing::reference));
    end_message(out, body);
    cdr::Decoder in = open(out.octets(), MessageType::reply);
    read_reply_header(in, 2);
    EXPECT_EQ(read_addressing_mode(in), Addressing::reference);
    const auto bad = octets("0303");
    cdr::Decoder bad_in(bad);
    EXPECT_THROW(read_addressing_mode(bad_in), CORBA::MARSHAL);
  }
}

TEST(GiopReply, LocateReplyOfEveryStatus) {
  cdr::Buffer buffer;
  cdr::Encoder golden(buffer, std::endian::big);
  begin_locate_reply(golden, 2, 5, LocateStatus::object_here);
  end_message(golden);
  EXPECT_EQ(hexadecimal(golden.octets()), normal("'GIOP' 0102 00 04 00000008 00000005 00000001"));
  for (const std::uint8_t minor : minors) {
    for (std::uint32_t number = 0; number <= 6; ++number) {
      cdr::Encoder out(buffer);
      const auto status = static_cast<LocateStatus>(number);
      if (number <= 5) {
        begin_locate_reply(out, minor, 5, status);
        end_message(out);
        cdr::Decoder in = open(out.octets(), MessageType::locate_reply);
        const LocateStatus expected = minor >= 2 || number < 3 ? status
                                      : number == 3            ? LocateStatus::object_forward
                                                               : LocateStatus::unknown_object;
        EXPECT_EQ(read_locate_reply(in, minor).status, expected);
      }
      begin_message(out, minor, MessageType::locate_reply);
      out.put(std::uint32_t{5});
      out.put(number);
      end_message(out);
      cdr::Decoder in = open(out.octets(), MessageType::locate_reply);
      if (number <= (minor < 2 ? 2U : 5U)) {
        EXPECT_EQ(read_locate_reply(in, minor).status, status);
      } else {
        EXPECT_THROW(read_locate_reply(in, minor), CORBA::MARSHAL);
      }
    }
  }
}

}  // namespace
