// A connection by itself: a stream within the process, a dispatcher, and the thread that serves it.

#include "iiop/server/connection/server_connection.hpp"
#include "unit/iiop/channel_fixture.hpp"
#include "unit/iiop/memory_streams.hpp"

#include "iiop/giop/giop_reply.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace dimma::iiop {
namespace {

constexpr std::uint8_t giop_minor = 2;

// A connection of an endpoint with a thread for each connection.
class ServedConnectionAlone : public testing::Test {
 protected:
  ~ServedConnectionAlone() override {
    streams_.client->shutdown();
    core_->await_empty();
  }

  // Serves the messages that have been sent before, and those that follow.
  void serve() {
    connection_ = std::make_shared<ServerConnection>(core_, std::move(streams_.server));
    core_->serve(connection_);
  }

  void send(const std::function<void(cdr::Encoder&)>& write) {
    cdr::Buffer buffer(256);
    cdr::Encoder out(buffer, std::endian::native);
    write(out);
    std::vector<std::byte> octets(buffer.data(), buffer.data() + out.size());
    send_octets(octets);
  }
  void send_octets(std::vector<std::byte> octets) {
    iovec piece{octets.data(), octets.size()};
    EXPECT_TRUE(streams_.client->send({&piece, 1}, no_deadline));
  }
  void request(std::string_view operation, std::uint32_t id, Response response, const std::string& text) {
    send([&](cdr::Encoder& out) {
      const RequestTemplate made(giop_minor, {std::as_bytes(std::span("key", 3))});
      made.write(out, id, operation, response);
      const auto body = begin_body(out, giop_minor);
      out.put_string(text);
      end_message(out, body);
    });
  }
  // Returns the next messages of the server, up to that many or the end of the stream.
  std::vector<MessageType> receive(std::size_t messages_max) {
    std::vector<MessageType> received;
    while (received.size() < messages_max) {
      const auto progress = reader_.next();
      if (progress == Progress::message) {
        received.push_back(reader_.header().type);
        continue;
      }
      EXPECT_EQ(progress, Progress::need_more);
      const auto result = streams_.client->receive(reader_.space(), no_deadline);
      if (!result) break;
      reader_.received(result.octets);
    }
    return received;
  }
  static constexpr std::size_t until_the_end = 1000;

  MemoryStreams streams_;
  TestAdapter adapter_;
  std::shared_ptr<ServerCore> core_ =
      std::make_shared<ServerCore>(adapter_, settings_with_memory(), EngineeringQoS::parse("processing=nullTask"));
  std::shared_ptr<ServerConnection> connection_;
  MessageReader reader_;
};

using Types = std::vector<MessageType>;

TEST_F(ServedConnectionAlone, RequestsAreServedInOrderAndAnsweredOnce) {
  std::vector<std::string> served;
  adapter_.on_echo = [&](const std::string& text) { served.push_back(text); };
  request("echo", 1, Response::with_target, "one");
  request("echo", 2, Response::with_target, "two");
  request("echo", 3, Response::with_target, "three");
  serve();
  EXPECT_EQ(receive(3), Types(3, MessageType::reply));
  EXPECT_EQ(served, (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(core_->connections.count(), 1U);
}

TEST_F(ServedConnectionAlone, OnewaysAreServedAndNotAnswered) {
  std::vector<std::string> served;
  adapter_.on_note = [&](const std::string& text) { served.push_back(text); };
  request("note", 1, Response::none, "one");
  request("note", 2, Response::none, "two");
  request("echo", 3, Response::with_target, "three");
  serve();
  EXPECT_EQ(receive(1), Types(1, MessageType::reply));
  EXPECT_EQ(served, (std::vector<std::string>{"one", "two"}));
}

TEST_F(ServedConnectionAlone, ALocateRequestIsAnsweredBetweenRequests) {
  request("echo", 1, Response::with_target, "one");
  send([](cdr::Encoder& out) { write_locate_request(out, giop_minor, 2, {std::as_bytes(std::span("key", 3))}); });
  request("echo", 3, Response::with_target, "three");
  serve();
  EXPECT_EQ(receive(3), (Types{MessageType::reply, MessageType::locate_reply, MessageType::reply}));
}

TEST_F(ServedConnectionAlone, OctetsThatAreNotGiopEndItWithAMessageError) {
  request("echo", 1, Response::with_target, "one");
  send_octets(std::vector<std::byte>(64, std::byte{'x'}));
  request("echo", 2, Response::with_target, "never served");
  serve();
  EXPECT_EQ(receive(until_the_end), (Types{MessageType::reply, MessageType::message_error}));
  core_->await_empty();
}

TEST_F(ServedConnectionAlone, AfterCloseTheNextRequestIsNotServedAndTheClientIsTold) {
  int served = 0;
  adapter_.on_echo = [&](const std::string&) {
    ++served;
    core_->connections.for_each([](ServedConnection& connection) {
      connection.close("the test closes it");
      EXPECT_EQ(connection.use().in_progress, 1U);
    });
  };
  request("echo", 1, Response::with_target, "one");
  request("echo", 2, Response::with_target, "two");
  serve();
  EXPECT_EQ(receive(until_the_end), (Types{MessageType::reply, MessageType::close_connection}));
  EXPECT_EQ(served, 1);
}

TEST_F(ServedConnectionAlone, AClientsCloseConnectionEndsIt) {
  send([](cdr::Encoder& out) { write_close_connection(out, giop_minor); });
  request("echo", 1, Response::with_target, "never served");
  serve();
  EXPECT_EQ(receive(until_the_end), Types{});
  core_->await_empty();
}

}  // namespace
}  // namespace dimma::iiop
