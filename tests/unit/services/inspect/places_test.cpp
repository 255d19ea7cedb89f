// Clients that take places without a token, and the owner, who is served nevertheless.
#include "services/inspect/http/service.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include <chrono>
#include <deque>
#include <memory>
#include <string>

namespace dimma::inspect {

namespace {

using boost::asio::buffer;
using boost::asio::dynamic_buffer;
using boost::asio::ip::tcp;
using namespace std::chrono_literals;

const std::string owners_token = "0123456789abcdef";
const std::string unfinished_login =
    "POST /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 100\r\n\r\ntoken=";
const std::string request_of_owner =
    "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer " + owners_token + "\r\n\r\n";

// The service and its clients take turns on one thread.
class InspectPlaces : public testing::Test {
 protected:
  void begin(const Limits& limits, const std::string& secret = owners_token) {
    served_->limits = limits;
    served_->answer = [](std::string_view) { return Answer{200, "text/plain", "served"}; };
    if (!secret.empty()) served_->guard.emplace(secret, false, 1);
    service_->listen(read_address("127.0.0.1:0"), nullptr);
    service_->begin();
  }
  void TearDown() override {
    service_->end();
    clients_.clear();
    context_.restart();
    context_.run();
  }

  // Any address of the loopback network is this machine's.
  tcp::socket& connect(const std::string& from = "127.0.0.1") {
    tcp::socket& client = clients_.emplace_back(context_);
    client.open(tcp::v4());
    client.bind({boost::asio::ip::make_address(from), 0});
    client.connect({boost::asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(service_->port())});
    return client;
  }
  tcp::socket& connect_and_send(const std::string& text, const std::string& from = "127.0.0.1") {
    tcp::socket& client = connect(from);
    boost::asio::write(client, buffer(text));
    return client;
  }
  template <class Condition>
  bool run_until(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!condition()) {
      context_.restart();
      context_.run_one_until(end);
      if (std::chrono::steady_clock::now() >= end) return false;
    }
    return true;
  }
  void fill(std::size_t count, const std::string& text, const std::string& from = "127.0.0.1") {
    for (std::size_t i = 0; i < count; ++i) {
      connect_and_send(text, from);
      const std::size_t wanted = served_->places.taken() + 1;
      ASSERT_TRUE(run_until([&] { return served_->places.taken() == wanted; }));
    }
    context_.poll();  // reads what they have sent
  }
  // Everything that the client receives until its connection ends.
  std::string received_by(tcp::socket& client) {
    std::string received;
    bool has_ended = false;
    boost::asio::async_read(client, dynamic_buffer(received), [&](auto, std::size_t) { has_ended = true; });
    EXPECT_TRUE(run_until([&] { return has_ended; }));
    return received;
  }
  bool is_served(const std::string& from = "127.0.0.1") {
    tcp::socket& client = connect_and_send(request_of_owner, from);
    const std::string reply = received_by(client);
    const std::size_t before = served_->places.taken();
    client.close();
    EXPECT_TRUE(run_until([&] { return served_->places.taken() == before - 1; }));
    return reply.starts_with("HTTP/1.1 200");
  }

