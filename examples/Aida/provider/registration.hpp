#pragma once
// A provider's place in the directory: entered, renewed, and entered again when the directory has lost it.

#include "client/access.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace aida {

struct Registered {
  std::string provider_name;
  IDL::traits<Aida::Provider>::ref_type where;
  Aida::Descriptions data;
  std::chrono::milliseconds lifetime;
};

class Registration {
 public:
  // Calls from a thread of its own: `entered` when it is registered the first time, `failed` with the reason when it
  // can't be, or another process has taken its place; nothing follows that. Each word about what is waited for goes to
  // standard error.
  Registration(IDL::traits<CORBA::ORB>::ref_type orb, std::string directory, Registered what,
               std::function<void()> entered, std::function<void(const std::string& why)> failed);
  // Withdraws what is registered.
  ~Registration();
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

 private:
  void run();
  void enter();
  void renew();
  void withdraw() noexcept;
  bool wait(std::chrono::milliseconds time);
  void say(const std::string& text);

  const IDL::traits<CORBA::ORB>::ref_type orb_;
  const std::string url_;
  const Registered what_;
  const std::function<void()> entered_;
  const std::function<void(const std::string&)> failed_;
  const IDL::traits<Aida::Directory>::ref_type directory_;
  bool was_entered_ = false;
  std::uint64_t lease_ = 0;  // 0: not registered
  std::string said_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stops_ = false;
  std::thread thread_;
};

}  // namespace aida
