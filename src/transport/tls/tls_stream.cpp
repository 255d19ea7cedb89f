#include "transport/tls/tls_stream.hpp"

#include "base/sync/assert.hpp"
#include "transport/pieces.hpp"
#include "transport/tls/handshake_failure.hpp"
#include "transport/tls/peer_certificate.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace dimma::transport {
namespace {

constexpr std::size_t record_octets = OutgoingRecords::record_octets;
// Maximum number of octets encrypted before they are sent: few system calls for a long message, and little memory.
constexpr std::size_t encrypted_at_once = 4 * record_octets;
constexpr std::size_t gathered_max = record_octets;
// The buffer size for ciphertext: initially for a small message, for whole records once long messages arrive.
constexpr std::size_t receive_octets_first = 4096;
constexpr std::size_t receive_octets_max = 4 * (record_octets + 256);
// Timeout for a peer that does not accept the messages of a handshake, which fit into any socket's buffer.
constexpr std::chrono::milliseconds handshake_send_limit{200};

}  // namespace

TlsStream::TlsStream(std::unique_ptr<Stream> under, Ssl ssl, std::shared_ptr<const Contexts> contexts)
    : under_(std::move(under)), contexts_(std::move(contexts)), ssl_(std::move(ssl)) {
  if (!connect_to_wire(*ssl_, wire_)) throw std::bad_alloc();
}

