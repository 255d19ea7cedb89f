// A process with one thread that is client and server, and calls itself over TCP.
#include "relay_asio.hpp"

#include <dimma/asio.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dimma::test {
namespace {

using boost::asio::awaitable;
using RelayRef = CORBA::object_reference<Deep::Relay>;

std::size_t threads_of_process() {
  std::size_t count = 0;
  for (const auto& each : std::filesystem::directory_iterator("/proc/self/task")) count += each.is_directory() ? 1 : 0;
  return count;
}

class RelayServant final : public virtual CORBA::servant_traits<Deep::Relay>::awaitable_base_type {
 public:
  awaitable<std::int32_t> descend(RelayRef other, std::int32_t depth) override {
    ++in_progress;
    std::int32_t result = in_progress;
    if (depth > 0) result = co_await other->async_descend(_this(), depth - 1, boost::asio::use_awaitable);
    EXPECT_EQ(threads_of_process(), 1U);
    --in_progress;
    co_return result;
  }

  static inline std::int32_t in_progress = 0;
};

CORBA::object_reference<CORBA::ORB> make_orb(const std::string& id, boost::asio::io_context& io) {
  std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-qos", "transport=tcp"};
  const auto orb = CORBA::ORB_init(arguments, id);
  dimma::asio::run_on(orb, io.get_executor());
  return orb;
}

// A reference that `orb` makes from the text of the servant's reference, as a client elsewhere would.
RelayRef relay(const CORBA::object_reference<CORBA::ORB>& server, const CORBA::object_reference<CORBA::ORB>& orb,
               const CORBA::servant_reference<RelayServant>& servant) {
  const auto root = IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  root->activate_object(servant);
  return narrow_unchecked<Deep::Relay>(
      orb->string_to_object(server->object_to_string(root->servant_to_reference(servant))));
}

awaitable<void> descend(RelayRef first, RelayRef second, std::int32_t depth, std::int32_t& deepest) {
  deepest = co_await first->async_descend(second, depth, boost::asio::use_awaitable);
}

TEST(OneThread, CallsItselfAndIsCalledBackThreeDeep) {
  ASSERT_EQ(threads_of_process(), 1U);
  boost::asio::io_context io(1);
  const auto left = make_orb("left", io);
  const auto right = make_orb("right", io);
  const auto left_relay = relay(left, right, CORBA::make_reference<RelayServant>());
  const auto right_relay = relay(right, left, CORBA::make_reference<RelayServant>());
  // Each relay is called through a reference of the other ORB, so each call is a request over TCP.
  std::int32_t deepest = 0;
  boost::asio::co_spawn(io, descend(left_relay, right_relay, 3, deepest), [&](const std::exception_ptr& failure) {
    EXPECT_FALSE(failure);
    left->shutdown(false);
    right->shutdown(false);
  });
  io.run();
  EXPECT_EQ(deepest, 4);
  EXPECT_EQ(threads_of_process(), 1U);
  left->destroy();
  right->destroy();
}

}  // namespace
}  // namespace dimma::test
