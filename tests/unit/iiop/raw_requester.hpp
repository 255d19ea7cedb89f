#pragma once
// A client without a channel: sends whole requests and reads whole replies when the test says so.

#include "unit/iiop/channel_fixture.hpp"

#include "iiop/giop/giop.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/giop/profile_endpoints.hpp"
#include "iiop/message/send.hpp"
#include "transport/local/unix.hpp"
#include "transport/shm/shm.hpp"

#include <cctype>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma::iiop {

inline constexpr std::size_t mebibyte = std::size_t{1} << 20;
// Generous, since it only prevents an endless wait.
inline constexpr std::chrono::seconds answered_within{15};

inline transport::Transport& transport_called(const std::string& name) {
  static transport::TcpTransport tcp;
  static transport::UnixTransport local;
  static transport::ShmTransport shm;
  if (name == "tcp") return tcp;
  if (name == "unix") return local;
  return shm;
}

// The server that a test of raw requests runs against.
struct ServerSubject {
  const char* transport;
  const char* qos;
};

inline std::string subject_name(const testing::TestParamInfo<ServerSubject>& info) {
  std::string name = std::string(info.param.transport) + "_" + (*info.param.qos == 0 ? "default" : info.param.qos);
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_'; });
  return name;
}

// The usage of the server's fact "connections".
inline std::string connections_of(const Ends& ends) {
  for (const auto& fact : ends.server->describe()) {
    if (fact.name == "connections") return fact.usage;
  }
  return {};
}

// Sends requests, and reads replies only on request.
class RawRequester {
 public:
  RawRequester(const Ends& ends, const std::string& transport) {
    const auto profile = decode_profile(ends.profile.data);
    transport::Endpoint to{transport, profile.address.host, profile.address.port};
    if (transport != "tcp") to = endpoints_of(profile).front();
    transport::StreamOptions options;
    if (transport != "unix") options.receive_buffer_octets = 16 * 1024;
    auto connected = transport_called(transport).connect(to, Clock::now() + answered_within, options);
    EXPECT_TRUE(connected.stream) << connected.detail;
    stream_ = std::move(connected.stream);
  }

  // Returns false if the server accepts no more octets; no other request may follow.
  bool request(std::string_view operation, function_ref<void(cdr::Encoder&)> arguments) {
    cdr::Buffer buffer(256);
    cdr::Encoder out(buffer, std::endian::native);
    const RequestTemplate made(giop_minor, {std::as_bytes(std::span("key", 3))});
    made.write(out, ++last_id_, operation, Response::with_target);
    const auto body = begin_body(out, giop_minor);
    arguments(out);
    end_message(out, body);
    if (together_) {
      together_->insert(together_->end(), buffer.data(), buffer.data() + out.size());
      return true;
    }
    iovec piece{buffer.data(), out.size()};
    return static_cast<bool>(stream_->send({&piece, 1}, no_wait));
  }
  bool grow(std::size_t octets, std::string_view operation = "grow") {
    return request(operation, [&](cdr::Encoder& out) { out.put(static_cast<std::uint32_t>(octets)); });
  }
  // Sends many requests at once, which the server receives together.
  bool grow_often(std::size_t octets, int times) {
    begin_together();
    for (int i = 0; i < times; ++i) grow(octets);
    return send_together();
  }
  // Requests that follow are kept until send_together(), which appends `behind` to them.
  void begin_together() { together_.emplace(); }
  bool send_together(std::string_view behind = {}) {
    auto all = *std::exchange(together_, {});
    const auto octets = std::as_bytes(std::span(behind));
    all.insert(all.end(), octets.begin(), octets.end());
    iovec piece{all.data(), all.size()};
    return static_cast<bool>(stream_->send({&piece, 1}, no_wait));
  }
  bool echo(const std::string& text) {
    return request("echo", [&](cdr::Encoder& out) { cdr::write(out, text); });
  }

  // Reads the next whole message. Returns false at the end of the connection.
  bool read(MessageHeader& header, std::vector<std::byte>& message) {
    message.resize(header_octets);
    if (!read_into(message)) return false;
    const std::span<const std::byte, header_octets> octets(message.data(), header_octets);
    const auto parsed = parse_header(octets, mebibyte * 64);
    EXPECT_TRUE(parsed);
    header = parsed.header;
    message.resize(header.message_octets());
    return read_into(std::span(message).subspan(header_octets));
  }
  // Reads the next reply and returns its id; 0 if there is another message or the end.
  std::uint32_t read_reply() {
    MessageHeader header;
    std::vector<std::byte> message;
    if (!read(header, message) || header.type != MessageType::reply) return 0;
    auto in = body_of(header, message, CORBA::COMPLETED_YES);
    return in.get<std::uint32_t>();
  }
  // Takes the octets that are there, at most `octets`.
  std::size_t read_some(std::size_t octets) {
    std::vector<std::byte> into(octets);
    const auto result = stream_->receive(into, no_wait);
    return result.octets;
  }

  transport::Stream& stream() { return *stream_; }

  std::uint8_t giop_minor = 2;  // used by the next requests

 private:
  bool read_into(std::span<std::byte> into) {
    while (!into.empty()) {
      const auto result = stream_->receive(into, Clock::now() + answered_within);
      EXPECT_NE(result.status, transport::Status::timeout);
      if (!result) return false;
      into = into.subspan(result.octets);
    }
    return true;
  }

  std::unique_ptr<transport::Stream> stream_;
  std::optional<std::vector<std::byte>> together_;
  std::uint32_t last_id_ = 0;
};

}  // namespace dimma::iiop
