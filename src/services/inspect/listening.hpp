#pragma once
// Answers HTTP requests at one address, on a thread of its own.

#include "services/inspect/answers.hpp"

#include <dimma/inspect.hpp>

#include <functional>
#include <memory>
#include <string>

namespace dimma::inspect {

// From GET to the answer; called on the thread.
using Answering = std::function<Answer(std::string_view target)>;

class Server::Listening {
 public:
  // Throws std::invalid_argument for an address that is none, std::system_error for one that can't be had.
  Listening(const std::string& address, Answering answering);
  ~Listening();
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

  const std::string& address() const noexcept;

  class Loop;

 private:
  const std::unique_ptr<Loop> loop_;
};

}  // namespace dimma::inspect
