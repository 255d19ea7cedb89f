#include "iiop/message/fragment.hpp"

#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/message/fragment_plan.hpp"
#include "iiop/message/reassembler.hpp"
#include "iiop/message/reserved_pages.hpp"
#include "unit/octets.hpp"

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::iiop;
using test::hexadecimal;
using test::octets;

namespace {

using Message = std::vector<std::byte>;
using Outcome = FragmentOutcome;

Message request(std::uint32_t request_id, std::size_t numbers, std::endian order = std::endian::native,
                std::uint8_t minor = 2) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer, order);
  RequestTemplate(minor, {.object_key = octets("'key'")}, order).write(out, request_id, "op", Response::with_target);
  const BodyMark body = begin_body(out, minor);
  for (std::size_t i = 0; i < numbers; ++i) out.put(static_cast<double>(i) + request_id);
  end_message(out, body);
  return {out.octets().begin(), out.octets().end()};
}

std::vector<Message> messages_of(FragmentPlan& plan) {
  std::vector<Message> messages;
  Message stream;
  for (const iovec& piece : plan.pieces()) {
    const auto* const first = static_cast<const std::byte*>(piece.iov_base);
    stream.insert(stream.end(), first, first + piece.iov_len);
  }
  for (std::span<const std::byte> rest = stream; !rest.empty();) {
    const auto parsed = parse_header(rest.first<header_octets>(), rest.size());
    EXPECT_TRUE(parsed) << describe(parsed.fault, rest.first<header_octets>());
    if (!parsed) break;
    const auto message = rest.first(parsed.header.message_octets());
    messages.emplace_back(message.begin(), message.end());
    rest = rest.subspan(message.size());
  }
  EXPECT_EQ(messages.size(), plan.messages());
  return messages;
}

std::vector<Message> cut(Message message, std::size_t limit) {
  FragmentPlan plan(message, limit);
  return messages_of(plan);
}

MessageHeader header_of(const Message& message) {
  return parse_header(std::span(message).first<header_octets>(), message.size()).header;
}

Outcome add(Reassembler& reassembler, const Message& message) { return reassembler.add(header_of(message), message); }

TEST(FragmentPlan, AShortMessageIsNotCut) {
  Message message = request(1, 2);
  const Message before = message;
  FragmentPlan plan(message, message.size());
  ASSERT_EQ(plan.pieces().size(), 1U);
  EXPECT_EQ(plan.pieces()[0].iov_base, message.data());
  EXPECT_EQ(message, before);
}

TEST(FragmentPlan, PiecesKeepToTheLimitAndTheAlignment) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (std::size_t limit = 0; limit < 200; ++limit) {
      const auto pieces = cut(request(7, 30, order), limit);
      ASSERT_GT(pieces.size(), 1U);
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        const MessageHeader header = header_of(pieces[i]);
        EXPECT_LE(pieces[i].size(), std::max<std::size_t>(limit, 32));
        EXPECT_EQ(header.order, order);
        EXPECT_EQ(header.type, i == 0 ? MessageType::request : MessageType::fragment);
        EXPECT_EQ(header.more_fragments, i + 1 < pieces.size());
        if (header.more_fragments) {
          EXPECT_EQ(pieces[i].size() % 8, 0U);
        }
      }
    }
  }
}

TEST(FragmentPlan, GoldenOctets) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer, std::endian::big);
  const BodyMark body = begin_reply(out, 2, 0x01020304, ReplyStatus::no_exception);
  for (std::uint8_t i = 0; i < 20; ++i) out.put(i);
  end_message(out, body);
  const auto pieces = cut({out.octets().begin(), out.octets().end()}, 32);
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(hexadecimal(pieces[0]),
            test::normal("'GIOP' 0102 02 01 00000014 01020304 00000000 00000000 0001020304050607"));
  EXPECT_EQ(hexadecimal(pieces[1]), test::normal("'GIOP' 0102 00 07 00000010 01020304 08090a0b0c0d0e0f10111213"));
}

