#pragma once
// TLS to members. The files are read once, for all connections.

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

// Thread safe.
class Tls {
 public:
  // Throws StoreError `refused` for a file that can't be used.
  explicit Tls(const EtcdOptions& options);
  ~Tls();

  boost::asio::ssl::context& context() const { return *context_; }
  // Requires a certificate for the endpoint's host. Throws ConnectionError `not_sent` for a host for which no
  // certificate can be.
  void expect(SSL& connection, const Endpoint& endpoint) const;
  // Returns the reason why the handshake failed and, if it is known, the remedy.
  std::string handshake_failure(const SSL& connection, const Endpoint& endpoint,
                                const boost::system::error_code& error) const;
  // Returns the remedy for a failure after the handshake: only then a member reports that it wants a certificate. Empty
  // for other failures.
  std::string remedy(const boost::system::error_code& error) const;

 private:
  const std::unique_ptr<boost::asio::ssl::context> context_;
  const bool has_certificate_;
};

}  // namespace dimma::store::etcd
