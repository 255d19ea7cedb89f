#pragma once
// A provider's registration in the directory: entered, renewed, and entered again if the directory has lost it.

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
  // Starts a thread, which calls `entered` when the provider has been registered for the first time, and `failed` with
  // the reason if it cannot be registered or another process has replaced it; the thread then ends. While the thread
  // waits for the directory, it prints the reason to standard error.
  Registration(IDL::traits<CORBA::ORB>::ref_type orb, std::string directory, Registered what,
               std::function<void()> entered, std::function<void(const std::string& why)> failed);
  // Withdraws the registration.
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