TEST(FragmentPlan, OldVersionsAndOtherMessagesAreNotCut) {
  EXPECT_EQ(cut(request(1, 100, std::endian::native, 0), 64).size(), 1U);
  EXPECT_EQ(cut(request(1, 100, std::endian::native, 1), 64).size(), 1U);
  Message cancel = octets("'GIOP' 0102 01 02 20000000");
  cancel.resize(header_octets + 32);
  EXPECT_EQ(cut(cancel, 32).size(), 1U);
}

// Memory of this kind for a message of `octets` octets.
template <class Memory>
Memory memory_of(std::size_t octets) {
  if constexpr (std::is_same_v<Memory, GrowingMemory>) {
    return GrowingMemory({});
  } else {
    return ReservedPages(octets);
  }
}
template <class Memory>
struct OneFragmentedMessage : testing::Test {};
using Memories = testing::Types<GrowingMemory, ReservedPages>;
TYPED_TEST_SUITE(OneFragmentedMessage, Memories);

TYPED_TEST(OneFragmentedMessage, IsTheWholeOnceItsLastFragmentIsThere) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const Message whole = request(7, 40, order);
    const auto pieces = cut(whole, 64);
    FragmentedMessage<TypeParam> message(header_of(pieces[0]), pieces[0], memory_of<TypeParam>(4096));
    EXPECT_EQ(message.fragment_left(), 0U);
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      const MessageHeader header = header_of(pieces[i]);
      EXPECT_FALSE(message.is_whole());
      EXPECT_TRUE(message.is_named_by(header, pieces[i].data()));
      ASSERT_EQ(message.begin_fragment(header, 4096), Outcome::incomplete);
      const OctetView data = OctetView(pieces[i]).subspan(fragment_header_octets(header));
      EXPECT_EQ(message.fragment_left(), data.size());
      for (const std::byte& octet : data) message.append({&octet, 1});
    }
    ASSERT_TRUE(message.is_whole());
    EXPECT_EQ(message.unite().message_octets(), whole.size());
    EXPECT_EQ(Message(message.octets().begin(), message.octets().end()), whole);
  }
}

TYPED_TEST(OneFragmentedMessage, RefusesFragmentsOfAnotherOrderAndAboveItsRoom) {
  const auto pieces = cut(request(7, 40), 64);
  FragmentedMessage<TypeParam> message(header_of(pieces[0]), pieces[0], memory_of<TypeParam>(4096));
  MessageHeader header = header_of(pieces[1]);
  const std::size_t data = pieces[1].size() - fragment_header_octets(header);
  EXPECT_EQ(message.begin_fragment(header, data - 1), Outcome::too_large);
  EXPECT_EQ(message.fragment_left(), 0U);
  header.order = header.order == std::endian::little ? std::endian::big : std::endian::little;
  EXPECT_EQ(message.begin_fragment(header, data), Outcome::malformed);
}

TYPED_TEST(OneFragmentedMessage, IsNamedByItsRequestIdFromGiop12On) {
  const auto mine = cut(request(7, 40), 64);
  const auto other = cut(request(8, 40), 64);
  const FragmentedMessage<TypeParam> message(header_of(mine[0]), mine[0], memory_of<TypeParam>(4096));
  EXPECT_TRUE(message.is_of(7));
  EXPECT_FALSE(message.is_of(8));
  EXPECT_FALSE(message.is_named_by(header_of(other[1]), other[1].data()));
  MessageHeader older = header_of(mine[1]);
  older.minor = 1;
  EXPECT_FALSE(message.is_named_by(older, mine[1].data()));
}

TEST(Reassembler, PutsTogetherWhatWasCut) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (const std::size_t limit : {32U, 40U, 100U, 128U}) {
      const Message whole = request(7, 40, order);
      Reassembler reassembler;
      const auto pieces = cut(whole, limit);
      for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
        ASSERT_EQ(add(reassembler, pieces[i]), Outcome::incomplete);
        EXPECT_EQ(reassembler.in_progress(), 1U);
      }
      ASSERT_EQ(add(reassembler, pieces.back()), Outcome::complete);
      EXPECT_EQ(reassembler.header().message_octets(), whole.size());
      EXPECT_FALSE(reassembler.header().more_fragments);
      EXPECT_EQ(reassembler.take(), whole);
      EXPECT_EQ(reassembler.in_progress(), 0U);
    }
  }
}

