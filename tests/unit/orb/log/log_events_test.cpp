// A server that is misused over real connections: its log, and the exceptions of its clients.

#include "iiop/giop/giop.hpp"
#include "iiop/giop/giop_request.hpp"
#include "orb/poa/managers/hold_watch.hpp"
#include "orb/reference/object_reference.hpp"
#include "unit/orb/counter_servant.hpp"

#include <dimma/binding.hpp>
#include <dimma/generated/call.hpp>
#include <dimma/log.hpp>
#include <dimma/minor.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dimma::test {
namespace {

using namespace PortableServer;

struct Said {
  log::Level level;
  std::string event, text, peer, endpoint, object, operation;
  std::uint32_t minor;
};

// Records what is logged.
class Listener {
 public:
  explicit Listener(const char* levels) {
    log::set_levels(levels);
    log::set_sink([this](const log::Record& record) {
      const std::scoped_lock lock(mutex_);
      said_.push_back({record.level, std::string(record.event), std::string(record.text), std::string(record.peer),
                       std::string(record.endpoint), std::string(record.object), std::string(record.operation),
                       record.minor});
      changed_.notify_all();
    });
  }
  ~Listener() {
    log::set_sink({});
    log::set_levels("warning");
  }
  // Waits for the first record of `event` whose text contains `part`.
  Said of(const std::string& event, const std::string& part = {}) {
    std::unique_lock lock(mutex_);
    const auto find = [&] {
      return std::find_if(said_.begin(), said_.end(), [&](const Said& said) {
        return said.event == event && said.text.find(part) != std::string::npos;
      });
    };
    if (!changed_.wait_for(lock, std::chrono::seconds(60), [&] { return find() != said_.end(); })) {
      std::string all;
      for (const auto& said : said_) all += "\n" + said.event + ": " + said.text;
      ADD_FAILURE() << "nothing was said of " << event << " with " << part << ", only:" << all;
      return {};
    }
    return *find();
  }
  void await(const std::string& event, std::size_t times) {
    for (int i = 0; i < 6000 && count(event) < times; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GE(count(event), times) << event;
  }
  std::size_t count(const std::string& event) {
    const std::scoped_lock lock(mutex_);
    return static_cast<std::size_t>(std::ranges::count(said_, event, &Said::event));
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Said> said_;
};

sockaddr_in address_of(const std::string& endpoint) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(endpoint.substr(endpoint.rfind(':') + 1))));
  return address;
}

class LogEvents : public testing::Test {
 protected:
  void start(std::vector<std::string> more = {}) {
    more.insert(more.end(), {"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-publish", "127.0.0.1"});
    server_ = CORBA::ORB_init(more, "misused server");
    std::vector<std::string> as_client{"--dimma-qos", "transport=tcp", "--dimma-connections", "1"};
    client_ = CORBA::ORB_init(as_client, "misusing client");
    root_ = IDL::traits<POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
    servant_ = CORBA::make_reference<CounterServant>();
    const auto object = root_->id_to_reference(root_->activate_object(servant_));
    const auto url = server_->object_to_string(object);
    remote_ = IDL::traits<Sample::Counter>::narrow(client_->string_to_object(url));
    remote_->ping();
  }
  ~LogEvents() override {
    remote_ = nullptr;
    if (client_) client_->destroy();
    if (server_) server_->destroy();
  }
  // Connects to the server, and sends octets that are not GIOP, or only the beginning of a message.
  void send(const std::string& octets, bool reset = false) {
    const auto endpoint = log_.of("endpoint_opened", "tcp:").endpoint;
    const auto address = address_of(endpoint);
    const auto accepted = log_.count("connection_accepted");
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    ASSERT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    log_.await("connection_accepted", accepted + 1);
    ASSERT_EQ(::send(socket, octets.data(), octets.size(), MSG_NOSIGNAL), static_cast<ssize_t>(octets.size()));
    if (reset) {
      const linger hard{1, 0};
      ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    }
    ::close(socket);
  }

  Listener log_{"debug"};
  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  CORBA::object_reference<POA> root_;
  CORBA::servant_reference<CounterServant> servant_;
  CORBA::object_reference<Sample::Counter> remote_;
};

std::string words_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const CORBA::SystemException& exception) {
    return exception.what();
  }
  return {};
}

TEST_F(LogEvents, AServantsExceptionIsLoggedAtBothEnds) {
  start();
  servant_->on_ping = [] { throw std::runtime_error("disk is full"); };
  const auto words = words_of([&] { remote_->ping(); });
  EXPECT_NE(words.find("CORBA::UNKNOWN"), std::string::npos);
  EXPECT_NE(words.find(": the servant threw std::runtime_error: disk is full"), std::string::npos) << words;
  const auto said = log_.of("servant_threw");
  EXPECT_EQ(said.level, log::Level::error);
  EXPECT_NE(said.text.find("disk is full"), std::string::npos);
  EXPECT_EQ(said.operation, "ping");
  EXPECT_FALSE(said.object.empty());
  EXPECT_EQ(said.peer.substr(0, 14), "tcp 127.0.0.1:");
  EXPECT_EQ(said.minor, minor::unknown_foreign_exception);
}

