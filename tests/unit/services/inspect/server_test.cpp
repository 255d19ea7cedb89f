#include <dimma/asio/inspect.hpp>
#include <dimma/inspect.hpp>

#include <gtest/gtest.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <unistd.h>

#include <optional>
#include <string>
#include <utility>

namespace dimma::inspect {

namespace {

TEST(InspectServer, SaysWhereItListensAndMoves) {
  const auto orb = CORBA::ORB_init();
  Server server = serve(orb, "127.0.0.1:0");
  EXPECT_TRUE(server.address().starts_with("127.0.0.1:"));
  EXPECT_FALSE(server.address().ends_with(":0"));
  EXPECT_THROW(serve(orb, server.address()), CORBA::BAD_PARAM);
  const std::string address = server.address();
  std::optional<Server> other(std::move(server));
  EXPECT_EQ(other->address(), address);
  other.reset();
  EXPECT_EQ(serve(orb, address).address(), address);
  orb->destroy();
}

TEST(InspectServer, OutlivesItsOrb) {
  const auto orb = CORBA::ORB_init();
  const Server server = serve(orb, "unix");
  EXPECT_TRUE(server.address().starts_with("unix:@dimma-inspect-"));
  orb->destroy();
}

TEST(InspectServer, IsTheOrbsWhereAnOptionSaysSo) {
  for (int round = 0; round < 20; ++round) {
    std::vector<std::string> arguments{"--dimma-inspect", "unix"};
    const auto orb = CORBA::ORB_init(arguments, "inspected");
    EXPECT_TRUE(arguments.empty());
    std::vector<std::string> same{"--dimma-inspect", "unix"};
    EXPECT_EQ(CORBA::ORB_init(same, "inspected")._get(), orb._get());
    orb->destroy();
  }
  std::vector<std::string> wrong{"--dimma-inspect=0.0.0.0:1"};
  EXPECT_THROW(CORBA::ORB_init(wrong, "inspected"), CORBA::BAD_PARAM);
  std::vector<std::string> none;
  CORBA::ORB_init(none, "inspected")->destroy();  // the ORB that failed does not exist
}

TEST(InspectServer, WantsTlsAndATokenOfTheNetwork) {
  const auto orb = CORBA::ORB_init();
  const auto words_of = [&](const std::string& address, const std::string& token) -> std::string {
    try {
      serve(orb, address, token);
    } catch (const CORBA::BAD_PARAM& refused) {
      return refused._detail();
    }
    return {};
  };
  // This program is not linked with dimma::tls.
  EXPECT_NE(words_of("0.0.0.0:0", "0123456789abcdef").find("dimma::tls"), std::string::npos);
  EXPECT_NE(words_of("https://127.0.0.1:0", {}).find("dimma::tls"), std::string::npos);
  EXPECT_NE(words_of("127.0.0.1:0", "short").find("a token has 16 to 1024"), std::string::npos);
  EXPECT_EQ(words_of("127.0.0.1:0", "0123456789abcdef"), "");
  orb->destroy();
}

TEST(InspectServer, ASecondOrbHasAnAddressOfItsOwn) {
  std::vector<std::string> first_options{"--dimma-inspect", "127.0.0.1:0"};
  const auto first = CORBA::ORB_init(first_options, "first");
  const std::string path = testing::TempDir() + "inspect-" + std::to_string(::getpid());
  for (const std::string& at : {"unix:" + path, std::string("unix")}) {
    std::vector<std::string> options[] = {{"--dimma-inspect", at}, {"--dimma-inspect", at}, {"--dimma-inspect", at}};
    const auto one = CORBA::ORB_init(options[0], "one");
    const auto two = CORBA::ORB_init(options[1], "two");
    const auto three = CORBA::ORB_init(options[2], "three");
    if (at != "unix") {
      EXPECT_EQ(::access((path + "-2").c_str(), F_OK), 0);
      EXPECT_EQ(::access((path + "-3").c_str(), F_OK), 0);
    }
    two->destroy();
    EXPECT_NE(::access((path + "-2").c_str(), F_OK), 0);
    three->destroy();
    one->destroy();
  }
  const Server server = serve(first, "127.0.0.1:0");
  std::vector<std::string> same{"--dimma-inspect", server.address()};
  CORBA::ORB_init(same, "second")->destroy();  // at a port that the system chooses
  first->destroy();
}

std::string answer_of(boost::asio::io_context& context, const std::string& address, const std::string& target) {
  using boost::asio::ip::tcp;
  const auto port = static_cast<std::uint16_t>(std::stoul(address.substr(address.rfind(':') + 1)));
  tcp::socket socket(context);
  std::string request = "GET " + target + " HTTP/1.0\r\n\r\n";
  std::string answer;
  socket.async_connect({boost::asio::ip::address_v4::loopback(), port}, [&](auto error) {
    ASSERT_FALSE(error);
    boost::asio::async_write(socket, boost::asio::buffer(request), [&](auto failed, std::size_t) {
      ASSERT_FALSE(failed);
      boost::asio::async_read(socket, boost::asio::dynamic_buffer(answer), [&](auto, std::size_t) { context.stop(); });
    });
  });
  context.restart();
  context.run_for(std::chrono::seconds(60));
  return answer;
}

TEST(InspectServer, IsServedByAnExecutor) {
  const auto orb = CORBA::ORB_init();
  boost::asio::io_context context;
  std::optional<Server> server(dimma::asio::inspect_on(context.get_executor(), orb, "127.0.0.1:0"));
  const std::string address = server->address();
  EXPECT_NE(answer_of(context, address, "/describe").find("\"process\""), std::string::npos);
  server.reset();
  context.restart();
  context.run();  // returns, since no operation is pending
  EXPECT_EQ(serve(orb, address).address(), address);
  orb->destroy();
}

}  // namespace

}  // namespace dimma::inspect
