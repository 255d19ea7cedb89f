// Members of etcd that violate HTTP, or other servers in their place: the store reports that, or tries another member.

#include "services/store/etcd/connection.hpp"
#include "services/store/etcd/resolving.hpp"
#include "services/store/etcd/watch.hpp"
#include "services/store/etcd/writers.hpp"

#include <dimma/etcd_store.hpp>

#include "etcd_process.hpp"
#include "scripted_member.hpp"

#include <atomic>
#include <csignal>
#include <future>
#include <thread>

#include <gtest/gtest.h>

namespace dimma::store::etcd {
namespace {

using namespace std::chrono_literals;
using store_test::chunk;
using store_test::EtcdProcess;
using store_test::http_answer;
using store_test::Peer;
using store_test::ScriptedMember;
using store_test::stream_head;

constexpr const char* range_answer_text =
    R"({"header":{"revision":"7"},"kvs":[{"key":"eHIvYQ==","create_revision":"2","mod_revision":"5","value":"MQ=="}]})";
constexpr const char* html = "<html>\n<body>Bad gateway</body>\n</html>\n";

// The kind of the error of `work`; nothing if there is none.
std::optional<StoreError::Kind> error_of(const std::function<void()>& work) {
  try {
    work();
    return std::nullopt;
  } catch (const StoreError& error) {
    return error.kind();
  }
}

Deadline in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

// A store whose preferred member is the scripted one; `real` may be null.
EtcdOptions options_of(const ScriptedMember& scripted, const EtcdProcess* real,
                       std::chrono::milliseconds deadline = 30s) {
  static std::atomic<int> number{0};
  EtcdOptions options;
  options.endpoints = {scripted.endpoint()};
  if (real != nullptr) options.endpoints.push_back(real->endpoint());
  options.prefix = "/wire" + std::to_string(number++) + '/';
  options.deadline = deadline;
  return options;
}

EtcdProcess& real_member() {
  static EtcdProcess process;
  return process;
}

// Sends the same answer to each request.
ScriptedMember::Script saying(std::string answer) {
  return [answer = std::move(answer)](Peer& peer) {
    while (peer.request() && peer.send(answer)) {
    }
  };
}

// The kind of the ConnectionError, or nothing for an answer.
std::optional<ConnectionError::Kind> failure_of(const ScriptedMember& member, Answer* answer = nullptr,
                                                std::size_t octets_max = 1'000'000) {
  try {
    Connection connection(endpoint_of(member.endpoint()), in(30s));
    Answer got = connection.post("/v3/kv/range", "{}", octets_max, in(30s));
    if (answer != nullptr) *answer = std::move(got);
    return std::nullopt;
  } catch (const ConnectionError& error) {
    return error.kind();
  }
}

// Runs all cases at once, since each waits until a member is abandoned.
void at_once(const std::vector<std::function<void()>>& cases) {
  real_member();  // ends with the thread that makes it, hence made here
  std::vector<std::thread> threads;
  for (const auto& each : cases) {
    threads.emplace_back([&each] { EXPECT_EQ(std::nullopt, error_of(each)); });
  }
  for (std::thread& thread : threads) thread.join();
}

void expect_real_answers(const ScriptedMember& scripted, const std::string& what) {
  const auto store = open_etcd(options_of(scripted, &real_member(), 2s));
  EXPECT_TRUE(store->create("a", "1")) << what;
  EXPECT_EQ("1", store->get("a")->value) << what;
  const auto other = open_etcd(options_of(scripted, &real_member(), 2s));
  EXPECT_FALSE(other->get("a")) << what;
}

TEST(EtcdWire, AnAnswerThatIsCutOffAtAnyOctetIsNoAnswer) {
  const std::string whole = http_answer(200, range_answer_text);
  std::atomic<std::size_t> sent{0};
  const ScriptedMember member([&](Peer& peer) {
    if (peer.request()) peer.send(std::string_view(whole).substr(0, sent));
  });
  for (; sent < whole.size(); ++sent) EXPECT_EQ(ConnectionError::Kind::no_answer, failure_of(member)) << sent;
  Answer answer;
  EXPECT_EQ(std::nullopt, failure_of(member, &answer));
  EXPECT_EQ(range_answer_text, answer.body);
}

TEST(EtcdWire, AnotherMemberAnswersWhereOneCutsItsAnswerOff) {
  const std::string whole = http_answer(200, range_answer_text);
  std::vector<std::function<void()>> cases;
  for (const std::size_t sent : {std::size_t{0}, std::size_t{9}, std::size_t{40}, whole.size() - 1}) {
    cases.emplace_back([&whole, sent] {
      const ScriptedMember member([&](Peer& peer) {
        if (peer.request()) peer.send(std::string_view(whole).substr(0, sent));
      });
      expect_real_answers(member, std::to_string(sent) + " octets");
    });
  }
  at_once(cases);
}

TEST(EtcdWire, AnotherMemberAnswersWhereOneSaysSomethingElse) {
  std::vector<std::function<void()>> cases;
  for (const std::string& answer :
       {http_answer(200, html, "text/html"), http_answer(502, html, "text/html"), http_answer(503, ""),
        http_answer(200, ""), http_answer(200, "[1]"), http_answer(200, "{\"header\":"), std::string("\r\n\r\n"),
        std::string("SSH-2.0-OpenSSH_9.2\r\n"), std::string("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"),
        "HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n", stream_head() + "zz\r\nabc\r\n",
        stream_head() + "ffffffffffffffffff\r\n", std::string(1'000, '\0')}) {
    cases.emplace_back([answer] {
      const ScriptedMember member(saying(answer));
      expect_real_answers(member, answer.substr(0, 100));
    });
  }
  at_once(cases);
}

// The answer comes one octet at a time, slowly, in the headers or in the body, without an end.
TEST(EtcdWire, AnotherMemberAnswersWhereOneTrickles) {
  std::vector<std::function<void()>> cases;
  for (const std::string& head : {std::string("HTTP/1.1 200 OK\r\nX: "), stream_head()}) {
    cases.emplace_back([head] {
      const ScriptedMember member([&](Peer& peer) {
        if (!peer.request() || !peer.send(head)) return;
        const std::string more = head == stream_head() ? chunk(" ") : "x";
        while (peer.send(more)) std::this_thread::sleep_for(5ms);
      });
      const auto store = open_etcd(options_of(member, &real_member(), 2s));
      EXPECT_TRUE(store->create("a", "1"));
    });
  }
  at_once(cases);
}

TEST(EtcdWire, AnAnswerThatIsTooLongIsRefusedBeforeItIsRead) {
  for (const std::string& head :
       {std::string("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n"), stream_head()}) {
    const ScriptedMember member([&](Peer& peer) {
      if (!peer.request() || !peer.send(head)) return;
      const std::string more = head == stream_head() ? chunk(std::string(65'536, ' ')) : std::string(65'536, ' ');
      while (peer.send(more)) {
      }
    });
    EXPECT_EQ(ConnectionError::Kind::too_large, failure_of(member, nullptr, 1 << 20));
    const auto store = open_etcd(options_of(member, nullptr));
    EXPECT_EQ(StoreError::Kind::failed, error_of([&] { store->get("a"); }));
  }
}

TEST(EtcdWire, ALeaseOrAWriterIsNotTakenFromNonsense) {
  for (const char* const body :
       {"{}", R"({"ID":"7"})", R"({"ID":"x"})", R"({"ID":7})", R"({"header":{"revision":"1"}})"}) {
    const ScriptedMember member(saying(http_answer(200, body)));
    const auto store = open_etcd(options_of(member, nullptr, 500ms));
    EXPECT_NE(std::nullopt, error_of([&] { store->grant(10s); })) << body;
    EXPECT_NE(std::nullopt, error_of([&] { store->create("a", "1"); })) << body;
  }
}

// --- the stream of a watch ---

std::string event(int revision, const std::string& key) {
  return R"({"result":{"header":{"revision":")" + std::to_string(revision) + R"("},"events":[{"kv":{"key":")" +
         base64("xr/" + key) + R"(","create_revision":"1","mod_revision":")" + std::to_string(revision) +
         R"(","value":"MQ=="}}]}})" + "\n";
}