TEST_F(LogEvents, TheDetailOfASystemExceptionReachesTheClient) {
  start();
  servant_->on_ping = [] { throw CORBA::BAD_PARAM(7, CORBA::COMPLETED_NO, "the amount\nis negative"); };
  EXPECT_EQ(words_of([&] { remote_->ping(); }),
            "CORBA::BAD_PARAM (minor 0x00000007, COMPLETED_NO): the amount is negative");
  EXPECT_EQ(log_.of("exception_raised").minor, 7U);
  EXPECT_NE(log_.of("request_served", "raised CORBA::BAD_PARAM").text, "");
  servant_->on_ping = [] { throw CORBA::BAD_PARAM(7, CORBA::COMPLETED_NO); };
  EXPECT_EQ(words_of([&] { remote_->ping(); }), "CORBA::BAD_PARAM (minor 0x00000007, COMPLETED_NO)");
  servant_->on_ping = [] { throw CORBA::BAD_PARAM(7, CORBA::COMPLETED_NO, std::string(1023, 'x') + "\xc3\xa4y"); };
  EXPECT_EQ(words_of([&] { remote_->ping(); }),
            "CORBA::BAD_PARAM (minor 0x00000007, COMPLETED_NO): " + std::string(1023, 'x'));
}

TEST_F(LogEvents, AServerKeepsTheWordsToItself) {
  start({"--dimma-exception-text", "none"});
  servant_->on_ping = [] { throw std::runtime_error("disk is full"); };
  const auto words = words_of([&] { remote_->ping(); });
  EXPECT_EQ(words.substr(0, 14), "CORBA::UNKNOWN");
  EXPECT_EQ(words.back(), ')');
  log_.of("servant_threw", "disk is full");
}

TEST_F(LogEvents, OtherProtocolsAreNamed) {
  start();
  send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto http = log_.of("protocol_mismatch", "HTTP");
  EXPECT_EQ(http.level, log::Level::warning);
  EXPECT_EQ(http.peer.substr(0, 14), "tcp:127.0.0.1:");
  EXPECT_EQ(http.endpoint.substr(0, 14), "tcp:127.0.0.1:");
  send("POST /x HTTP/1.1\r\n\r\n");
  send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  send(std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\x00\x00\x00", 14));
  log_.of("protocol_mismatch", "TLS");
  send("\x01\x02\x03\x04 neither one nor the other");
  log_.of("message_malformed", "01 02 03 04");
}

TEST_F(LogEvents, ConnectionsThatBreakAreSaid) {
  start();
  const std::string header("GIOP\x01\x02\x01\x00\x40\x00\x00\x00", 12);
  send(header + "abc");
  log_.of("connection_broken", "within a message");
  send(header + "abc", true);
  log_.await("connection_broken", 2);
  send(std::string("GIOP\x01\x02\x01\x00\x04\x00\x00\x00\xff\xff\xff\xff", 16));
  log_.of("message_malformed", "header of a Request is malformed");
  send(std::string("GIOP\x01\x02\x01\x06\x00\x00\x00\x00", 12));
  log_.of("message_malformed", "the client sent MessageError");
  send(std::string("GIOP\x01\x02\x01\x00\xff\xff\xff\x7f", 12));
  log_.of("message_malformed", "above the limit");
}

TEST_F(LogEvents, OrdinaryEventsAreLoggedAtInfoAndDebug) {
  start();
  EXPECT_EQ(log_.of("endpoint_opened").level, log::Level::info);
  EXPECT_EQ(log_.of("connection_accepted").peer.substr(0, 14), "tcp:127.0.0.1:");
  EXPECT_EQ(log_.of("connection_opened").level, log::Level::info);
  const auto served = log_.of("request_served", "has returned");
  EXPECT_EQ(served.level, log::Level::debug);
  EXPECT_EQ(served.operation, "ping");
  remote_ = nullptr;
  client_->destroy();
  client_ = nullptr;
  log_.of("connection_closed");
  server_->destroy();
  server_ = nullptr;
  log_.of("endpoint_closed");
}

TEST_F(LogEvents, AServerThatRefusesRequestsSaysSo) {
  start({"--dimma-qos", "messages=1,exhausted=raise"});
  std::mutex mutex;
  std::condition_variable changed;
  bool is_in = false;
  bool may_go = false;
  servant_->on_act = [&](const std::string&) {
    std::unique_lock lock(mutex);
    is_in = true;
    changed.notify_all();
    changed.wait(lock, [&] { return may_go; });
  };
  std::thread first([this] { remote_->act("wait"); });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return is_in; });
  }
  EXPECT_EQ(words_of([&] { remote_->ping(); }).substr(0, 19), "CORBA::NO_RESOURCES");
  const auto refused = log_.of("requests_exhausted");
  EXPECT_EQ(refused.operation, "ping");
  EXPECT_EQ(refused.minor, minor::no_resources_exhausted);
  {
    const std::scoped_lock lock(mutex);
    may_go = true;
  }
  changed.notify_all();
  first.join();
}

