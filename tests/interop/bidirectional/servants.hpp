#pragma once
// The servants of both ends of callbacks.idl.

#include "callbacks_skel.hpp"

#include <dimma/bidirectional.hpp>
#include <dimma/binding.hpp>
#include <dimma/corba.hpp>
#include <dimma/poa.hpp>

#include <atomic>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <sstream>
#include <string>

namespace callbacks {

using ListenerRef = CORBA::object_reference<Callbacks::Listener>;
using HubRef = CORBA::object_reference<Callbacks::Hub>;

class Listener final : public virtual CORBA::servant_traits<Callbacks::Listener>::base_type {
 public:
  int32_t hear(int32_t number) override {
    heard_.fetch_add(1);
    return number + 1;
  }
  void notice(int32_t number) override {
    const std::lock_guard lock(mutex_);
    noticed_ = number;
    changed_.notify_all();
  }
  Callbacks::Octets echo(const Callbacks::Octets& octets) override { return octets; }
  int32_t bounce(HubRef hub, ListenerRef self, int32_t depth) override {
    return depth == 0 ? 0 : 1 + hub->bounce(self, depth - 1);
  }
  int32_t wait(HubRef) override {
    std::unique_lock lock(mutex_);
    waiting_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return released_; });
    return 7;
  }

  bool await_notice(int32_t number) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return noticed_ == number; });
  }
  bool await_waiting() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return waiting_; });
  }
  void release() {
    const std::lock_guard lock(mutex_);
    released_ = true;
    changed_.notify_all();
  }
  int heard() const { return heard_.load(); }

 private:
  std::atomic<int> heard_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  int32_t noticed_ = 0;
  bool waiting_ = false;
  bool released_ = false;
};

// Reports an exception of a callback to the client, as Lost.
template <class Call>
auto told(Call call) {
  try {
    return call();
  } catch (const CORBA::SystemException& failure) {
    throw Callbacks::Lost(std::string(failure._name()) + ": " + failure._detail(), failure.minor());
  }
}

class Hub final : public virtual CORBA::servant_traits<Callbacks::Hub>::base_type {
 public:
  explicit Hub(CORBA::object_reference<CORBA::ORB> orb) : orb_(std::move(orb)) {}

  int32_t call(ListenerRef listener, int32_t number) override {
    return told([&] { return listener->hear(number); });
  }
  Callbacks::Octets echo(ListenerRef listener, const Callbacks::Octets& octets) override {
    return told([&] { return listener->echo(octets); });
  }
  void notify(ListenerRef listener, int32_t number) override { listener->notice(number); }
  int32_t bounce(ListenerRef listener, int32_t depth) override {
    return told([&] { return depth == 0 ? 0 : 1 + listener->bounce(self(), listener, depth - 1); });
  }
  void keep(const std::string& name, ListenerRef listener) override {
    const std::lock_guard lock(mutex_);
    kept_[name] = listener;
  }
  void forget(const std::string& name) override {
    const std::lock_guard lock(mutex_);
    kept_.erase(name);
  }
  int32_t call_kept(const std::string& name, int32_t number) override {
    return told([&] { return kept(name)->hear(number); });
  }
  void begin_wait(const std::string& name) override {
    waited_ = std::async(std::launch::async, [listener = kept(name), hub = self()] { return listener->wait(hub); });
  }
  int32_t end_wait() override {
    return told([&] { return waited_.get(); });
  }
  std::string describe_kept(const std::string& name) override {
    std::ostringstream text;
    text << dimma::bind(kept(name), {}).describe();
    return text.str();
  }
  int32_t call_by_string(const std::string& reference, int32_t number) override {
    return told(
        [&] { return IDL::traits<Callbacks::Listener>::narrow(orb_->string_to_object(reference))->hear(number); });
  }

  ListenerRef kept(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(name);
    if (found == kept_.end()) throw Callbacks::Lost("nobody is kept as " + name, 0);
    return found->second;
  }

 private:
  HubRef self() { return _this(); }

  const CORBA::object_reference<CORBA::ORB> orb_;
  std::mutex mutex_;
  std::map<std::string, ListenerRef> kept_;
  std::future<int32_t> waited_;
};

// A policy with BiDirPolicy::BOTH, for a POA.
inline CORBA::object_reference<CORBA::Policy> both(CORBA::ORB& orb) {
  CORBA::Any value;
  value <<= BiDirPolicy::BOTH;
  return orb.create_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, value);
}
inline CORBA::object_reference<PortableServer::POA> root_of(CORBA::ORB& orb) {
  auto root = IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return root;
}

}  // namespace callbacks