TEST(Reassembler, InterleavedBy12RequestIds) {
  std::vector<std::vector<Message>> cuts;
  for (std::uint32_t id = 0; id < 5; ++id) cuts.push_back(cut(request(id, 20 + id), 64));
  Reassembler reassembler;
  std::size_t complete = 0;
  for (std::size_t turn = 0; complete < cuts.size(); ++turn) {
    for (std::uint32_t id = 0; id < cuts.size(); ++id) {
      if (turn >= cuts[id].size()) continue;
      if (add(reassembler, cuts[id][turn]) != Outcome::complete) continue;
      EXPECT_EQ(reassembler.take(), request(id, 20 + id));
      ++complete;
    }
  }
  EXPECT_EQ(reassembler.in_progress(), 0U);
}

// GIOP 1.1: the body continues right after the fragment's header.
TEST(Reassembler, Version11HasOneAtATime) {
  const Message first = octets("'GIOP' 0101 02 00 0000000a 00000000 00000007 0100");
  const Message middle = octets("'GIOP' 0101 02 07 00000003 aabbcc");
  const Message last = octets("'GIOP' 0101 00 07 00000001 dd");
  Reassembler reassembler;
  EXPECT_EQ(add(reassembler, middle), Outcome::stray);
  EXPECT_EQ(add(reassembler, first), Outcome::incomplete);
  EXPECT_EQ(add(reassembler, first), Outcome::malformed) << "a second while one is in progress";
  EXPECT_EQ(add(reassembler, middle), Outcome::incomplete);
  EXPECT_EQ(add(reassembler, last), Outcome::complete);
  const Message whole = reassembler.take();
  const auto octets_only = std::span(whole).first(reassembler.header().message_octets());
  EXPECT_EQ(hexadecimal(octets_only), test::normal("'GIOP' 0101 02 00 0000000e 00000000 00000007 0100 aabbcc dd"));
  EXPECT_EQ(with_part_ends(reassembler.header(), octets_only).size(), whole.size());
  EXPECT_EQ(add(reassembler, first), Outcome::incomplete);
  EXPECT_FALSE(reassembler.cancel(8));
  EXPECT_TRUE(reassembler.cancel(7));
  EXPECT_EQ(add(reassembler, last), Outcome::stray);
}

// A fragment of GIOP 1.1 that continues with numbers from `first` on, which are aligned relative to its own header.
Message fragment_of_1_1(double first, std::size_t numbers, bool has_more) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  begin_message(out, 1, MessageType::fragment);
  for (std::size_t i = 0; i < numbers; ++i) out.put(first + static_cast<double>(i));
  end_message(out);
  Message message(out.octets().begin(), out.octets().end());
  if (has_more) message[6] |= std::byte{2};
  return message;
}

TEST(Reassembler, Version11CountsAlignmentInEachFragment) {
  Message first = request(1, 3, std::endian::native, 1);  // 1, 2, 3
  first[6] |= std::byte{2};
  Reassembler reassembler;
  EXPECT_EQ(add(reassembler, first), Outcome::incomplete);
  EXPECT_EQ(add(reassembler, fragment_of_1_1(4, 5, true)), Outcome::incomplete);
  EXPECT_EQ(add(reassembler, fragment_of_1_1(9, 0, true)), Outcome::incomplete);
  EXPECT_EQ(add(reassembler, fragment_of_1_1(9, 2, false)), Outcome::complete);
  const auto header = reassembler.header();
  const Message whole = reassembler.take();
  const auto view = std::span(whole).first(header.message_octets());
  const auto to_keep = with_part_ends(header, view);
  const Message copy(to_keep.begin(), to_keep.end());
  for (const Message& message : {whole, copy}) {
    cdr::Decoder in = body_of(header, std::span(message).first(header.message_octets()), CORBA::COMPLETED_NO);
    EXPECT_EQ(read_request_header(in, 1).operation, "op");
    for (int i = 1; i <= 10; ++i) EXPECT_EQ(in.get<double>(), i);
    EXPECT_EQ(in.left(), 0U);
  }
}

