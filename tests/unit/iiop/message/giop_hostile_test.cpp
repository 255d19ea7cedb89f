// With any change of a message's octets, reading it ends in a result or in CORBA::MARSHAL.

#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/message/giop_reader.hpp"
#include "unit/iiop/message/read_message.hpp"
#include "unit/octets.hpp"

#include <gtest/gtest.h>

#include <cstring>

using namespace dimma;
using namespace dimma::iiop;
using test::octets;

namespace {

using Message = std::vector<std::byte>;

Message taken(const cdr::Encoder& out) { return {out.octets().begin(), out.octets().end()}; }

// Messages of every kind that has a body, in all versions and both orders.
std::vector<Message> samples() {
  std::vector<Message> all;
  Profile profile;
  profile.address = {"localhost", 2809};
  profile.object_key = octets("'the key'");
  const auto context_data = octets("0001020304");
  const ServiceContext contexts[] = {{1, context_data}, {2, {}}};
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const auto encoded = encode(profile, order);
    for (const std::uint8_t minor : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
      cdr::Buffer buffer;
      cdr::Encoder out(buffer, order);
      for (std::int16_t mode = 0; mode < (minor < 2 ? 1 : 3); ++mode) {
        const Target target{profile.object_key, static_cast<Addressing>(mode), tag_internet_iop, encoded};
        RequestTemplate(minor, target, order, contexts).write(out, 5, "echo", Response::with_target);
        const BodyMark body = begin_body(out, minor);
        out.put_string("argument");
        end_message(out, body);
        all.push_back(taken(out));
        write_locate_request(out, minor, 6, target);
        all.push_back(taken(out));
      }
      BodyMark body = begin_reply(out, minor, 5, ReplyStatus::system_exception, contexts);
      cdr::write_exception(out, CORBA::UNKNOWN());
      end_message(out, body);
      all.push_back(taken(out));
      body = begin_reply(out, minor, 5, ReplyStatus::location_forward);
      out.put_string("IDL:M/Foo:1.0");
      out.put(std::uint32_t{1});
      out.put(tag_internet_iop);
      out.put_length(encoded.size());
      out.put_octets(encoded);
      end_message(out, body);
      all.push_back(taken(out));
      begin_locate_reply(out, minor, 5, LocateStatus::object_here);
      end_message(out);
      all.push_back(taken(out));
      write_cancel_request(out, minor, 5);
      all.push_back(taken(out));
    }
  }
  return all;
}

// The string that the samples' requests have as their argument.
void read_argument(const MessageHeader& header, OctetView message) {
  if (header.type != MessageType::request) return;
  cdr::Decoder in = body_of(header, message, CORBA::COMPLETED_NO);
  read_request_header(in, header.minor);
  in.get_string_view();
}

// The outcome of reading: 'r'ead, 'm'alformed, 'n'eeds more, 'f'ault.
char outcome(OctetView message) {
  const std::size_t message_octets = message.size();
  MessageReader reader;
  while (true) {
    const Progress progress = reader.next();
    if (progress == Progress::fault) return 'f';
    if (progress == Progress::message) {
      try {
        EXPECT_LE(test::read_message(reader.header(), reader.octets()), message_octets);
        read_argument(reader.header(), reader.octets());
        return 'r';
      } catch (const CORBA::MARSHAL& malformed) {
        EXPECT_FALSE(malformed._detail().empty());
        return 'm';
      }
    }
    if (message.empty()) return 'n';
    const auto space = reader.space();
    const std::size_t size = std::min(space.size(), message.size());
    std::memcpy(space.data(), message.data(), size);
    reader.received(size);
    message = message.subspan(size);
  }
}

TEST(HostileGiop, SamplesAreReadWhole) {
  for (const Message& message : samples()) EXPECT_EQ(outcome(message), 'r') << test::hexadecimal(message);
}

TEST(HostileGiop, CutOffAtEveryOctet) {
  for (const Message& message : samples()) {
    for (std::size_t size = 0; size < message.size(); ++size) {
      EXPECT_EQ(outcome(std::span(message).first(size)), 'n') << size << " octets of " << test::hexadecimal(message);
    }
  }
}

// The size in the header is that of the truncated message, whose content ends too early.
TEST(HostileGiop, EndsTooEarlyAtEveryOctet) {
  for (const Message& sample : samples()) {
    for (std::size_t size = header_octets; size < sample.size(); ++size) {
      Message message(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(size));
      const bool little = (message[6] & std::byte{1}) != std::byte{0};
      message[little ? 8 : 11] = static_cast<std::byte>(size - header_octets);
      message[little ? 9 : 10] = std::byte{0};
      EXPECT_EQ(outcome(message), 'm') << size << " octets of " << test::hexadecimal(sample);
    }
  }
}

TEST(HostileGiop, EveryOctetCorrupted) {
  for (const Message& sample : samples()) {
    for (std::size_t at = 0; at < sample.size(); ++at) {
      for (const unsigned value : {0x00U, 0x01U, 0x7fU, 0x80U, 0xfeU, 0xffU, 0x10U}) {
        Message message = sample;
        message[at] = static_cast<std::byte>(value);
        const char how = outcome(message);
        EXPECT_NE(std::strchr("rmnf", how), nullptr);
        message[at] = sample[at] ^ static_cast<std::byte>(value);
        outcome(message);
      }
    }
  }
}

TEST(HostileGiop, EveryUlongHuge) {
  for (const Message& sample : samples()) {
    for (std::size_t at = header_octets; at + 4 <= sample.size(); at += 4) {
      for (const unsigned value : {0xffU, 0x7fU, 0x80U}) {
        Message message = sample;
        for (std::size_t i = 0; i < 4; ++i) message[at + i] = static_cast<std::byte>(value);
        outcome(message);
      }
    }
  }
}

}  // namespace
