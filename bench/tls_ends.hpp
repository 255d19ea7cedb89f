#pragma once
// The two ends of what dimma-bench tls compares: dimma's and the bare loop's programs with the same certificate, and
// openssl s_time.

#include "lineup.hpp"
#include "measure/pinning.hpp"
#include "measure/process.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bench {

// A certificate for localhost, of itself, and who uses it. The key is one of P-256, as most are today.
class TlsEnds {
 public:
  // Throws std::runtime_error where there is no openssl command.
  TlsEnds();

  Entrant bare(std::size_t request_octets, std::size_t reply_octets) const;
  // "time" or "sizes". `client_options` are of the client, beyond the QoS.
  Entrant dimma(std::string name, const std::string& programs, const std::string& qos,
                const std::vector<std::string>& client_options = {}) const;
  std::vector<std::string> dimma_server_options() const;
  std::vector<std::string> dimma_client_options() const;
  // The options of bare_tls_client, at any server.
  std::vector<std::string> bare_client_options() const { return {"--authorities", certificate()}; }
  std::vector<std::string> bare_server_options() const { return {"--certificate", certificate(), "--key", key()}; }

  // Handshakes a second of `openssl s_time` with a server. It resumes no session of TLS 1.3, whose tickets it does not
  // wait for; those that it resumes are of TLS 1.2.
  enum class Handshakes { full, resumed_of_1_2 };
  double s_time_rate(std::uint16_t port, Handshakes kind, std::chrono::seconds time,
                     std::optional<int> processor) const;

 private:
  std::string certificate() const { return folder_.path() + "/server.pem"; }
  std::string key() const { return folder_.path() + "/server.key"; }

  measure::TemporaryFolder folder_;
};

}  // namespace bench