std::vector<std::string> lines_of(const ScriptedMember& member, std::size_t number) {
  Connection connection(endpoint_of(member.endpoint()), in(30s));
  connection.open_stream("/v3/watch", "{}", in(30s));
  std::vector<std::string> lines;
  while (lines.size() < number) {
    auto line = connection.next_line(in(30s));
    if (!line) break;
    lines.push_back(std::move(*line) + '\n');
  }
  return lines;
}

TEST(EtcdWire, EventsAreReadHoweverTheirOctetsCome) {
  const std::vector<std::string> expected{event(8, "a"), event(9, "b")};
  const std::string whole = stream_head() + chunk(expected[0]) + chunk(expected[1]);
  std::atomic<std::size_t> first{1};
  const ScriptedMember member([&](Peer& peer) {
    if (!peer.request()) return;
    peer.send(std::string_view(whole).substr(0, first));
    std::this_thread::sleep_for(1ms);
    peer.send(std::string_view(whole).substr(first));
    peer.await_close();
  });
  for (; first < whole.size(); ++first) EXPECT_EQ(expected, lines_of(member, 2)) << first;
}

TEST(EtcdWire, EventsAreReadHoweverTheyAreInChunks) {
  const std::vector<std::string> expected{event(8, "a"), event(9, "b")};
  const std::string both = expected[0] + expected[1];
  std::string singly = stream_head();
  for (const char octet : both) singly += chunk(std::string(1, octet));
  std::atomic<std::size_t> first{0};
  const ScriptedMember member([&](Peer& peer) {
    if (!peer.request()) return;
    if (first == 0) {
      peer.send(singly);
    } else {
      peer.send(stream_head() + chunk(std::string_view(both).substr(0, first)) +
                chunk(std::string_view(both).substr(first)));
    }
    peer.await_close();
  });
  for (; first < both.size(); ++first) EXPECT_EQ(expected, lines_of(member, 2)) << first;
}

