#pragma once
// The naming service in an ORB of its own, which listens over TCP only, and a client's ORB.

#include <dimma/sqlite_store.hpp>
#include "services/naming/service/naming_service.hpp"

#include <DimmaNaming.hpp>

#include <dimma/publish.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace naming_service {

using CosNaming::Name;
using CosNaming::NamingContext;
using dimma::naming::ContextRef;
using dimma::naming::Limits;
using dimma::naming::NamingService;
using dimma::naming::ObjectRef;
using dimma::naming::ServiceLog;
using Reason = CosNaming::NamingContext::NotFoundReason;
using Text = std::vector<std::pair<std::string, std::string>>;
using Ours = CORBA::object_reference<DimmaNaming::NamingContext>;
using Iterator = CORBA::object_reference<CosNaming::BindingIterator>;

inline Name name(const Text& components) {
  Name name;
  for (const auto& [id, kind] : components) name.emplace_back(id, kind);
  return name;
}

inline Text text(const Name& name) {
  Text text;
  for (const auto& component : name) text.emplace_back(component.id(), component.kind());
  return text;
}

inline std::unique_ptr<dimma::store::Store> store_in_memory(dimma::store::Revision remembered = 10'000) {
  dimma::store::SqliteOptions options;
  options.file = ":memory:";
  options.remembered = remembered;
  return dimma::store::open_sqlite(options);
}

// Makes a new ORB each time.
inline CORBA::object_reference<CORBA::ORB> make_orb(std::vector<std::string> options) {
  static std::atomic<int> number{0};
  options.insert(options.begin(), {"test", "-ORBid", "orb " + std::to_string(number++)});
  std::vector<char*> arguments;
  for (std::string& option : options) arguments.push_back(option.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  return CORBA::ORB_init(count, arguments.data());
}

// One service, with a store of its own or over another one's.
class Served {
 public:
  explicit Served(const Limits& limits = {}, dimma::store::Store* store = nullptr)
      : own_store_(store == nullptr ? store_in_memory() : nullptr),
        orb_(make_orb({"--dimma-endpoint", "iiop://127.0.0.1:0"})),
        service_(std::make_unique<NamingService>(orb_, store == nullptr ? *own_store_ : *store, limits, log_)) {
    if (store != nullptr) service_->join_others(std::chrono::milliseconds(600));
    dimma::publish(orb_, "NameService", service_->root());
    const auto poa = IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    poa->the_POAManager()->activate();
  }
  ~Served() {
    stop();
    service_.reset();
  }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  void stop() {
    if (!orb_) return;
    service_->leave_others();
    service_->stop_waiting();
    orb_->shutdown(true);
    orb_->destroy();
    orb_ = nullptr;
  }
  std::string ior() const { return orb_->object_to_string(service_->root()); }
  NamingService& service() { return *service_; }

 private:
  const std::unique_ptr<dimma::store::Store> own_store_;
  ServiceLog log_;
  CORBA::object_reference<CORBA::ORB> orb_;
  std::unique_ptr<NamingService> service_;
};

class ServiceTest : public testing::Test {
 protected:
  ~ServiceTest() override { client_->destroy(); }

  ContextRef root() { return root_of(served_); }
  ContextRef root_of(const Served& served) {
    return IDL::traits<NamingContext>::narrow(client_->string_to_object(served.ior()));
  }
  Ours ours() { return IDL::traits<DimmaNaming::NamingContext>::narrow(root()); }
  ObjectRef object(const std::string& key = "object") {
    return client_->string_to_object("corbaloc::192.0.2.1:4711/" + key);
  }
  std::string printed(const ObjectRef& reference) { return client_->object_to_string(reference); }
  CORBA::object_reference<CORBA::ORB>& client() { return client_; }
  Served& served() { return served_; }

 private:
  Served served_;
  CORBA::object_reference<CORBA::ORB> client_ = make_orb({});
};

template <class Work>
void expect_not_found(Reason why, const Text& rest, Work&& work) {
  try {
    work();
    ADD_FAILURE() << "nothing thrown";
  } catch (const NamingContext::NotFound& missing) {
    EXPECT_EQ(missing.why(), why);
    EXPECT_EQ(text(missing.rest_of_name()), rest);
  }
}

// The minor code of the E that `work` raises.
template <class E, class Work>
std::uint32_t minor_of(Work&& work) {
  try {
    work();
  } catch (const E& raised) {
    return raised.minor();
  } catch (const CORBA::Exception& other) {
    ADD_FAILURE() << other;
  }
  return 0;
}

}  // namespace naming_service
