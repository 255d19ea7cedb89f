// Silent addresses, and the time that is left for the others.

#include "channel/connect_attempts.hpp"
#include "iiop/giop/profile_components.hpp"
#include "unit/iiop/channel_fixture.hpp"
#include "unit/transport/tcp/peers.hpp"

#include <dimma/minor.hpp>

#include <array>
#include <chrono>
#include <future>
#include <optional>
#include <thread>
#include <vector>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;
using channel::ConnectAttempts;

const auto start = Clock::now();

void expect_attempt(ConnectAttempts& attempts, std::size_t address, Deadline::duration at, Deadline until) {
  const auto attempt = attempts.next(start + at);
  ASSERT_TRUE(attempt);
  EXPECT_EQ(attempt->address, address);
  EXPECT_EQ(attempt->until, until);
}

TEST(ConnectAttempts, AnOnlyAddressHasAllTheTime) {
  ConnectAttempts attempts(1, start + 10s);
  expect_attempt(attempts, 0, 0s, start + 10s);
  attempts.was_silent(0, start + 10s);
  EXPECT_FALSE(attempts.next(start + 10s));
  ConnectAttempts unlimited(1, no_deadline);
  expect_attempt(unlimited, 0, 0s, no_deadline);
}

TEST(ConnectAttempts, ThoseThatRefuseAreNotTriedAgain) {
  ConnectAttempts attempts(3, start + 30s);
  expect_attempt(attempts, 0, 0s, start + 2s);
  expect_attempt(attempts, 1, 0s, start + 2s);
  expect_attempt(attempts, 2, 1s, start + 30s);
  EXPECT_FALSE(attempts.next(start + 1s));
}

TEST(ConnectAttempts, ThoseThatAreSilentAreTriedAgainForTheRestOfTheTime) {
  ConnectAttempts attempts(3, start + 30s);
  expect_attempt(attempts, 0, 0s, start + 2s);
  attempts.was_silent(0, start + 2s);
  expect_attempt(attempts, 1, 2s, start + 4s);
  expect_attempt(attempts, 2, 3s, start + 5s);
  attempts.was_silent(2, start + 5s);
  expect_attempt(attempts, 0, 5s, start + 7s);
  attempts.was_silent(0, start + 7s);
  expect_attempt(attempts, 2, 7s, start + 30s);
  attempts.was_silent(2, start + 30s);
  EXPECT_FALSE(attempts.next(start + 30s));
}

TEST(ConnectAttempts, ShareALittleTime) {
  ConnectAttempts attempts(3, start + 3s);
  expect_attempt(attempts, 0, 0s, start + 1s);
  attempts.was_silent(0, start + 1s);
  expect_attempt(attempts, 1, 1s, start + 2s);
  attempts.was_silent(1, start + 2s);
  expect_attempt(attempts, 2, 2s, start + 3s);
  attempts.was_silent(2, start + 3s);
  EXPECT_FALSE(attempts.next(start + 3s));
}

TEST(ConnectAttempts, WithoutADeadlineTheLastIsWaitedForAsLongAsItTakes) {
  ConnectAttempts attempts(2, no_deadline);
  expect_attempt(attempts, 0, 0s, start + 2s);
  attempts.was_silent(0, start + 2s);
  expect_attempt(attempts, 1, 2s, start + 4s);
  attempts.was_silent(1, start + 4s);
  expect_attempt(attempts, 0, 4s, start + 6s);
  attempts.was_silent(0, start + 6s);
  expect_attempt(attempts, 1, 6s, no_deadline);
}

// The reference has the address of a machine that does not answer, and that of a server.
void expect_silent_address_passed_over(const EngineeringQoS& qos, std::chrono::seconds time) {
  transport::TcpTransport tcp;
  const transport::SilentPeer silent;
  Ends ends(tcp, "127.0.0.1", shared_qos);
  Profile profile = decode_profile(ends.profile.data);
  std::erase_if(profile.components, [](const auto& component) { return component.tag != component_orb_type; });
  profile.components.push_back(alternate_address(profile.address));
  profile.address = {silent.endpoint().host, silent.endpoint().port};
  try {
    const auto channel = ends.binder->bind({tag_internet_iop, encode(profile)}, qos, Clock::now() + time, {});
    EXPECT_EQ(echo(*channel, "hello", Clock::now() + time), "hello");
  } catch (const CORBA::SystemException& late) {
    // The other address has half of the time, which may be too little for a process that is suspended meanwhile.
    if (time > 10s) {
      ADD_FAILURE() << late;
    } else {
      expect_silent_address_passed_over(qos, 4 * time);
    }
  }
}