// The events that were complete before the end are returned, and the rest comes from another member.
TEST(EtcdWire, AWatchThatIsCutOffGoesOnElsewhere) {
  const auto writer = open_etcd([] {
    EtcdOptions options;
    options.endpoints = {real_member().endpoint()};
    options.prefix = "/cut/";
    return options;
  }());
  const Revision before = writer->revision();
  writer->put("a", "1");
  const std::string line = R"({"result":{"header":{"revision":"8"},"created":true}})"
                           "\n{\"result\":{\"events\":[{\"kv\":{\"key";
  const ScriptedMember member([&](Peer& peer) {
    if (peer.request()) peer.send(stream_head() + chunk(line));
  });
  EtcdOptions options = options_of(member, &real_member(), 4s);
  options.prefix = "/cut/";
  const auto store = open_etcd(options);
  const auto events = store->watch("", before)->next(30s);
  ASSERT_EQ(1U, events.size());
  EXPECT_EQ("a", events[0].record.key);
}

TEST(EtcdWire, AWatchGoesOnWhereOneMemberSaysSomethingElse) {
  const auto writer = open_etcd([] {
    EtcdOptions options;
    options.endpoints = {real_member().endpoint()};
    options.prefix = "/other/";
    return options;
  }());
  const Revision before = writer->revision();
  writer->put("a", "1");
  std::vector<std::function<void()>> cases;
  for (const std::string& answer :
       {http_answer(200, html, "text/html"), http_answer(502, html, "text/html"), http_answer(404, "Not Found\n"),
        http_answer(200, "\n\n\n"), stream_head() + chunk("[1]\n"), stream_head() + chunk("{\"result\":7}\n"),
        stream_head() + chunk(R"({"result":{"events":[{"kv":{"key":"!"}}]}})"
                              "\n"),
        stream_head() + "zz\r\n", std::string("SSH-2.0-OpenSSH_9.2\r\n")}) {
    cases.emplace_back([answer, before] {
      const ScriptedMember member(saying(answer));
      EtcdOptions options = options_of(member, &real_member(), 4s);
      options.prefix = "/other/";
      const auto store = open_etcd(options);
      const auto watch = store->watch("", before);
      std::vector<Event> events;
      EXPECT_EQ(std::nullopt, error_of([&] { events = watch->next(30s); })) << answer.substr(0, 100);
      EXPECT_EQ(1U, events.size()) << answer.substr(0, 100);
      const ScriptedMember alone(saying(answer));
      const auto nobody = open_etcd(options_of(alone, nullptr, 300ms));
      EXPECT_EQ(StoreError::Kind::unavailable, error_of([&] { nobody->watch("", 1)->next(30s); }));
    });
  }
  at_once(cases);
}

// Every member would send the same event: the watcher lists again, as after too long a time.
TEST(EtcdWire, AnEventThatIsTooLongIsPassedOver) {
  const ScriptedMember member([&](Peer& peer) {
    if (!peer.request() || !peer.send(stream_head())) return;
    const std::string more = chunk(std::string(std::size_t{1} << 20, 'x'));
    while (peer.send(more)) {
    }
  });
  const auto store = open_etcd(options_of(member, nullptr));
  EXPECT_EQ(StoreError::Kind::compacted, error_of([&] { store->watch("", 1)->next(60s); }));
  EXPECT_EQ(1, member.connections());
}

