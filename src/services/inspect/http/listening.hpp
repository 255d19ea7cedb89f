#pragma once
// Answers HTTP requests at one address, on a thread of its own or on an executor of the application.

#include "services/inspect/answers/answers.hpp"

#include <dimma/inspect.hpp>

#include <functional>
#include <memory>
#include <string>

namespace boost::asio {
class any_io_executor;
}

namespace dimma::transport {
class SecureTransport;
}

namespace dimma::inspect {

struct Address;

// Answers a GET request.
using Answering = std::function<Answer(std::string_view target)>;

// The answers at an address, and how the address is protected.
struct Offered {
  Answering answer;
  std::string token = {};                     // empty if no token is required
  transport::SecureTransport* tls = nullptr;  // for an address with TLS
};

class Server::Listening {
 public:
  virtual ~Listening() = default;
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

  virtual const std::string& address() const noexcept = 0;

 protected:
  Listening() = default;
};

// Listens on a thread of idle priority. The destructor waits for the answer in progress. Throws std::system_error if
// listening fails, and QoSError for credentials that a server cannot use.
std::unique_ptr<Server::Listening> listen_by_thread(const Address& address, Offered offered);
// Listens on the executor, which runs one function at a time. The destructor does not wait. Throws the exceptions of
// listen_by_thread().
std::unique_ptr<Server::Listening> listen_on(const boost::asio::any_io_executor& executor, const Address& address,
                                             Offered offered);

// Returns true if an inspection in this process, usually of another ORB, listens at the address.
bool is_taken_here(const Address& address);

}  // namespace dimma::inspect
