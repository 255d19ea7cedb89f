#pragma once
/// A page that shows the activity of an ORB, and the same for programs: metrics for Prometheus, JSON, and a capture for
/// Wireshark. docs/guides/inspecting.md has the addresses of each. Part of the library dimma::inspect.
///
/// A program that is linked with it needs no code: it has the options `--dimma-inspect`, `--dimma-inspect-token-file`
/// and `--dimma-inspect-objects` (<dimma/orb.hpp>). serve() is for programs that decide for themselves; only the ORB's
/// other options then determine if there are metrics and calls to be seen (<dimma/observation.hpp>). With
/// <dimma/asio/inspect.hpp> an executor of Asio serves it.
///
/// Everybody who can connect, and has the token if there is one, sees the operations that are called and how they end,
/// and with `--dimma-capture` the octets of their arguments. Nothing can be changed.

#include <dimma/orb.hpp>

#include <memory>
#include <string>

namespace dimma::inspect {
class Server;
}

namespace boost::asio {
class any_io_executor;
}

namespace dimma::asio {
inspect::Server inspect_on(const boost::asio::any_io_executor& executor, const CORBA::object_reference<CORBA::ORB>& orb,
                           const std::string& address, const std::string& token);
}

namespace dimma::inspect {

/// Answers requests as long as it exists, on a thread of its own that has idle priority (SCHED_IDLE). Its destructor
/// waits for the answer in progress. It keeps the ORB's object, not the ORB: if the ORB is destroyed, answers say so.
class Server {
 public:
  Server(Server&& other) noexcept;
  Server& operator=(Server&& other) noexcept;
  ~Server();

  /// The address at which it listens: "127.0.0.1:8680" or "https://192.0.2.2:8680", with the port that the system has
  /// chosen for port 0; "unix:PATH"; for an abstract socket "unix:@NAME".
  const std::string& address() const noexcept;

  class Listening;

 private:
  friend Server serve(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& address,
                      const std::string& token);
  friend Server dimma::asio::inspect_on(const boost::asio::any_io_executor& executor,
                                        const CORBA::object_reference<CORBA::ORB>& orb, const std::string& address,
                                        const std::string& token);
  explicit Server(std::unique_ptr<Listening> listening) noexcept;
  std::unique_ptr<Listening> listening_;
};

/// Any thread. `address` is one of
///   HOST:PORT          a loopback address or "localhost": every user of this machine can connect. With another address
///                      there is TLS, and a token is needed. Port 0 is one that the system chooses
///   https://HOST:PORT  the same, with TLS in any case
///   unix:PATH          a socket in the file system, which this user alone can connect to; a socket that no process
///                      listens at is replaced
///   unix               an abstract socket whose name has the process's number in it, "@dimma-inspect-PID", for this
///                      user's processes alone; what `dimma describe PID` connects to. A second ORB of the process
///                      has "@dimma-inspect-PID-2"
/// TLS shows the ORB's default credentials (<dimma/tls.hpp>), for which the program is linked with dimma::tls too.
/// `token` has 16 to 1024 visible characters of ASCII. Each request has to have it (`Authorization: Bearer TOKEN`), or
/// a browser has to log in with it; empty: no token.
/// Throws CORBA::BAD_PARAM that names the address, and what is wrong with it or why it can't be listened at, or says
/// what is wrong with the token.
Server serve(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& address = "127.0.0.1:8680",
             const std::string& token = {});

}  // namespace dimma::inspect
