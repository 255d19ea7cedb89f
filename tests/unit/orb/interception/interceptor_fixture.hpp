#pragma once
// Two ORBs of one process with IIOP between them, whose interceptors record their calls and do what a test says.

#include "unit/orb/reference/asynchronous_fixture.hpp"

#include <dimma/orb_initializer.hpp>

#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace dimma::test {

namespace PI = PortableInterceptor;
using ClientInfo = CORBA::object_reference<PI::ClientRequestInfo>;
using ServerInfo = CORBA::object_reference<PI::ServerRequestInfo>;
using InitInfo = CORBA::object_reference<PI::ORBInitInfo>;
using Log = std::vector<std::string>;

// Expects `statement` to throw Exception with that minor code.
#define EXPECT_RAISES(statement, Exception, minor_code)                                    \
  try {                                                                                    \
    statement;                                                                             \
    ADD_FAILURE() << #statement " threw nothing";                                          \
  } catch (const Exception& raised) {                                                      \
    EXPECT_EQ(raised.minor(), static_cast<std::uint32_t>(minor_code)) << raised._detail(); \
  }

class Journal {
 public:
  void note(std::string what) {
    const std::lock_guard lock(mutex_);
    log_.push_back(std::move(what));
  }
  Log take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(log_, {});
  }
  // Guards data of the test that threads of both ends use.
  std::unique_lock<std::mutex> locked() { return std::unique_lock(mutex_); }

 private:
  std::mutex mutex_;
  Log log_;
};

// A function that an interceptor calls besides recording its point; may be changed while the ORBs exist.
template <class Info>
class Deed {
 public:
  explicit Deed(Journal& journal) : journal_(journal) {}
  template <class Function>
  Deed& operator=(Function does) {
    const auto lock = journal_.locked();
    does_ = std::move(does);
    return *this;
  }
  void operator()(const std::string& point, const Info& info) const {
    struct Seen {
      Journal& journal;
      ~Seen() { journal.locked(); }
    } const seen{journal_};
    auto lock = journal_.locked();
    const auto does = does_;
    lock.unlock();
    does(point, info);
  }

 private:
  Journal& journal_;
  std::function<void(const std::string&, const Info&)> does_ = [](const std::string&, const Info&) {};
};

class ClientSpy : public virtual IDL::traits<PI::ClientRequestInterceptor>::base_type {
 public:
  ClientSpy(std::string name, Journal& journal) : name_(std::move(name)), journal_(journal) {}

  std::string name() override { return name_; }
  void destroy() override { journal_.note(name_ + " destroyed"); }
  void send_request(ClientInfo ri) override { at("send_request", ri); }
  void send_poll(ClientInfo ri) override { at("send_poll", ri); }
  void receive_reply(ClientInfo ri) override { at("receive_reply", ri); }
  void receive_exception(ClientInfo ri) override { at("receive_exception", ri); }
  void receive_other(ClientInfo ri) override { at("receive_other", ri); }

 private:
  void at(const std::string& point, const ClientInfo& ri) {
    journal_.note(name_ + " " + point + " " + ri->operation());
    also(point, ri);
  }
  const std::string name_;
  Journal& journal_;

 public:
  Deed<ClientInfo> also{journal_};
};

class ServerSpy : public virtual IDL::traits<PI::ServerRequestInterceptor>::base_type {
 public:
  ServerSpy(std::string name, Journal& journal) : name_(std::move(name)), journal_(journal) {}

  std::string name() override { return name_; }
  void destroy() override { journal_.note(name_ + " destroyed"); }
  void receive_request_service_contexts(ServerInfo ri) override { at("receive_request_service_contexts", ri); }
  void receive_request(ServerInfo ri) override { at("receive_request", ri); }
  void send_reply(ServerInfo ri) override { at("send_reply", ri); }
  void send_exception(ServerInfo ri) override { at("send_exception", ri); }
  void send_other(ServerInfo ri) override { at("send_other", ri); }

 private:
  void at(const std::string& point, const ServerInfo& ri) {
    journal_.note(name_ + " " + point + " " + ri->operation());
    also(point, ri);
  }
  const std::string name_;
  Journal& journal_;

 public:
  Deed<ServerInfo> also{journal_};
};

// The functions that this program's initializer calls for each ORB that is made; it is registered once.
struct Initialization {
  std::function<void(const InitInfo&)> before = [](const InitInfo&) {};
  std::function<void(const InitInfo&)> after = [](const InitInfo&) {};
};
Initialization& initialization();

class InterceptorTest : public testing::Test {
 protected:
  using OrbRef = CORBA::object_reference<CORBA::ORB>;
  using PoaRef = CORBA::object_reference<PortableServer::POA>;

  // Make interceptors for the ORB "client" and the ORB "server" of start().
  CORBA::object_reference<ClientSpy> client_spy(const std::string& name);
  CORBA::object_reference<ServerSpy> server_spy(const std::string& name);
  void start(const std::string& giop = "1.2");
  ~InterceptorTest() override;

  static std::string context_text(const IOP::ServiceContext& context) {
    return {context.context_data().begin(), context.context_data().end()};
  }
  static IOP::ServiceContext context_of(IOP::ServiceId id, const std::string& text) {
    return IOP::ServiceContext(id, {text.begin(), text.end()});
  }
  // Waits until `holds` returns true. Serves meanwhile, in the build without threads.
  void await(const std::function<bool()>& holds) const;

  Journal journal_;
  std::vector<CORBA::object_reference<ClientSpy>> client_spies_;
  std::vector<CORBA::object_reference<ServerSpy>> server_spies_;
  const CORBA::servant_reference<ClerkServant> servant_ = CORBA::make_reference<ClerkServant>();
  OrbRef server_;
  OrbRef client_;
  PoaRef root_;
  ClerkRef clerk_;        // made by the client's ORB
  ClerkRef local_clerk_;  // made by the server's own
};

}  // namespace dimma::test
