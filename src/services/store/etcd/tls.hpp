#pragma once
// TLS for connections to members. The files are read once for all connections.

#include "services/store/etcd/endpoint.hpp"

#include <dimma/etcd_store.hpp>

#include <memory>
#include <string>

#include <openssl/types.h>

namespace boost::system {
class error_code;
}
namespace boost::asio::ssl {
class context;
}

namespace dimma::store::etcd {

// Thread-safe.
class Tls {
 public:
  // Throws StoreError `refused` for an unusable file.
  explicit Tls(const EtcdOptions& options);
  ~Tls();

  boost::asio::ssl::context& context() const { return *context_; }
  // Makes the connection require a certificate for the endpoint's host. Throws ConnectionError `not_sent` if the host
  // cannot be the name in a certificate.
  void expect(SSL& connection, const Endpoint& endpoint) const;
  // Returns the reason why the handshake failed, with the remedy if it is known.
  std::string handshake_failure(const SSL& connection, const Endpoint& endpoint,
                                const boost::system::error_code& error) const;
  // Returns the remedy for an error after the handshake, since a member reports a missing client certificate only then.
  // Empty for other errors.
  std::string remedy(const boost::system::error_code& error) const;

 private:
  const std::unique_ptr<boost::asio::ssl::context> context_;
  const bool has_certificate_;
};

}  // namespace dimma::store::etcd