TEST(Reassembler, Version11RefusesContextsThatAreCutWhereAlignmentIsNot) {
  const Message first = octets("'GIOP' 0101 02 00 0000000a 00000001 00000007 0000");
  const Message last = octets("'GIOP' 0101 00 07 00000008 0002 aabb 00000009");
  Reassembler reassembler;
  add(reassembler, first);
  ASSERT_EQ(add(reassembler, last), Outcome::complete);
  const auto header = reassembler.header();
  const Message whole = reassembler.take();
  cdr::Decoder in = body_of(header, std::span(whole).first(header.message_octets()), CORBA::COMPLETED_NO);
  EXPECT_THROW(read_request_header(in, 1), CORBA::MARSHAL);
}

TEST(Reassembler, Version11HasALimitOfFragments) {
  Message first = request(1, 1, std::endian::big, 1);
  first[6] |= std::byte{2};
  const Message one = octets("'GIOP' 0101 02 07 00000001 aa");
  Reassembler reassembler;
  ASSERT_EQ(add(reassembler, first), Outcome::incomplete);
  for (std::size_t i = 1; i < Reassembler::parts_max; ++i) ASSERT_EQ(add(reassembler, one), Outcome::incomplete);
  EXPECT_EQ(add(reassembler, one), Outcome::too_many);
}

TEST(Reassembler, CancelForgetsTheMessage) {
  const auto pieces = cut(request(7, 40), 64);
  const auto others = cut(request(8, 40), 64);
  Reassembler reassembler;
  add(reassembler, pieces[0]);
  add(reassembler, others[0]);
  add(reassembler, pieces[1]);
  EXPECT_TRUE(reassembler.cancel(7));
  EXPECT_FALSE(reassembler.cancel(7));
  EXPECT_EQ(add(reassembler, pieces[2]), Outcome::stray);
  EXPECT_EQ(add(reassembler, others[1]), Outcome::incomplete);
}

TEST(Reassembler, RefusesWhatIsMalformed) {
  Reassembler reassembler;
  const auto pieces = cut(request(7, 40, std::endian::little), 64);
  EXPECT_EQ(add(reassembler, octets("'GIOP' 0102 03 00 03000000 010203")), Outcome::malformed);
  EXPECT_EQ(add(reassembler, octets("'GIOP' 0102 01 07 00000000")), Outcome::malformed);
  EXPECT_EQ(add(reassembler, pieces[0]), Outcome::incomplete);
  EXPECT_EQ(add(reassembler, pieces[0]), Outcome::malformed) << "begun twice";
  EXPECT_EQ(add(reassembler, octets("'GIOP' 0102 00 07 00000005 00000007 aa")), Outcome::malformed)
      << "in the other byte order";
}

TEST(Reassembler, Limits) {
  const auto pieces = cut(request(7, 40), 64);
  Reassembler small(150);
  EXPECT_EQ(add(small, pieces[0]), Outcome::incomplete);
  EXPECT_EQ(add(small, pieces[1]), Outcome::incomplete);
  EXPECT_EQ(add(small, pieces[2]), Outcome::too_large);
  EXPECT_EQ(add(small, cut(request(8, 40), 64)[0]), Outcome::too_large) << "the limit is for all together";
  EXPECT_TRUE(small.cancel(7));
  EXPECT_EQ(add(small, cut(request(8, 40), 64)[0]), Outcome::incomplete);

  Reassembler many;
  for (std::uint32_t id = 0; id < Reassembler::partials_max; ++id) {
    ASSERT_EQ(add(many, cut(request(id, 8), 64)[0]), Outcome::incomplete);
  }
  EXPECT_EQ(add(many, cut(request(100'000, 8), 64)[0]), Outcome::too_many);
}

}  // namespace
