#pragma once
// The programs that dimma-bench tls compares: dimma's and the bare loop's with the same certificate, and openssl
// s_time.

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

// A self-signed certificate for localhost with a P-256 key, and the programs that use it.
class TlsEnds {
 public:
  // Throws std::runtime_error if there is no openssl command.
  TlsEnds();

  Entrant bare(std::size_t request_octets, std::size_t reply_octets) const;
  // `programs` is "time" or "sizes". `client_options` are options of the client in addition to the QoS.
  Entrant dimma(std::string name, const std::string& programs, const std::string& qos,
                const std::vector<std::string>& client_options = {}) const;
  std::vector<std::string> dimma_server_options() const;
  std::vector<std::string> dimma_client_options() const;
  // The options of bare_tls_client, for any server.
  std::vector<std::string> bare_client_options() const { return {"--authorities", certificate()}; }
  std::vector<std::string> bare_server_options() const { return {"--certificate", certificate(), "--key", key()}; }

  // The handshakes per second of `openssl s_time` with a server. It can only resume sessions of TLS 1.2, because it
  // does not wait for the tickets of TLS 1.3.
  enum class Handshakes { full, resumed_of_1_2 };
  double s_time_rate(std::uint16_t port, Handshakes kind, std::chrono::seconds time,
                     std::optional<int> processor) const;

 private:
  std::string certificate() const { return folder_.path() + "/server.pem"; }
  std::string key() const { return folder_.path() + "/server.key"; }

  measure::TemporaryFolder folder_;
};

}  // namespace bench
