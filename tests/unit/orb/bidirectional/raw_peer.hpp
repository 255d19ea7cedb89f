#pragma once
// An end of a connection whose octets the test makes.

#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/giop/listen_points.hpp"
#include "iiop/giop/profile.hpp"
#include "orb/reference/object_reference.hpp"
#include "transport/tcp/tcp.hpp"

#include <dimma/corba.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace callbacks {

using dimma::iiop::Address;
using dimma::iiop::MessageType;
using Message = std::vector<std::byte>;
constexpr std::chrono::seconds heard_within{20};

inline dimma::iiop::Profile profile_of(const CORBA::Object& object) {
  return dimma::iiop::decode_profile(CORBA::ObjectAccess::reference(object)->ior()->profiles.front().data);
}

struct RequestParts {
  std::uint32_t id = 0;
  std::string operation = "forget";  // an operation of a hub, which takes any string
  std::vector<Address> listen_points = {};
  std::optional<dimma::channel::Octets> context = {};  // in place of `listen_points`
  std::uint8_t minor = 2;
};
inline Message request(const dimma::channel::Octets& key, const RequestParts& parts,
                       const std::function<void(dimma::cdr::Encoder&)>& arguments) {
  std::vector<dimma::iiop::ServiceContext> contexts;
  const auto points = parts.context.value_or(dimma::iiop::encode_listen_points(parts.listen_points));
  if (parts.context || !parts.listen_points.empty()) {
    contexts.push_back({dimma::iiop::context_bidirectional, points});
  }
  const dimma::iiop::RequestTemplate made(parts.minor, {.object_key = key}, std::endian::native, contexts);
  dimma::cdr::Buffer buffer(256);
  dimma::cdr::Encoder out(buffer);
  made.write(out, parts.id, parts.operation, dimma::iiop::Response::with_target);
  const auto body = dimma::iiop::begin_body(out, parts.minor);
  arguments(out);
  dimma::iiop::end_message(out, body);
  return {out.octets().begin(), out.octets().end()};
}

class RawPeer {
 public:
  explicit RawPeer(std::unique_ptr<dimma::transport::Stream> stream) : stream_(std::move(stream)) {}
  explicit RawPeer(const Address& to) {
    dimma::transport::TcpTransport tcp;
    auto connected = tcp.connect({"tcp", to.host, to.port}, deadline(), {});
    EXPECT_TRUE(connected.stream) << connected.detail;
    stream_ = std::move(connected.stream);
  }

  void send(const Message& message) {
    Message octets = message;
    iovec piece{octets.data(), octets.size()};
    stream_->send({&piece, 1}, deadline());
  }
  void send_reply(std::uint32_t id, std::int32_t result) { send(reply(id, result)); }
  static Message reply(std::uint32_t id, std::int32_t result) {
    dimma::cdr::Buffer buffer(64);
    dimma::cdr::Encoder out(buffer);
    const auto body = dimma::iiop::begin_reply(out, 2, id, dimma::iiop::ReplyStatus::no_exception);
    out.put(result);
    dimma::iiop::end_message(out, body);
    return {out.octets().begin(), out.octets().end()};
  }
  // The next message; empty if the other end has closed the connection.
  Message receive() {
    Message message(dimma::iiop::header_octets);
    if (!fill(message, 0)) return {};
    const auto parsed = dimma::iiop::parse_header(
        std::span<const std::byte, dimma::iiop::header_octets>(message.data(), message.size()), 1U << 24U);
    EXPECT_TRUE(static_cast<bool>(parsed));
    header = parsed.header;
    message.resize(header.message_octets());
    if (!fill(message, dimma::iiop::header_octets)) return {};
    return message;
  }
  // The id of a Request or Reply of GIOP 1.2 that has just been received.
  std::uint32_t id_of(const Message& message) const {
    if (message.empty()) {
      ADD_FAILURE() << "the connection has ended";
      return 0;
    }
    dimma::cdr::Decoder in(dimma::iiop::OctetView(message).subspan(dimma::iiop::header_octets), header.order);
    return in.get<std::uint32_t>();
  }
  bool is_closed() { return receive().empty(); }
  void close() { stream_->shutdown(); }

  dimma::iiop::MessageHeader header;

 private:
  static dimma::Deadline deadline() { return dimma::Clock::now() + heard_within; }
  bool fill(Message& message, std::size_t from) {
    while (from < message.size()) {
      const auto result = stream_->receive(std::span(message).subspan(from), deadline());
      EXPECT_NE(result.status, dimma::transport::Status::timeout);
      if (!result) return false;
      from += result.octets;
    }
    return true;
  }

  std::unique_ptr<dimma::transport::Stream> stream_;
};

}  // namespace callbacks
