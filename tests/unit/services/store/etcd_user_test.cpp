// A real member of etcd with TLS and authentication, and scripted ones that answer to tokens as a test says.

#include "services/store/etcd/connection.hpp"
#include "services/store/etcd/tls.hpp"
#include "services/store/etcd/user.hpp"

#include <dimma/etcd_store.hpp>

#include "common/certificates/certificates.hpp"
#include "conformance.hpp"
#include "etcd_process.hpp"
#include "scripted_member.hpp"

#include <atomic>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

namespace dimma::store::etcd {
namespace {

using namespace std::chrono_literals;
using conformance::StoreTest;
using dimma::test::certificate_file;
using store_test::EtcdProcess;
using store_test::EtcdSetup;
using store_test::http_answer;
using store_test::Peer;
using store_test::ScriptedMember;

constexpr const char* range_text = R"({"header":{"revision":"7"}})";

Deadline soon() { return std::chrono::steady_clock::now() + 30s; }

std::string user_file(const std::string& name, const std::string& password) {
  static std::atomic<int> number{0};
  std::string file = certificate_file("user" + std::to_string(number++));
  std::ofstream(file) << name << '\n' << password << '\n';
  return file;
}

// Has a user root, and a user dimma whose keys begin with /guarded/, and requires authentication.
class GuardedMember {
 public:
  explicit GuardedMember(int token_lifetime_s = 300) : process(setup_of(token_lifetime_s)) {
    EtcdOptions options;
    options.authorities = certificate_file("ca.pem");
    const Tls tls(options);
    Connection connection(endpoint_of(process.endpoint()), soon(), &tls, soon());
    for (const auto& [path, body] : std::vector<std::pair<const char*, const char*>>{
             {"user/add", R"({"name":"root","password":"all"})"},
             {"user/grant", R"({"user":"root","role":"root"})"},
             {"user/add", R"({"name":"dimma","password":"a \"b\\"})"},
             {"role/add", R"({"name":"names"})"},
             // "/guarded/", and "/guarded0", which follows all keys that begin with it.
             {"role/grant",
              R"({"name":"names","perm":{"permType":"READWRITE","key":"L2d1YXJkZWQv","range_end":"L2d1YXJkZWQw"}})"},
             {"user/grant", R"({"user":"dimma","role":"names"})"},
             {"enable", "{}"}}) {
      const Answer answer = connection.post("/v3/auth/" + std::string(path), body, 65'536, soon());
      if (answer.status != 200) throw std::runtime_error(path + (": " + answer.body));
    }
  }

  EtcdOptions options(const std::string& name = "dimma", const std::string& password = "a \"b\\") const {
    static std::atomic<int> number{0};
    EtcdOptions options;
    options.endpoints = {process.endpoint()};
    options.prefix = "/guarded/" + std::to_string(number++) + '/';
    options.deadline = 30s;
    options.authorities = certificate_file("ca.pem");
    if (!name.empty()) options.user_file = user_file(name, password);
    return options;
  }

  EtcdProcess process;

