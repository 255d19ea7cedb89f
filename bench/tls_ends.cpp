#include "tls_ends.hpp"

#include <sstream>
#include <stdexcept>

#include <unistd.h>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* openssl = "/usr/bin/openssl";
constexpr auto certificate_max = std::chrono::seconds(20);

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

TlsEnds::TlsEnds() {
  if (::access(openssl, X_OK) != 0) throw std::runtime_error(std::string(openssl) + " is missing: install openssl");
  // Both commands print nothing unless they fail.
  const std::string make = std::string(openssl) + " genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out '" +
                           key() + "' && " + openssl + " req -x509 -days 2 -subj /CN=localhost -addext " +
                           "subjectAltName=DNS:localhost,IP:127.0.0.1 -key '" + key() + "' -out '" + certificate() +
                           "' && echo made";
  measure::Child::start({"/bin/sh", "-c", make}).wait_for_line("made", certificate_max);
}

Entrant TlsEnds::bare(std::size_t request_octets, std::size_t reply_octets) const {
  Entrant entrant{"bare SSL_write and SSL_read", {"bare_tls_server"}, {"bare_tls_client"}};
  append(entrant.server, bare_server_options());
  append(entrant.client, bare_client_options());
  append(entrant.client, {"--request", std::to_string(request_octets), "--reply", std::to_string(reply_octets)});
  return entrant;
}

Entrant TlsEnds::dimma(std::string name, const std::string& programs, const std::string& qos,
                       const std::vector<std::string>& client_options) const {
  Entrant entrant{std::move(name), {"tls_" + programs + "_server"}, {"tls_" + programs + "_client"}};
  append(entrant.server, {"--qos", qos});
  append(entrant.server, dimma_server_options());
  append(entrant.client, {"--qos", qos});
  append(entrant.client, dimma_client_options());
  append(entrant.client, client_options);
  return entrant;
}

std::vector<std::string> TlsEnds::dimma_server_options() const {
  return {"--dimma-tls-certificate", certificate(), "--dimma-tls-key", key()};
}

std::vector<std::string> TlsEnds::dimma_client_options() const {
  return {"--dimma-tls-authorities", certificate(), "--dimma-tls-name", "localhost"};
}

double TlsEnds::s_time_rate(std::uint16_t port, Handshakes kind, std::chrono::seconds time,
                            std::optional<int> processor) const {
  std::vector<std::string> arguments = {openssl,   "s_time",      "-connect", "127.0.0.1:" + std::to_string(port),
                                        "-CAfile", certificate(), "-time",    std::to_string(time.count())};
  if (kind == Handshakes::full) append(arguments, {"-new"});
  if (kind == Handshakes::resumed_of_1_2) append(arguments, {"-reuse", "-tls1_2"});
  const auto begin = Clock::now();
  auto running = measure::Child::start(arguments, processor);
  // s_time prints whole seconds, so that the time is measured here: "2091 connections in 3 real seconds, 0 bytes read
  // per connection".
  for (;;) {
    const std::string line = running.read_line(time + std::chrono::seconds(30));
    if (line.find(" real seconds") == std::string::npos) continue;
    double handshakes = 0;
    std::istringstream(line) >> handshakes;
    return handshakes / std::chrono::duration<double>(Clock::now() - begin).count();
  }
}

}  // namespace bench
