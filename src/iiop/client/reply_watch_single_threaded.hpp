#pragma once
// The single-threaded build's reply watch: no thread could read replies that no caller waits for, so no such call
// begins.

#include <exception>
#include <memory>

namespace dimma::iiop {

class SharedConnection;

class ReplyWatch {
 public:
  struct Place {};

  // Throws CORBA::NO_IMPLEMENT: an asynchronous call is made at once, without a channel's begin().
  [[noreturn]] void start();
  bool look(const std::weak_ptr<SharedConnection>& /*connection*/) noexcept { return true; }
  void detach(const Place& /*place*/) noexcept {}
  void stop() noexcept {}
  static std::exception_ptr ended() noexcept { return nullptr; }
};

}  // namespace dimma::iiop