 private:
  static EtcdSetup setup_of(int token_lifetime_s) {
    EtcdSetup setup;
    setup.certificate = certificate_file("server.pem");
    setup.key = certificate_file("server.key");
    setup.arguments = {"--bcrypt-cost=4", "--auth-token-ttl=" + std::to_string(token_lifetime_s)};
    return setup;
  }
};

GuardedMember& guarded() {
  static GuardedMember member;
  return member;
}

std::unique_ptr<Store> open_new_as_user() { return open_etcd(guarded().options()); }

INSTANTIATE_TEST_SUITE_P(EtcdUser, StoreTest,
                         testing::Values(conformance::Opening{"OneMember", open_new_as_user, false}),
                         conformance::name_of);

// The text of the failure of `work`, which must be of this kind.
std::string said_of(StoreError::Kind kind, const std::function<void()>& work) {
  try {
    work();
    return {};
  } catch (const StoreError& error) {
    EXPECT_EQ(kind, error.kind()) << error.what();
    return error.what();
  }
}

void expect_part(const std::string& said, const std::string& part) {
  EXPECT_NE(std::string::npos, said.find(part)) << part << " in: " << said;
}

TEST(EtcdUser, IsRefusedWithAWrongPassword) {
  const auto options = guarded().options("dimma", "wrong");
  const auto store = open_etcd(options);
  for (int tries = 0; tries < 2; ++tries) {
    expect_part(said_of(StoreError::Kind::failed, [&] { store->get("a"); }),
                "this was for the user 'dimma' of " + options.user_file);
    said_of(StoreError::Kind::failed, [&] { store->put("a", "1"); });
  }
  expect_part(said_of(StoreError::Kind::failed, [&] { store->watch("", 1)->next(30s); }), "the user 'dimma'");
  // The password is corrected in the file while the program runs.
  std::ofstream(options.user_file) << "dimma\na \"b\\\n";
  store->put("a", "1");
  EXPECT_EQ("1", store->get("a")->value);
}

TEST(EtcdUser, IsAskedForByAMemberThatHasUsers) {
  const auto store = open_etcd(guarded().options(""));
  expect_part(said_of(StoreError::Kind::failed, [&] { store->get("a"); }), "--etcd-user-file");
  expect_part(said_of(StoreError::Kind::failed, [&] { store->watch("", 1)->next(30s); }), "ended the watch");
}

TEST(EtcdUser, IsToldWhichPermissionIsMissing) {
  auto options = guarded().options();
  options.prefix = "/others/";
  const auto store = open_etcd(options);
  const std::string said = said_of(StoreError::Kind::failed, [&] { store->get("a"); });
  expect_part(said, "needs the permission readwrite for the keys that begin with /others/");
  expect_part(said_of(StoreError::Kind::failed, [&] { store->watch("", 1)->next(30s); }), "/others/");
}

TEST(EtcdUser, IsNotWantedByAMemberWithoutUsers) {
  EtcdProcess member;
  EtcdOptions options;
  options.endpoints = {member.endpoint()};
  options.user_file = user_file("dimma", "a");
  const auto store = open_etcd(options);
  expect_part(said_of(StoreError::Kind::failed, [&] { store->put("a", "1"); }), "authentication is not enabled");
}

// Simple tokens are kept only in a member's memory.
TEST(EtcdUser, GoesOnWhenTheMemberHasForgottenTheToken) {
  GuardedMember member;
  const auto store = open_etcd(member.options());
  const auto watch = store->watch("", store->revision());
  for (int round = 0; round < 3; ++round) {
    store->put("a", std::to_string(round));
    const auto events = watch->next(30s);
    ASSERT_EQ(1U, events.size());
    EXPECT_EQ(std::to_string(round), events[0].record.value);
    member.process.kill();
    member.process.start();
  }
}

// Nothing but the watch uses this store, and its token, meanwhile.
TEST(EtcdUser, WatchesWithANewToken) {
  GuardedMember member;
  const auto options = member.options();
  const auto store = open_etcd(options);
  const auto watch = store->watch("", store->revision());
  member.process.kill();
  member.process.start();
  open_etcd(options)->put("a", "1");
  const auto events = watch->next(30s);
  ASSERT_EQ(1U, events.size());
  EXPECT_EQ("1", events[0].record.value);
}

TEST(EtcdUser, LosesNothingWhileTokensAreForgotten) {
  GuardedMember member;
  const auto store = open_etcd(member.options());
  std::atomic<bool> ends = false;
  std::atomic<int> created = 0;
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w) {
    writers.emplace_back([&, w] {
      for (int i = 0; !ends; ++i) {
        ASSERT_TRUE(store->create(std::to_string(w) + '/' + std::to_string(i), "1"));
        ++created;
      }
    });
  }
  for (int restarts = 0, before = 0; restarts < 3; ++restarts, before = created) {
    while (created < before + 20) std::this_thread::yield();
    member.process.kill();
    member.process.start();
  }
  ends = true;
  for (std::thread& writer : writers) writer.join();
  Query query;
  query.records_max = 1000;
  int listed = 0;
  for (bool is_last = false; !is_last;) {
    const auto page = store->list(query);
    listed += static_cast<int>(page.records.size());
    is_last = page.is_last;
    if (!is_last) query.after = page.records.back().key;
  }
  EXPECT_EQ(created, listed);
}

// etcd prolongs a token each time that it is used, so that nothing but time makes one expire.
TEST(EtcdUser, GoesOnWhenTheTokenHasExpired) {
  GuardedMember member(1);
  const auto store = open_etcd(member.options());
  store->put("a", "0");
  const int before = member.process.count("grpc_server_handled_total{grpc_code=\"OK\",grpc_method=\"Authenticate\"");
  ASSERT_LE(1, before);
  int after = before;
  for (auto idle = 1500ms; after == before && idle < 30s; idle *= 2) {
    std::this_thread::sleep_for(idle);
    store->put("a", "1");
    after = member.process.count("grpc_server_handled_total{grpc_code=\"OK\",grpc_method=\"Authenticate\"");
  }
  EXPECT_EQ(before + 1, after);
  EXPECT_EQ("1", store->get("a")->value);
}

// The numbers of logins and of range requests that a scripted member has received.
struct Told {
  std::atomic<int> logins{0};
  std::atomic<int> ranges{0};
};

EtcdOptions options_of(const ScriptedMember& member) {
  EtcdOptions options;
  options.endpoints = {member.endpoint()};
  options.deadline = 30s;
  options.user_file = user_file("dimma", "a");
  return options;
}

ScriptedMember::Script script_of(Told& told, const std::function<std::string(int)>& answer_of_range) {
  return [&told, answer_of_range](Peer& peer) {
    while (const auto request = peer.request()) {
      const bool is_login = request->path == "/v3/auth/authenticate";
      const std::string answer = is_login ? http_answer(200, R"({"token":"t)" + std::to_string(++told.logins) + "\"}")
                                          : answer_of_range(++told.ranges);
      if (!peer.send(answer)) return;
    }
  };
}

