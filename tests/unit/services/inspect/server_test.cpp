#include <dimma/inspect.hpp>

#include <gtest/gtest.h>

#include <optional>
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
  CORBA::ORB_init(none, "inspected")->destroy();  // the one that failed is gone
}

}  // namespace

}  // namespace dimma::inspect
