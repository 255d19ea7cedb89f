#include "services/naming/check/checker.hpp"

#include "CosNaming_skel.hpp"

#include <dimma/publish.hpp>

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

namespace {

using namespace std::chrono_literals;
using dimma::naming::Checker;
using dimma::naming::CheckResult;
using dimma::naming::Outcome;
using DimmaNaming::Health;
using Reference = CORBA::object_reference<CORBA::Object>;

// An object that exists, to be checked.
class Iterator : public virtual CORBA::servant_traits<CosNaming::BindingIterator>::base_type {
  bool next_one(CosNaming::Binding&) override { return false; }
  bool next_n(std::uint32_t, CosNaming::BindingList&) override { return false; }
  void destroy() override {}
};

// Listens and never answers.
class SilentServer {
 public:
  SilentServer() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::listen(socket_, 64), 0);
    EXPECT_EQ(::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    port_ = ntohs(address.sin_port);
  }
  ~SilentServer() { ::close(socket_); }
  std::string port() const { return std::to_string(port_); }

 private:
  int socket_;
  std::uint16_t port_ = 0;
};

class CheckerTest : public testing::Test {
 protected:
  void SetUp() override {
    std::vector<std::string> listens{"-ORBListenEndpoints", "iiop://127.0.0.1:0"};
    server_ = CORBA::ORB_init(listens, "server");
    auto poa = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    poa->the_POAManager()->activate();
    object_ = poa->id_to_reference(poa->activate_object(CORBA::make_reference<Iterator>()));
    dimma::publish(server_, "Key", object_);
    std::vector<std::string> none;
    client_ = CORBA::ORB_init(none, "client");
    const auto addresses = dimma::naming::addresses_of(server_->object_to_string(object_));
    port_ = addresses.front().text.substr(addresses.front().text.rfind(':') + 1);
  }
  void TearDown() override {
    client_->destroy();
    server_->destroy();
  }

  Reference reference(const std::string& url) { return client_->string_to_object(url); }
  // A loopback address in a form that does not look like one, in place of an address of the network.
  std::string network() const { return "2130706433:" + port_; }
  static std::vector<Outcome> outcomes(const CheckResult& result) {
    std::vector<Outcome> all;
    for (const auto& address : result.addresses) all.push_back(address.outcome);
    return all;
  }

  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  Reference object_;
  std::string port_;
};

TEST_F(CheckerTest, AsksEachAddress) {
  const Checker checker(client_, 2s, 4);
  const auto result = checker.check(reference(server_->object_to_string(object_)));
  EXPECT_EQ(result.health, Health::local_only);
  EXPECT_TRUE(result.is_good());
  ASSERT_EQ(result.addresses.size(), 3);  // TCP, shared memory, Unix socket
  for (const auto& address : result.addresses) {
    EXPECT_TRUE(address.is_local);
    EXPECT_EQ(address.outcome, Outcome::answers) << address.address << ": " << address.words;
  }
}

TEST_F(CheckerTest, LocalAddressesDoNotCountBesideThoseOfTheNetwork) {
  const Checker checker(client_, 2s, 4);
  const auto result = checker.check(reference("corbaloc::127.0.0.1:1,:" + network() + "/Key"));
  EXPECT_EQ(outcomes(result), (std::vector{Outcome::unreachable, Outcome::answers}));
  EXPECT_EQ(result.health, Health::answers);
  EXPECT_TRUE(result.remark.empty());
  const auto dead = checker.check(reference("corbaloc::127.0.0.1:" + port_ + ",:2130706433:1/Key"));
  EXPECT_EQ(dead.health, Health::silent);
  EXPECT_FALSE(dead.is_good());
}

TEST_F(CheckerTest, SumsUp) {
  const SilentServer silent;
  const Checker checker(client_, 300ms, 16);
  const auto partly = checker.check(reference("corbaloc::" + network() + ",:2130706433:1/Key"));
  EXPECT_EQ(partly.health, Health::partly);
  EXPECT_EQ(partly.remark, "2130706433:1 is not reached");
  const auto late = checker.check(reference("corbaloc::2130706433:" + silent.port() + "/Key"));
  EXPECT_EQ(late.health, Health::silent);
  EXPECT_EQ(outcomes(late), std::vector{Outcome::timed_out});
  const auto gone = checker.check(reference("corbaloc::" + network() + "/Nothing"));
  EXPECT_EQ(gone.health, Health::silent);
  EXPECT_EQ(outcomes(gone), std::vector{Outcome::does_not_exist});
  const auto local = checker.check(reference("corbaloc::127.0.0.1:1/Key"));
  EXPECT_EQ(local.health, Health::local_only);
  EXPECT_FALSE(local.is_good());
  EXPECT_NE(local.remark.find("not reached"), std::string::npos);
  const auto nil = checker.check(nullptr);
  EXPECT_EQ(nil.health, Health::silent);
  EXPECT_EQ(nil.remark, "the reference is nil");
  const auto unknown = checker.check(reference("corbaloc::no-such-host.invalid:1/Key"));
  EXPECT_EQ(unknown.health, Health::silent);
}

TEST_F(CheckerTest, KeepsTheOrderOfMany) {
  const Checker checker(client_, 5s, 8);
  std::vector<Reference> references;
  for (int index = 0; index < 200; ++index) {
    references.push_back(reference("corbaloc::" + network() + (index % 3 == 0 ? "/Nothing" : "/Key")));
  }
  const auto results = checker.check(references);
  ASSERT_EQ(results.size(), references.size());
  for (std::size_t index = 0; index < results.size(); ++index) {
    EXPECT_EQ(results[index].health, index % 3 == 0 ? Health::silent : Health::answers) << index;
  }
  EXPECT_TRUE(checker.check(std::span<const Reference>()).empty());
}

}  // namespace