TEST(EtcdUser, GetsOneTokenForAllThreads) {
  Told told;
  const ScriptedMember member(script_of(told, [](int) { return http_answer(200, range_text); }));
  const auto store = open_etcd(options_of(member));
  std::vector<std::thread> readers;
  for (int i = 0; i < 8; ++i) readers.emplace_back([&] { EXPECT_FALSE(store->get("a")); });
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(1, told.logins);
}

TEST(EtcdUser, TriesOnceMoreWithANewToken) {
  Told told;
  const std::string refusal = http_answer(401, R"({"error":"x","message":"etcdserver: invalid auth token","code":16})");
  const ScriptedMember member(script_of(told, [&](int n) { return n == 2 ? refusal : http_answer(200, range_text); }));
  const auto store = open_etcd(options_of(member));
  EXPECT_FALSE(store->get("a"));
  EXPECT_FALSE(store->get("a"));
  EXPECT_EQ(2, told.logins);
  EXPECT_EQ(3, told.ranges);
}

TEST(EtcdUser, EndsWhereNoTokenIsAccepted) {
  Told told;
  const std::string refusal = http_answer(401, R"({"error":"x","message":"etcdserver: invalid auth token","code":16})");
  const ScriptedMember member(script_of(told, [&](int) { return refusal; }));
  const auto store = open_etcd(options_of(member));
  expect_part(said_of(StoreError::Kind::failed, [&] { store->get("a"); }), "invalid auth token");
  EXPECT_EQ(2, told.ranges);
}

TEST(EtcdUser, TakesNoTokenThatWouldBreakAHeader) {
  for (const char* const answer : {R"({"token":"a\r\nX: y"})", R"({"token":""})", "{}", R"({"token":7})"}) {
    const ScriptedMember member([&](Peer& peer) {
      while (peer.request() && peer.send(http_answer(200, answer))) {
      }
    });
    const auto store = open_etcd(options_of(member));
    expect_part(said_of(StoreError::Kind::failed, [&] { store->get("a"); }), "malformed");
  }
}

}  // namespace
}  // namespace dimma::store::etcd