TEST_F(LogEvents, AProcessWithoutDescriptorsSaysThatItCannotAccept) {
  start();
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const auto endpoint = log_.of("endpoint_opened", "tcp:").endpoint;
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  const int lowest = ::dup(0);
  ::close(lowest);
  const rlimit few{static_cast<rlim_t>(lowest), before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  const auto address = address_of(endpoint);
  EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  const auto failed = log_.of("accept_failed");
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_NE(failed.text.find("Too many open files"), std::string::npos) << failed.text;
  EXPECT_EQ(failed.endpoint, endpoint);
  ::close(socket);
}

// The client's IDL has one argument more, or one result less.
TEST_F(LogEvents, ArgumentsAndResultsThatTheOtherEndDoesNotHave) {
  start();
  log::set_levels("warning");
  std::string b = "b";
  std::string c;
  EXPECT_EQ(remote_->join("a", b, c), "ab");
  remote_->note("whole");
  EXPECT_EQ(remote_->add(2), 2);
  const Operation add{.name = "add"};
  const auto one = [](cdr::Encoder& out) { out.put(std::int32_t{1}); };
  const auto two = [&](cdr::Encoder& out) {
    one(out);
    out.put(std::int32_t{-1});
  };
  const auto read = [](cdr::Decoder& in) { in.get<std::int32_t>(); };
  EXPECT_EQ(log_.count("arguments_left") + log_.count("results_left"), 0U);

  dimma::call(*remote_, add, two, read);
  const auto arguments = log_.of("arguments_left");
  EXPECT_EQ(arguments.operation, "add");
  EXPECT_TRUE(arguments.peer.starts_with("tcp 127.0.0.1:")) << arguments.peer;
  EXPECT_NE(arguments.text.find("has 4 octets more than the operation's arguments"), std::string::npos)
      << arguments.text;
  EXPECT_EQ(servant_->counted, 3);
  EXPECT_EQ(log_.count("results_left"), 0U);

  for (const char* qos : {"transport=tcp", "transport=tcp,processing=nullTask,messages=1", "transport=tcp,packets=8"}) {
    const auto before = log_.count("results_left");
    const auto bound = dimma::bind(remote_, EngineeringQoS::parse(qos));
    dimma::call(*bound, add, one, no_values);
    EXPECT_EQ(log_.count("results_left"), before + 1) << qos;
  }
  const auto results = log_.of("results_left");
  EXPECT_EQ(results.operation, "add");
  EXPECT_TRUE(results.peer.starts_with("tcp:127.0.0.1:")) << results.peer;
  EXPECT_NE(results.text.find("has 4 octets more than the operation's results"), std::string::npos) << results.text;
  EXPECT_EQ(log_.count("arguments_left"), 1U);
}

// A sender may leave padding after the header although no argument follows.
TEST_F(LogEvents, PaddingIsNoArgument) {
  start();
  const auto own = root_->servant_to_reference(servant_);
  const std::string key = *CORBA::ObjectAccess::reference(*own)->local_key();
  int padded = 0;
  for (const std::string name : {"ping", "_get_count"}) {
    cdr::Buffer buffer(256);
    cdr::Encoder out(buffer);
    constexpr std::uint8_t giop_minor = 2;
    iiop::RequestTemplate(giop_minor, {std::as_bytes(std::span(key))}).write(out, 1, name, iiop::Response::with_target);
    padded += out.size() % 8 != 0;
    iiop::begin_body(out, giop_minor);
    iiop::end_message(out);
    send({reinterpret_cast<const char*>(buffer.data()), out.size()});
    EXPECT_NE(log_.of("request_served", "'" + name + "' of object").text, "");
  }
  EXPECT_EQ(padded, 1);
  EXPECT_EQ(log_.count("arguments_left"), 0U);
}

// Shortens the time after which a hold counts as long.
struct ShortHold {
  ShortHold() { orb::held_for_long = std::chrono::milliseconds(50); }
  ~ShortHold() { orb::held_for_long = by_default; }
  const std::chrono::milliseconds by_default = orb::held_for_long.load();
};

TEST_F(LogEvents, RequestsThatAreHeldForLongAreSaidOnce) {
  EXPECT_EQ(orb::held_for_long.load(), std::chrono::seconds(5));
  const ShortHold short_hold;
  start();
  log::set_levels("warning");
  root_->the_POAManager()->hold_requests(false);
  std::vector<std::thread> callers;
  for (int i = 0; i < 2; ++i) callers.emplace_back([this] { remote_->ping(); });
  const auto held = log_.of("requests_held");
  EXPECT_EQ(held.level, log::Level::warning);
  EXPECT_EQ(held.operation, "ping");
  EXPECT_NE(held.text.find("(of RootPOA)"), std::string::npos) << held.text;
  root_->the_POAManager()->activate();
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(log_.count("requests_held"), 1U);
}

}  // namespace
}  // namespace dimma::test