  boost::asio::io_context context_;
  const std::shared_ptr<Served> served_ = std::make_shared<Served>();
  const std::shared_ptr<Service> service_ = std::make_shared<Service>(context_.get_executor(), served_);
  std::deque<tcp::socket> clients_;
};

TEST_F(InspectPlaces, UnfinishedLoginsMakeRoomForTheOwner) {
  begin({.of_one_address = 64});
  fill(64, unfinished_login);
  EXPECT_TRUE(is_served());
  EXPECT_EQ(received_by(clients_.front()), "");  // the oldest has made room
  EXPECT_EQ(served_->places.taken(), 63U);
}

TEST_F(InspectPlaces, UnfinishedHeadsMakeRoomForTheOwner) {
  begin({.connections = 8});
  fill(8, "GET / HTTP/1.1\r\nHost: loc");
  EXPECT_TRUE(is_served());
}

TEST_F(InspectPlaces, StrangersDoNotPushOutTheOwner) {
  begin({.connections = 4});
  std::string keeps_open = request_of_owner;
  keeps_open.erase(keeps_open.find("Connection: close\r\n"), 19);
  tcp::socket& owner = connect_and_send(keeps_open);
  const auto read_reply = [&] {
    std::string reply;
    bool has_ended = false;
    boost::asio::async_read_until(owner, dynamic_buffer(reply), "served", [&](auto, std::size_t) { has_ended = true; });
    EXPECT_TRUE(run_until([&] { return has_ended; }));
    return reply;
  };
  EXPECT_TRUE(read_reply().starts_with("HTTP/1.1 200"));
  fill(3, unfinished_login);
  for (int i = 0; i < 20; ++i) connect_and_send(unfinished_login);
  // Each of them takes the place of an older one.
  boost::asio::write(owner, buffer(keeps_open));
  EXPECT_TRUE(read_reply().starts_with("HTTP/1.1 200"));
}

TEST_F(InspectPlaces, OneAddressHasAShare) {
  begin({.connections = 6, .of_one_address = 3});
  fill(3, unfinished_login, "127.0.0.2");
  tcp::socket& other = connect_and_send(unfinished_login, "127.0.0.3");
  ASSERT_TRUE(run_until([&] { return served_->places.taken() == 4; }));
  for (int i = 0; i < 20; ++i) connect_and_send(unfinished_login, "127.0.0.2");
  EXPECT_TRUE(is_served("127.0.0.2"));
  EXPECT_LE(served_->places.taken(), 4U);
  // The only connection of its address is the oldest one, and stays: its login is answered.
  boost::asio::write(other, buffer(std::string(94, 'x')));
  EXPECT_TRUE(received_by(other).starts_with("HTTP/1.1 401"));
}

TEST_F(InspectPlaces, ALongAnswerComesInChunks) {
  begin({}, "");
  served_->answer = [](std::string_view) {
    Answer answer{200, "text/plain", "first,"};
    answer.more = [pieces = 0](std::string& into) mutable {
      if (++pieces > 3) return false;
      into = std::to_string(pieces) + std::string(100'000, '.');
      return true;
    };
    return answer;
  };
  const std::string chunked = received_by(connect_and_send(request_of_owner));
  EXPECT_NE(chunked.find("Transfer-Encoding: chunked\r\n"), std::string::npos) << chunked.substr(0, 1000);
  EXPECT_NE(chunked.find("\r\n\r\n6\r\nfirst,\r\n186a1\r\n1."), std::string::npos) << chunked.substr(0, 1000);
  EXPECT_TRUE(chunked.ends_with("..\r\n0\r\n\r\n"));
  const std::string old = received_by(connect_and_send("GET / HTTP/1.0\r\n\r\n"));
  EXPECT_EQ(old.find("chunked"), std::string::npos);
  EXPECT_NE(old.find("\r\n\r\nfirst,1."), std::string::npos) << old.substr(0, 1000);
  EXPECT_TRUE(old.ends_with(".."));
  const std::string head =
      received_by(connect_and_send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
  EXPECT_TRUE(head.ends_with("\r\n\r\n")) << head;
}

TEST_F(InspectPlaces, ALoginHasADeadline) {
  begin({.body_time = 20ms});
  tcp::socket& client = connect_and_send(unfinished_login);
  EXPECT_EQ(received_by(client), "");
  EXPECT_EQ(served_->places.taken(), 0U);
}

TEST_F(InspectPlaces, AFirstHeadHasADeadline) {
  begin({.first_head_time = 20ms});
  EXPECT_EQ(received_by(connect()), "");
  EXPECT_EQ(received_by(connect_and_send("GET / HTTP/1.1\r\nHos")), "");
  EXPECT_EQ(served_->places.taken(), 0U);
}

TEST_F(InspectPlaces, WithoutATokenAClientThatReadsNothingMakesRoom) {
  begin({.connections = 4}, "");
  served_->answer = [](std::string_view) { return Answer{200, "text/plain", std::string(64 << 20, 'x')}; };
  fill(4, request_of_owner);
  served_->answer = [](std::string_view) { return Answer{200, "text/plain", "served"}; };
  EXPECT_TRUE(is_served());
  EXPECT_EQ(served_->places.taken(), 3U);
}

}  // namespace

}  // namespace dimma::inspect
