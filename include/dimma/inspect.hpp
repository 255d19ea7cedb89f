#pragma once
/// A page that shows the activity of an ORB, and its data for programs: metrics for Prometheus, JSON, and a capture for
/// Wireshark. docs/guides/inspecting.md lists the addresses. Part of the library dimma::inspect.
///
/// A program that links with the library needs no code: it has the options `--dimma-inspect`,
/// `--dimma-inspect-token-file` and `--dimma-inspect-objects` (<dimma/orb.hpp>). serve() is for programs that start the
/// inspection themselves; the ORB's other options determine whether there are metrics and calls to show
/// (<dimma/observation.hpp>). <dimma/asio/inspect.hpp> serves the page on an executor of Asio.
///
/// A client that can connect, and has the token if one is set, can read the operations called and their outcomes, and
/// with `--dimma-capture` the octets of the arguments. It cannot change anything.

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

/// Answers requests as long as it exists, on its own thread with idle priority (SCHED_IDLE). The destructor waits for
/// the answer in progress. The server does not keep the ORB alive; its answers state if the ORB has been destroyed.
class Server {
 public:
  Server(Server&& other) noexcept;
  Server& operator=(Server&& other) noexcept;
  ~Server();

  /// The listening address: "127.0.0.1:8680" or "https://192.0.2.2:8680", with the port chosen by the system in place
  /// of port 0; "unix:PATH"; "unix:@NAME" for an abstract socket.
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

/// Starts an inspection server. May be called from any thread. `address` is one of
///   HOST:PORT          a loopback address or "localhost", to which every user of this machine can connect. Any other
///                      address uses TLS, and requires a token. The system chooses the port for port 0
///   https://HOST:PORT  like HOST:PORT, always with TLS
///   unix:PATH          a socket in the file system, to which only this user can connect; an existing socket without a
///                      listening process is replaced
///   unix               an abstract socket named after the process id, "@dimma-inspect-PID", to which only processes
///                      of this user can connect, and to which `dimma describe PID` connects. For a second ORB in the
///                      process it is "@dimma-inspect-PID-2"
/// TLS uses the ORB's default credentials (<dimma/tls.hpp>); the program has to be linked with dimma::tls too. `token`
/// has 16 to 1024 visible ASCII characters. Each request has to carry it (`Authorization: Bearer TOKEN`), or a browser
/// has to log in with it; empty for no token. Throws CORBA::BAD_PARAM for an address that cannot be used, or an invalid
/// token; its text states the reason.
Server serve(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& address = "127.0.0.1:8680",
             const std::string& token = {});

}  // namespace dimma::inspect
