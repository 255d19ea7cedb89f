#include "iiop/bidirectional/message_router.hpp"

#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace dimma;
using namespace dimma::iiop;

namespace {

using Octets = std::vector<std::byte>;

// A message whose body begins with an id, if its type has one.
Octets message(MessageType type, std::uint32_t id, std::uint8_t minor = 2, std::size_t more = 8,
               std::endian order = std::endian::native, bool more_fragments = false) {
  cdr::Buffer buffer(64);
  cdr::Encoder out(buffer, order);
  begin_message(out, minor, type);
  if (type != MessageType::close_connection && type != MessageType::message_error) {
    out.put(id);
    for (std::size_t i = 0; i < more; ++i) out.put(std::uint8_t{7});
  }
  end_message(out);
  Octets octets(out.octets().begin(), out.octets().end());
  if (more_fragments) octets[6] |= std::byte{2};
  return octets;
}

Octets operator+(Octets left, const Octets& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

struct Routed {
  Octets requests;
  Octets replies;
  std::string fault;
};

Routed route(const Octets& stream, ConnectionEnd end, std::size_t at_once, bool has_replies = true) {
  MessageRouter router(end);
  if (has_replies) router.begin_replies();
  Routed routed;
  for (std::size_t from = 0; from < stream.size(); from += at_once) {
    const auto chunk = OctetView(stream).subspan(from, std::min(at_once, stream.size() - from));
    const bool is_sound = router.route(chunk, [&](MessageRouter::Halves to, OctetView run) {
      if ((to & MessageRouter::requests) != 0) routed.requests = routed.requests + Octets(run.begin(), run.end());
      if ((to & MessageRouter::replies) != 0) routed.replies = routed.replies + Octets(run.begin(), run.end());
    });
    if (!is_sound) break;
  }
  routed.fault = router.fault().text;
  return routed;
}

TEST(MessageRouter, TellsRequestsFromRepliesHoweverTheyAreCut) {
  for (const auto end : {ConnectionEnd::originator, ConnectionEnd::acceptor}) {
    const std::uint32_t own = end == ConnectionEnd::acceptor ? 1 : 0;
    const std::uint32_t peers = 1 - own;
    const auto requests = message(MessageType::request, peers + 2, 2, 300) +
                          message(MessageType::fragment, peers + 2, 2, 0) +
                          message(MessageType::locate_request, peers + 4, 2, 8, std::endian::big) +
                          message(MessageType::cancel_request, peers + 2, 2, 0);
    const auto replies = message(MessageType::reply, own, 2, 100, std::endian::big) +
                         message(MessageType::fragment, own, 2, 5, std::endian::big) +
                         message(MessageType::locate_reply, own + 2);
    const auto close = message(MessageType::close_connection, 0);
    for (std::size_t at_once = 1; at_once < 40; ++at_once) {
      const auto routed = route(requests + replies + requests + close, end, at_once);
      EXPECT_EQ(routed.requests, requests + requests + close) << at_once;
      EXPECT_EQ(routed.replies, replies + close) << at_once;
      EXPECT_EQ(routed.fault, "");
    }
  }
}

TEST(MessageRouter, WithoutRepliesAllIsForOne) {
  const auto stream = message(MessageType::reply, 1) + message(MessageType::request, 3) +
                      message(MessageType::fragment, 1) + message(MessageType::message_error, 0);
  const auto routed = route(stream, ConnectionEnd::acceptor, 5, false);
  EXPECT_EQ(routed.requests, stream);
  EXPECT_TRUE(routed.replies.empty());
}

TEST(MessageRouter, RefusesWhatNobodyMaySend) {
  struct Case {
    Octets octets;
    ConnectionEnd end;
    std::string fault;
  };
  for (const auto& each : {
           Case{message(MessageType::request, 3), ConnectionEnd::acceptor, "a Request with the id 3"},
           Case{message(MessageType::locate_request, 4), ConnectionEnd::originator, "a LocateRequest with the id 4"},
           Case{message(MessageType::request, 1, 1), ConnectionEnd::originator, "a Request of GIOP 1.1"},
           Case{Octets(12, std::byte{0x47}), ConnectionEnd::acceptor, ""},
       }) {
    for (const std::size_t at_once : {std::size_t{1}, each.octets.size()}) {
      const auto routed = route(message(MessageType::reply, 0) + each.octets, each.end, at_once);
      EXPECT_NE(routed.fault, "");
      EXPECT_EQ(routed.fault.substr(0, each.fault.size()), each.fault);
      EXPECT_EQ(routed.replies, message(MessageType::reply, 0));
    }
  }
  // Until a call has been made in the other direction, any id is accepted.
  EXPECT_EQ(route(message(MessageType::request, 3), ConnectionEnd::acceptor, 1, false).fault, "");
}

TEST(MessageBounds, AreFoundHoweverTheMessageIsCut) {
  auto stream = message(MessageType::request, 2, 2, 100) + message(MessageType::close_connection, 0) +
                message(MessageType::reply, 1);
  const std::size_t first = message(MessageType::request, 2, 2, 100).size();
  const std::size_t second = first + header_octets;
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    MessageBounds bounds;
    std::vector<iovec> pieces{{stream.data(), cut / 2}, {stream.data() + cut / 2, cut - cut / 2}};
    bounds.add(pieces);
    EXPECT_EQ(bounds.is_within_message(), cut != 0 && cut != first && cut != second && cut != stream.size()) << cut;
  }
}

}  // namespace