TEST(ConnectAttempts, ASilentAddressIsPassedOver) {
  std::thread other(expect_silent_address_passed_over, dedicated_qos, 1s);
  expect_silent_address_passed_over(shared_qos, 1s);
  other.join();
}

enum class Raised : std::uint8_t { nothing, timeout, transient };

Raised raised_by(const std::exception_ptr& failure) {
  if (!failure) return Raised::nothing;
  try {
    std::rethrow_exception(failure);
  } catch (const CORBA::TIMEOUT& late) {
    EXPECT_EQ(late.minor(), minor::timeout_call);
    EXPECT_EQ(late.completed(), CORBA::COMPLETED_NO);
    return Raised::timeout;
  } catch (const CORBA::TRANSIENT& unreached) {
    EXPECT_EQ(unreached.minor(), minor::transient_connect_failed);
    return Raised::transient;
  }
}

// The exceptions of two bindings to a silent peer: bind() waits for the connection, begin_bind() does not.
std::array<Raised, 2> binding_raises(const EngineeringQoS& qos, const Settings& settings,
                                     std::optional<std::chrono::milliseconds> within) {
  const auto deadline = [&] { return within ? Clock::now() + *within : no_deadline; };
  transport::TcpTransport tcp;
  const transport::SilentPeer silent;
  Profile profile;
  profile.address = {silent.endpoint().host, silent.endpoint().port};
  const channel::Tagged tagged{tag_internet_iop, encode(profile)};
  const auto binder = make_binder({{&tcp}}, settings);
  std::array<Raised, 2> raised{};
  try {
    binder->bind(tagged, qos, deadline(), {});
  } catch (const CORBA::SystemException&) {
    raised[0] = raised_by(std::current_exception());
  }
  std::promise<std::exception_ptr> bound;
  binder->begin_bind(tagged, qos, deadline(), {},
                     [&](const auto&, std::exception_ptr failure) { bound.set_value(std::move(failure)); });
  raised[1] = raised_by(bound.get_future().get());
  binder->shutdown();
  return raised;
}

// Two bindings that wait for one connection may each change their exception: they add what other profiles have
// reported.
TEST(ConnectAttempts, EachBindingThatWaitsForAConnectionIsToldOfItsFailureByAnExceptionOfItsOwn) {
  transport::TcpTransport tcp;
  const transport::SilentPeer silent;
  Profile profile;
  profile.address = {silent.endpoint().host, silent.endpoint().port};
  Settings settings;
  settings.connect_timeout = 30ms;
  const auto binder = make_binder({{&tcp}}, settings);
  std::array<std::promise<std::exception_ptr>, 2> bound;
  for (auto& each : bound) {
    binder->begin_bind({tag_internet_iop, encode(profile)}, shared_qos, no_deadline, {},
                       [&each](const auto&, std::exception_ptr failure) { each.set_value(std::move(failure)); });
  }
  const std::array failures{bound[0].get_future().get(), bound[1].get_future().get()};
  for (const auto& failure : failures) EXPECT_EQ(raised_by(failure), Raised::transient);
  EXPECT_NE(failures[0], failures[1]);
  binder->shutdown();
}

TEST(ConnectAttempts, AreTooLateOnlyForTheDeadlineOfACall) {
  Settings settings;
  settings.connect_timeout = 30ms;
  for (const auto& qos : {shared_qos, dedicated_qos}) {
    EXPECT_EQ(binding_raises(qos, settings, std::nullopt), (std::array{Raised::transient, Raised::transient}));
    EXPECT_EQ(binding_raises(qos, settings, 10min), (std::array{Raised::transient, Raised::transient}));
    EXPECT_EQ(binding_raises(qos, {}, 30ms), (std::array{Raised::timeout, Raised::timeout}));
  }
}

TEST(ConnectAttempts, NobodyIsThereIfAllRefuse) {
  const transport::Result refused{transport::Status::failed, 0, ECONNREFUSED};
  ConnectAttempts attempts(2, no_deadline);
  EXPECT_FALSE(attempts.is_nobody_there());
  attempts.failed(refused);
  attempts.failed(refused);
  EXPECT_TRUE(attempts.is_nobody_there());
  attempts.failed({transport::Status::timeout, 0, 0});
  EXPECT_FALSE(attempts.is_nobody_there());
}

}  // namespace
}  // namespace dimma::iiop
