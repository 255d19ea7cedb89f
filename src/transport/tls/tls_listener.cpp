#include "transport/tls/tls_listener.hpp"

#include "base/log/log.hpp"
#include "transport/tls/tls_stream.hpp"

#include <new>

namespace dimma::transport {

std::unique_ptr<Stream> TlsListener::accept(int& error) {
  while (auto under = under_->accept(error)) {
    try {
      auto contexts = credentials_->current(credentials_name_);
      if (!contexts->server) throw CredentialsError("the server no longer has a certificate");
      Ssl ssl(SSL_new(contexts->server.get()));
      if (!ssl) throw std::bad_alloc();
      SSL_set_accept_state(ssl.get());
      auto stream = std::make_unique<TlsStream>(std::move(under), std::move(ssl), std::move(contexts));
      stream->counted_in(tide_);
      const auto until = handshakes_->deadline();
      const auto place = handshakes_->begin(*stream, until);
      try {
        stream->handshake_in_receive(until, [handshakes = handshakes_, place] { handshakes->end(place); });
      } catch (...) {
        handshakes_->end(place);  // the stream was not given the function that does this
        throw;
      }
      return stream;
    } catch (const std::exception& failure) {
      // Only this connection is closed; others continue.
      log::write(log::Event::handshake_failed, [&failure] {
        return log::Entry{std::string("cannot set up TLS on an accepted connection: ") + failure.what()};
      });
    }
  }
  return nullptr;
}

Endpoint TlsListener::endpoint() const {
  auto endpoint = under_->endpoint();
  endpoint.transport = "tls";
  return endpoint;
}

}  // namespace dimma::transport
