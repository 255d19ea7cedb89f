// A real member of etcd that speaks TLS.

#include <dimma/etcd_store.hpp>

#include "common/certificates/certificates.hpp"
#include "conformance.hpp"
#include "etcd_process.hpp"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

namespace {

using namespace std::chrono_literals;
using conformance::StoreTest;
using dimma::store::EtcdOptions;
using dimma::store::open_etcd;
using dimma::store::StoreError;
using dimma::test::certificate_file;
using store_test::EtcdProcess;
using store_test::EtcdSetup;

EtcdSetup tls_setup() {
  EtcdSetup setup;
  setup.certificate = certificate_file("server.pem");
  setup.key = certificate_file("server.key");
  return setup;
}

EtcdProcess& tls_member() {
  static EtcdProcess process(tls_setup());
  return process;
}

EtcdProcess& plain_member() {
  static EtcdProcess process;
  return process;
}

EtcdOptions options_of(const EtcdProcess& member) {
  static int number = 0;
  EtcdOptions options;
  options.endpoints = {member.endpoint()};
  options.prefix = "/tls" + std::to_string(number++) + '/';
  options.deadline = 30s;
  if (member.endpoint().starts_with("https")) options.authorities = certificate_file("ca.pem");
  return options;
}

EtcdOptions new_options() { return options_of(tls_member()); }

std::unique_ptr<dimma::store::Store> open_new_with_tls() { return open_etcd(new_options()); }

INSTANTIATE_TEST_SUITE_P(EtcdTls, StoreTest,
                         testing::Values(conformance::Opening{"OneMember", open_new_with_tls, false}),
                         conformance::name_of);

// The text of the store's failure at the first read; empty if there is none.
std::string said_of(const EtcdOptions& options, StoreError::Kind kind = StoreError::Kind::unavailable) {
  try {
    open_etcd(options)->get("a");
    return {};
  } catch (const StoreError& error) {
    EXPECT_EQ(kind, error.kind()) << error.what();
    return error.what();
  }
}

using Parts = std::initializer_list<const char*>;

void expect_said(const std::string& said, Parts parts) {
  for (const char* const part : parts) EXPECT_NE(std::string::npos, said.find(part)) << part << " in: " << said;
}

// The failure comes at the store's deadline. A machine that is too busy for one attempt until then is given longer.
void expect_said(EtcdOptions options, Parts parts) {
  const auto is_in = [](const std::string& said) {
    return [&said](const char* part) { return said.find(part) != std::string::npos; };
  };
  std::string said;
  for (const auto deadline : {500ms, 5'000ms, 60'000ms}) {
    options.deadline = deadline;
    said = said_of(options);
    if (std::all_of(parts.begin(), parts.end(), is_in(said))) return;
  }
  expect_said(said, parts);
}

TEST(EtcdTls, IsReachedByEachNameInTheCertificate) {
  for (const std::string host : {"localhost", "127.0.0.1"}) {
    EtcdOptions options = new_options();
    options.endpoints = {"https://" + host + ':' + std::to_string(tls_member().port())};
    EXPECT_EQ("", said_of(options));
  }
}

TEST(EtcdTls, RefusesAMemberWhoseAuthorityIsNotTrusted) {
  EtcdOptions options = options_of(tls_member());
  options.authorities = certificate_file("foreign-ca.pem");
  expect_said(options, {"TLS with 127.0.0.1:", "certificate was rejected", "--etcd-authorities"});
  options.authorities.clear();  // the system's
  expect_said(options, {"certificate was rejected", "--etcd-authorities"});
}

TEST(EtcdTls, RefusesAMemberWithTheCertificateOfAnotherHost) {
  EtcdSetup setup;
  setup.certificate = certificate_file("elsewhere.pem");
  setup.key = certificate_file("elsewhere.key");
  const EtcdProcess member(setup);
  EtcdOptions options = options_of(member);
  expect_said(options, {"IP address mismatch", "'127.0.0.1' is not"});
  options.endpoints = {"https://localhost:" + std::to_string(member.port())};
  expect_said(options, {"hostname mismatch", "'localhost' is not"});
}

TEST(EtcdTls, SaysThatAPortSpeaksTheOther) {
  EtcdOptions options = options_of(tls_member());
  options.authorities.clear();
  options.endpoints[0].erase(4, 1);  // http
  expect_said(options, {"does the port speak TLS (https://)?"});
  options = options_of(plain_member());
  options.endpoints[0].insert(4, "s");
  expect_said(options, {"TLS with", "does the port speak plain HTTP (http://)?"});
}

TEST(EtcdTls, ShowsACertificateToAMemberThatAsksForOne) {
  EtcdSetup setup = tls_setup();
  setup.client_authority = certificate_file("ca.pem");
  const EtcdProcess member(setup);
  EtcdOptions options = options_of(member);
  expect_said(options, {"--etcd-certificate"});
  options.certificate_chain = certificate_file("foreign.pem");
  options.private_key = certificate_file("foreign.key");
  expect_said(options, {"does not accept the client's certificate"});
  options.certificate_chain = certificate_file("client.pem");
  options.private_key = certificate_file("client.key");
  EXPECT_EQ("", said_of(options));
}

TEST(EtcdTls, GoesOnWhenTheMemberIsBack) {
  EtcdProcess member(tls_setup());
  const auto store = open_etcd(options_of(member));
  const auto watch = store->watch("", store->revision());
  for (int round = 0; round < 2; ++round) {
    store->put("a", std::to_string(round));
    const auto events = watch->next(30s);
    ASSERT_EQ(1U, events.size());
    EXPECT_EQ(std::to_string(round), events[0].record.value);
    member.kill();
    member.start();
  }
}

TEST(EtcdTls, RefusesFilesThatAreOfNoUse) {
  const auto said_of_opening = [](const EtcdOptions& options) {
    try {
      open_etcd(options);
      return std::string();
    } catch (const StoreError& error) {
      EXPECT_EQ(StoreError::Kind::refused, error.kind()) << error.what();
      return std::string(error.what());
    }
  };
  EtcdOptions options;
  options.endpoints = {"https://127.0.0.1:1"};
  options.authorities = "/nowhere/ca.pem";
  expect_said(said_of_opening(options), {"'/nowhere/ca.pem'", "no certificate of an authority"});
  options.authorities = certificate_file("ca.pem");
  options.certificate_chain = certificate_file("client.pem");
  expect_said(said_of_opening(options), {"a certificate and its private key must be given together"});
  options.private_key = certificate_file("server.key");
  expect_said(said_of_opening(options), {"server.key'", "belongs to the certificate"});
  options = {};
  options.endpoints = {"http://127.0.0.1:1"};
  options.authorities = certificate_file("ca.pem");
  expect_said(said_of_opening(options), {"no endpoint begins with https://"});
  options.authorities.clear();
  options.user_file = "/nowhere/user";
  expect_said(said_of_opening(options), {"'/nowhere/user' of etcd's user cannot be read"});
  options.user_file = certificate_file("no-password");
  std::ofstream(options.user_file) << "dimma\n";
  expect_said(said_of_opening(options), {"has no password", "first line"});
}

}  // namespace