TlsStream::~TlsStream() {
  end_handshake();
  // Counts the close alerts as exchanged, since OpenSSL would otherwise not allow the session to be resumed. A missing
  // close alert does not matter, since GIOP itself detects truncated messages.
  if (is_established()) SSL_set_shutdown(ssl_.get(), SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
  // Reads a server's session ticket, which would otherwise make the system reset the connection.
  std::array<std::byte, 512> unread;
  constexpr int looks_max = 4;
  for (int look = 0; look < looks_max && under_->receive(unread, no_wait); ++look) {
  }
}

Result TlsStream::flush(Deadline deadline) {
  iovec piece = piece_of(leaving_.unsent());
  const Result result = under_->send({&piece, 1}, deadline);
  leaving_.sent(result);
  return result;
}

TlsStream::Step TlsStream::advance_handshake() {
  const sync::LockGuard lock(mutex_);
  clear_ssl_errors();
  const int result = SSL_do_handshake(ssl_.get());
  leaving_.add_handshake(wire_.out);
  wire_.out.clear();
  has_some_.store(!wire_.in.empty(), std::memory_order_relaxed);
  if (result == 1) return Step::done;
  if (SSL_get_error(ssl_.get(), result) == SSL_ERROR_WANT_READ) return Step::more;
  failure_ = handshake_failure(*ssl_, received_);
  return is_refusal(*ssl_) ? Step::refused : Step::failed;
}

Result TlsStream::go_on_with_handshake(Deadline deadline) {
  const sync::LockGuard sending(sending_);
  for (;;) {
    const Step step = advance_handshake();
    if (!leaving_.empty()) {
      const Result sent = flush(Clock::now() + handshake_send_limit);
      if (sent.status == Status::closed) return sent;
      // A client that has finished its part may leave without waiting for its ticket, which is not a TLS failure.
      const bool has_lost_ticket = sent.status == Status::failed && step == Step::done && is_server();
      if (!sent && !is_failure(step) && !has_lost_ticket) {
        return {Status::failed, 0, sent.error != 0 ? sent.error : EPROTO};
      }
    }
    if (is_failure(step)) return {Status::failed, 0, step == Step::refused ? EKEYREJECTED : EPROTO};
    if (step == Step::done) {
      established_.store(true, std::memory_order_release);
      return {};
    }
    if (const Result received = receive_octets(deadline); !received) return received;
  }
}

Result TlsStream::handshake(Deadline deadline) {
  if (is_established()) return {};
  const Result result = go_on_with_handshake(deadline);
  if (result.status == Status::end) {
    const sync::LockGuard lock(mutex_);
    failure_ = "the peer closed the connection during the handshake";
  }
  if (result.status != Status::timeout) end_handshake();
  return result;
}

void TlsStream::handshake_in_receive(Deadline until, std::function<void()> ended) {
  DIMMA_ASSERT(!is_established());
  handshake_until_ = until;
  handshake_ended_ = std::move(ended);
}

void TlsStream::end_handshake() noexcept {
  if (handshake_ended_) std::exchange(handshake_ended_, nullptr)();
}

bool TlsStream::is_server() const {
  const sync::LockGuard lock(mutex_);
  return SSL_is_server(ssl_.get()) == 1;
}

bool TlsStream::is_resumed() const {
  const sync::LockGuard lock(mutex_);
  return SSL_session_reused(ssl_.get()) == 1;
}

std::string TlsStream::failure() const {
  const sync::LockGuard lock(mutex_);
  return failure_;
}

// Requires that all octets received before have been consumed.
Result TlsStream::receive_octets(Deadline deadline) {
  if (received_.empty()) received_.resize(receive_octets_first);
  if (was_filled_) received_.resize(receive_octets_max);
  const Result result = under_->receive(received_, deadline);
  was_quiet_ = result.status == Status::timeout;
  if (!result) return result;
  was_filled_ = result.octets == received_.size() && received_.size() < receive_octets_max;
  const sync::LockGuard lock(mutex_);
  wire_.in = std::span<const std::byte>(received_).first(result.octets);
  has_some_.store(true, std::memory_order_relaxed);
  return result;
}

bool TlsStream::is_dry() const noexcept { return wire_.in.empty() && SSL_pending(ssl_.get()) == 0; }

Result TlsStream::decrypt(std::span<std::byte> into) {
  const sync::LockGuard lock(mutex_);
  clear_ssl_errors();
  std::size_t octets = 0;
  while (octets < into.size()) {
    std::size_t read = 0;
    const int result = SSL_read_ex(ssl_.get(), into.data() + octets, into.size() - octets, &read);
    if (result != 1) {
      const int error = SSL_get_error(ssl_.get(), result);
      if (error == SSL_ERROR_WANT_READ) {
        has_some_.store(false, std::memory_order_relaxed);
      } else if (octets == 0) {
        return fail(error);
      }
      break;
    }
    octets += read;
    if (is_dry()) {
      has_some_.store(false, std::memory_order_relaxed);
      break;
    }
  }
  if (!wire_.out.empty() && SSL_version(ssl_.get()) < TLS1_3_VERSION) return refuse_renegotiation();
  return {octets != 0 ? Status::ok : Status::timeout, octets, 0};
}

// Before TLS 1.3, OpenSSL would answer such a request only with a warning, after which the peer would wait.
Result TlsStream::refuse_renegotiation() {
  failure_ = "the peer requested renegotiation, which is not supported";
  tell_peer();
  return {Status::failed, 0, EPROTO};
}

Result TlsStream::fail(int error) {
  if (error == SSL_ERROR_ZERO_RETURN) return {Status::end, 0, 0};
  failure_ = connection_failure();
  tell_peer();
  return {Status::failed, 0, EPROTO};
}

// Sends the alert that OpenSSL has written, unless another thread is sending.
void TlsStream::tell_peer() noexcept {
  if (!sending_.try_lock()) return;
  const sync::LockGuard sending(sending_, std::adopt_lock);
  if (!leaving_.empty() || wire_.out.empty()) return;
  iovec piece = piece_of(wire_.out);
  under_->send({&piece, 1}, no_wait);
  wire_.out.clear();
}

// Completes the handshake. Returns false if the receive has to return `result`.
bool TlsStream::is_ready_to_receive(Deadline deadline, Result& result) {
  const bool has_thread = receive_timeout_.count() == 0;
  const Deadline until = has_thread ? std::min(deadline, handshake_until_) : no_wait;
  result = handshake(until);
  if (result.status == Status::timeout && (!has_thread || until == deadline)) return false;
  end_handshake();
  if (result) return true;
  if (result.status == Status::timeout) result = {Status::failed, 0, ETIMEDOUT};
  if (!shut_.load(std::memory_order_relaxed)) log_handshake_failure(peer(), failure(), result);
  return false;
}

// Returns the deadline for the remaining octets of a record that has begun. If there is only one thread, it does not
// wait for them.
Deadline TlsStream::rest_until() const noexcept {
  return sync::has_threads ? Clock::now() + receive_timeout_ : no_wait;
}

Result TlsStream::receive(std::span<std::byte> into, Deadline deadline) {
  if (into.empty()) return {};
  // An incomplete record must not block the thread for longer than a silent peer would.
  bool is_limited = deadline != no_deadline || receive_timeout_.count() == 0;
  if (!is_established()) {
    if (Result result; !is_ready_to_receive(deadline, result)) return result;
    if (!is_limited) deadline = rest_until();
    is_limited = true;
  }
  for (;;) {
    if (has_some_.load(std::memory_order_relaxed)) {
      if (const Result result = decrypt(into); result.status != Status::timeout) {
        if (result.status == Status::failed && !shut_.load(std::memory_order_relaxed))
          log_handshake_failure(peer(), failure(), result);
        return result;
      }
      if (!is_limited) deadline = rest_until();
      is_limited = true;
    }
    if (const Result result = receive_octets(deadline); !result) return result;
  }
}

Result TlsStream::send(std::span<iovec> pieces, Deadline deadline) {
  const sync::LockGuard sending(sending_);
  if (shut_.load(std::memory_order_relaxed)) return {Status::closed};
  if (!is_established()) return {Status::failed, 0, ENOTCONN};
  pieces = drop_octets(pieces, 0);
  std::size_t sent = 0;
  for (;;) {
    if (!leaving_.empty()) {
      const Result result = flush(deadline);
      const std::size_t gone = leaving_.newly_sent(sent != 0);
      pieces = drop_octets(pieces, gone);
      sent += gone;
      if (!result) return {result.status, sent, result.error};
    }
    if (pieces.empty()) return {Status::ok, sent, 0};
    if (!has_encrypted(pieces)) return {Status::failed, sent, EPROTO};
  }
}

// Encrypts the first octets. Returns false if the stream can no longer encrypt.
bool TlsStream::has_encrypted(std::span<const iovec> pieces) {
  const auto octets_of = [](const iovec& piece) {
    return std::span(static_cast<const std::byte*>(piece.iov_base), piece.iov_len);
  };
  auto octets = octets_of(pieces.front());
  if (octets.size() >= record_octets) {
    octets = octets.first(std::min(octets.size(), encrypted_at_once));
  } else if (pieces.size() > 1) {
    gathered_.clear();
    for (const iovec& piece : pieces) {
      const auto part = octets_of(piece).first(std::min(piece.iov_len, gathered_max - gathered_.size()));
      gathered_.insert(gathered_.end(), part.begin(), part.end());
    }
    octets = gathered_;
  }
  const sync::LockGuard lock(mutex_);
  clear_ssl_errors();
  std::size_t written = 0;
  const bool is_done = SSL_write_ex(ssl_.get(), octets.data(), octets.size(), &written) == 1;
  if (!is_done) failure_ = take_ssl_errors("encryption failed");
  leaving_.take(wire_.out, is_done ? written : 0);
  return is_done && written != 0;
}

void TlsStream::receive_timeout(std::chrono::milliseconds limit) {
  receive_timeout_ = limit;
  under_->receive_timeout(limit);
}

bool TlsStream::prepare_poll() noexcept {
  if (was_quiet_) release_buffers();
  if (!has_some_.load(std::memory_order_relaxed)) return under_->prepare_poll();
  // The available octets may be only the beginning of a record.
  const sync::LockGuard lock(mutex_);
  clear_ssl_errors();
  std::byte first{};
  std::size_t octets = 0;
  const int result = SSL_peek_ex(ssl_.get(), &first, 1, &octets);
  if (result == 1 || SSL_get_error(ssl_.get(), result) != SSL_ERROR_WANT_READ) return false;
  has_some_.store(false, std::memory_order_relaxed);
  return under_->prepare_poll();
}

// Frees the message buffers of a connection that has become idle.
void TlsStream::release_buffers() noexcept {
  was_quiet_ = false;
  const sync::LockGuard lock(mutex_);
  if (!wire_.in.empty()) return;
  std::vector<std::byte>().swap(received_);
  SSL_free_buffers(ssl_.get());
  if (!sending_.try_lock()) return;
  const sync::LockGuard sending(sending_, std::adopt_lock);
  if (!leaving_.empty()) return;
  leaving_.release();
  std::vector<std::byte>().swap(gathered_);
  if (wire_.out.empty()) std::vector<std::byte>().swap(wire_.out);
}

bool TlsStream::octets_wait() const noexcept {
  return has_some_.load(std::memory_order_relaxed) || under_->octets_wait();
}

void TlsStream::shutdown() noexcept {
  if (!shut_.exchange(true)) say_end();
  under_->shutdown();
}

void TlsStream::end_sending() noexcept {
  if (!shut_.exchange(true)) say_end();
  under_->end_sending();
}

// Sends the close alert, unless another thread is in the middle of a record.
void TlsStream::say_end() noexcept {
  if (!sending_.try_lock()) return;
  const sync::LockGuard sending(sending_, std::adopt_lock);
  if (!is_established() || !leaving_.empty()) return;
  const sync::LockGuard lock(mutex_);
  clear_ssl_errors();
  SSL_shutdown(ssl_.get());
  iovec piece = piece_of(wire_.out);
  if (!wire_.out.empty()) under_->send({&piece, 1}, no_wait);
  wire_.out.clear();
  clear_ssl_errors();
}

namespace {

Endpoint as_tls(Endpoint endpoint) {
  endpoint.transport = "tls";
  return endpoint;
}

}  // namespace

Endpoint TlsStream::local() const { return as_tls(under_->local()); }
Endpoint TlsStream::peer() const { return as_tls(under_->peer()); }

Peer TlsStream::identify_peer() const {
  Peer known = under_->identify_peer();
  known.transport = "tls";
  const sync::LockGuard lock(mutex_);
  known.security = security_of(*ssl_);
  return known;
}

}  // namespace dimma::transport
