#pragma once
// The servants of both ends of callbacks.idl for omniORB.

#include <callbacks.hh>

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>

namespace classic {

class CallbackListener final : public POA_Callbacks::Listener {
 public:
  CORBA::Long hear(CORBA::Long number) override { return number + 1; }
  void notice(CORBA::Long number) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    noticed_ = number;
    changed_.notify_all();
  }
  Callbacks::Octets* echo(const Callbacks::Octets& data) override { return new Callbacks::Octets(data); }
  CORBA::Long bounce(Callbacks::Hub_ptr from, Callbacks::Listener_ptr self, CORBA::Long depth) override {
    return depth == 0 ? 0 : 1 + from->bounce(self, depth - 1);
  }
  CORBA::Long wait(Callbacks::Hub_ptr) override { return 0; }

  bool await_notice(CORBA::Long number) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return noticed_ == number; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  CORBA::Long noticed_ = 0;
};

class CallbackHub final : public POA_Callbacks::Hub {
 public:
  CORBA::Long call(Callbacks::Listener_ptr to, CORBA::Long number) override {
    return told([&] { return to->hear(number); });
  }
  Callbacks::Octets* echo(Callbacks::Listener_ptr to, const Callbacks::Octets& data) override {
    return told([&] { return to->echo(data); });
  }
  void notify(Callbacks::Listener_ptr to, CORBA::Long number) override { to->notice(number); }
  CORBA::Long bounce(Callbacks::Listener_ptr to, CORBA::Long depth) override {
    return told([&] { return depth == 0 ? 0 : 1 + to->bounce(Callbacks::Hub_var(_this()), to, depth - 1); });
  }
  void keep(const char* name, Callbacks::Listener_ptr listener) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_[name] = Callbacks::Listener::_duplicate(listener);
  }
  void forget(const char* name) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.erase(name);
  }
  CORBA::Long call_kept(const char* name, CORBA::Long number) override {
    Callbacks::Listener_var listener;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      listener = kept_[name];
    }
    return told([&] { return listener->hear(number); });
  }
  void begin_wait(const char*) override {}
  CORBA::Long end_wait() override { return 0; }
  char* describe_kept(const char*) override { return CORBA::string_dup(""); }
  CORBA::Long call_by_string(const char*, CORBA::Long) override { return 0; }

 private:
  template <class Call>
  static auto told(Call call) -> decltype(call()) {
    try {
      return call();
    } catch (const CORBA::SystemException& failure) {
      throw Callbacks::Lost(failure._name(), failure.minor());
    }
  }

  std::mutex mutex_;
  std::map<std::string, Callbacks::Listener_var> kept_;
};

// A POA below the root with BiDirPolicy::BOTH, activated.
inline PortableServer::POA_ptr both_ways(CORBA::ORB_ptr orb, PortableServer::POA_ptr root) {
  CORBA::Any value;
  value <<= BiDirPolicy::BOTH;
  CORBA::PolicyList policies;
  policies.length(1);
  policies[0] = orb->create_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, value);
  const PortableServer::POAManager_var manager = root->the_POAManager();
  return root->create_POA("callbacks", manager, policies);
}

}  // namespace classic