// Shortens the time that each member gets.
struct ShortSilence {
  ShortSilence() {
    EXPECT_EQ(silence_max.load(), 5s);
    EXPECT_EQ(first_word_max.load(), 2s);
  }
  ~ShortSilence() {
    silence_max = 5s;
    first_word_max = 2s;
  }
};

TEST(EtcdWire, AWatchWithNothingToSayStaysWithItsMember) {
  const ShortSilence short_silence;
  silence_max = 300ms;
  const ScriptedMember second([](Peer& peer) { peer.await_close(); });
  EtcdOptions options = options_of(second, &real_member());
  std::swap(options.endpoints[0], options.endpoints[1]);
  const auto store = open_etcd(options);
  const auto watch = store->watch("", store->revision());
  EXPECT_TRUE(watch->next(700ms).empty());
  store->put("a", "1");
  EXPECT_EQ(1U, watch->next(30s).size());
  EXPECT_EQ(0, second.connections());
}

TEST(EtcdWire, AWatchLeavesAMemberThatIsSilent) {
  const ShortSilence short_silence;
  first_word_max = 200ms;
  const ScriptedMember silent([](Peer& peer) { peer.await_close(); });
  EtcdOptions options = options_of(silent, &real_member());
  const auto store = open_etcd(options);
  const auto watch = store->watch("", 1);
  options.endpoints.erase(options.endpoints.begin());
  open_etcd(options)->put("a", "1");
  EXPECT_FALSE(watch->next(60s).empty());
}

// --- names and sessions ---

TEST(EtcdWire, AnEndpointMayHaveAZone) {
  EXPECT_EQ("fe80::1%eth0", endpoint_of("http://[fe80::1%25eth0]:2379").host);
  EXPECT_EQ("[fe80::1%eth0]:2379", text_of(endpoint_of("[fe80::1%eth0]:2379")));
  EXPECT_THROW(endpoint_of("[fe80::1%]:2379"), StoreError);
  EXPECT_EQ(1U, resolve(endpoint_of("[fe80::1%25lo]:2379"), in(0ms)).size());
}

TEST(EtcdWire, ANameIsLookedUpWithinTheDeadline) {
  std::promise<void> release;
  const auto released = release.get_future().share();
  const auto look_up = [released](const char*, const char*, const addrinfo*, addrinfo**) {
    released.wait();
    return EAI_AGAIN;
  };
  EXPECT_THROW(resolve({"somewhere.invalid", "1"}, in(50ms), look_up), ConnectionError);
  release.set_value();
  EXPECT_EQ(1U, resolve({"127.0.0.1", "2379"}, in(0ms)).size());
  EXPECT_EQ(1U, resolve({"::1", "2379"}, in(0ms)).size());
  EXPECT_FALSE(resolve({"localhost", "2379"}, in(30s)).empty());
  EXPECT_THROW(resolve({"somewhere.invalid", "1"}, in(30s)), ConnectionError);
}

// A member that grants leases and is silent when they are to be renewed.
TEST(EtcdWire, WritersGoOnWhileOneRenewsTheSession) {
  std::promise<void> asked;
  std::atomic<int> renewals{0};
  const ScriptedMember member([&](Peer& peer) {
    while (const auto request = peer.request()) {
      if (request->path == "/v3/lease/keepalive") {
        if (++renewals == 1) asked.set_value();
        return peer.await_close();
      }
      peer.send(http_answer(200, request->body));  // which has the id
    }
  });
  EtcdOptions options = options_of(member, nullptr);
  Cluster cluster(options);
  Writers writers(cluster, "w/", 300ms);
  const LeaseId session = writers.take(in(30s)).session;
  EXPECT_NE(no_lease, session);
  std::this_thread::sleep_for(100ms);
  std::atomic<bool> has_ended{false};
  std::thread renewing([&] {
    EXPECT_NE(std::nullopt, error_of([&] { writers.take(in(1s)); }));
    has_ended = true;
  });
  asked.get_future().wait();
  EXPECT_EQ(session, writers.take(in(30s)).session);
  EXPECT_FALSE(has_ended);
  renewing.join();
}

}  // namespace
}  // namespace dimma::store::etcd
