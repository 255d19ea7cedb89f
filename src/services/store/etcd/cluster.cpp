#include "services/store/etcd/cluster.hpp"

#include "base/sync/clock.hpp"
#include "services/store/etcd/tls.hpp"

#include <algorithm>
#include <thread>

namespace dimma::store::etcd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t idle_max = 16;  // per member
constexpr std::size_t shares_max = 3;
constexpr std::size_t token_octets_max = 65'536;

// Returns true for a JSON object. All answers of etcd are objects; those of a proxy in between are not.
bool is_object(std::string_view body) {
  constexpr const char* blanks = " \t\r\n";
  const auto first = body.find_first_not_of(blanks);
  return first != std::string_view::npos && body[first] == '{' && body[body.find_last_not_of(blanks)] == '}';
}

Attempt::Result result_of(const ErrorAnswer& error) {
  const auto says = [&](const char* text) { return error.text.find(text) != std::string::npos; };
  if (says("no leader") || says("proposal dropped") || says("too many requests")) return Attempt::Result::not_done;
  switch (error.code) {
    case ErrorAnswer::invalid_argument:
    case ErrorAnswer::not_found:
    case ErrorAnswer::permission_denied:
    case ErrorAnswer::resource_exhausted:
    case ErrorAnswer::failed_precondition:
    case ErrorAnswer::out_of_range:
    case ErrorAnswer::unimplemented:
    case ErrorAnswer::unauthenticated:
      return Attempt::Result::refused;
    default:
      return Attempt::Result::unknown;
  }
}

// Returns true if the token is invalid at the member, or if users or roles have changed since the token was issued.
bool is_of_token(const ErrorAnswer& error) {
  return error.code == ErrorAnswer::unauthenticated ||
         error.text.find("revision of auth store is old") != std::string::npos;
}

}  // namespace

Cluster::Cluster(const EtcdOptions& options) : options_(options) {
  for (const std::string& text : options.endpoints) {
    members_.push_back(endpoint_of(text));
    name_ += (name_.empty() ? "etcd at " : ",") + text_of(members_.back());
  }
  idle_.resize(members_.size());
  const auto is_tls = [](const Endpoint& member) { return member.is_tls; };
  const bool has_tls = std::any_of(members_.begin(), members_.end(), is_tls);
  if (!has_tls && !(options.authorities + options.certificate_chain + options.private_key).empty()) {
    fail(StoreError::Kind::refused, "files for TLS are given, but no endpoint begins with https://");
  }
  if (options.certificate_chain.empty() != options.private_key.empty()) {
    fail(StoreError::Kind::refused, "a certificate and its private key must be given together");
  }
  if (has_tls) tls_ = std::make_unique<Tls>(options);
  if (!options.user_file.empty()) user_ = std::make_unique<User>(options.user_file);
}

Cluster::~Cluster() = default;

void Cluster::fail(StoreError::Kind kind, const std::string& what) const {
  throw StoreError(kind, name_ + ": " + what);
}

// Returns a part of the time, so that an unresponsive member leaves time for the others.
Deadline Cluster::share_of(Deadline deadline) const {
  const auto shares = static_cast<int>(std::min(members_.size(), shares_max));
  return std::min(deadline, Clock::now() + options_.deadline / shares);
}

// A running member accepts connections immediately, even if its TLS handshake takes longer. An attempt to reach a
// machine that is down must leave time to try the other members again, since they may have to elect a leader first.
Deadline Cluster::connect_by(Deadline until) const {
  if (members_.size() == 1) return until;
  const auto shares = static_cast<int>(std::min(members_.size(), shares_max));
  return std::min(until, Clock::now() + options_.deadline / (3 * shares));
}

std::unique_ptr<Connection> Cluster::take(std::size_t member, Deadline deadline) {
  {
    const locks::Lock lock(mutex_);
    auto& idle = idle_[member];
    if (!idle.empty()) {
      auto connection = std::move(idle.back());
      idle.pop_back();
      return connection;
    }
  }
  return std::make_unique<Connection>(members_[member], connect_by(deadline), tls_.get(), deadline);
}

void Cluster::give_back(std::size_t member, std::unique_ptr<Connection> connection) {
  const locks::Lock lock(mutex_);
  auto& idle = idle_[member];
  if (idle.size() < idle_max) idle.push_back(std::move(connection));
}

// Prefers the next member, and closes the other connections to this one, which are probably dead.
void Cluster::avoid(std::size_t member) {
  Connections dropped;
  const locks::Lock lock(mutex_);
  dropped.swap(idle_[member]);
  preferred_.compare_exchange_strong(member, (member + 1) % members_.size());
}

void Cluster::prefer_another() { avoid(preferred_); }

// Without a user, etcd reports an empty user name. If clients present certificates, etcd takes the user from these, and
// that user may lack the permission.
std::string Cluster::remedy_of(const ErrorAnswer& error) const {
  const bool may_not = error.code == ErrorAnswer::permission_denied;
  const bool wants_user =
      error.code == ErrorAnswer::invalid_argument && error.text.find("user name is empty") != std::string::npos;
  if (!may_not && !wants_user) return {};
  const std::string permission = " the permission readwrite for the keys that begin with " + options_.prefix;
  if (user_) return "; " + user_->text() + " needs" + permission;
  return "; name a user (EtcdOptions::user_file, dimma-naming --etcd-user-file) with" + permission;
}

Attempt Cluster::failure_of(std::size_t member, const Answer& answer) const {
  const bool is_etcds = is_object(answer.body);
  Attempt failure;
  failure.error = error_answer(answer.body);
  failure.result = is_etcds ? result_of(failure.error) : Attempt::Result::unknown;
  failure.error.text = text_of(members_[member]) + " says " + failure.error.text;
  const bool is_for_certificate = answer.status == 400 && user_ && !options_.certificate_chain.empty();
  if (is_etcds) {
    failure.error.text += remedy_of(failure.error);
  } else if (is_for_certificate) {
    // The request was refused before it reached the part of etcd that answers in JSON.
    failure.result = Attempt::Result::refused;
    failure.error.text += "; with users, etcd accepts only a certificate without a common name (CN) in its subject";
  } else {
    failure.error.text +=
        " (HTTP status " + std::to_string(answer.status) +
        "), which is not an answer of etcd; is the endpoint one of etcd 3.4, without a proxy in between?";
  }
  return failure;
}

// Throws an Attempt if no token can be obtained.
void Cluster::authorize(std::size_t member, Connection& connection, Deadline until) {
  if (!user_) return;
  connection.authorize(user_->token(until, [&] {
    connection.authorize({});
    const Answer answer = connection.post("/v3/auth/authenticate", user_->login_request(), token_octets_max, until);
    if (answer.status == 200 && is_object(answer.body)) return token_answer(answer.body);
    Attempt failure = failure_of(member, answer);
    failure.error.text += "; this was for " + user_->text();
    // The request itself was not sent.
    if (failure.result == Attempt::Result::unknown) failure.result = Attempt::Result::not_done;
    failure.error.code = ErrorAnswer::unauthenticated;
    throw failure;
  }));
}

bool Cluster::forget_token(const std::string& token) {
  if (!user_) return false;
  user_->forget(token);
  return true;
}

Attempt Cluster::attempt(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline) {
  std::string token;
  Attempt made = attempt_once(path, body, octets_max, deadline, token);
  // A member that restarts loses all tokens, and tokens expire. The request has not been carried out.
  if (made.result != Attempt::Result::refused || token.empty() || !is_of_token(made.error)) return made;
  forget_token(token);
  return attempt_once(path, body, octets_max, deadline, token);
}

// Sets `token` to the token with which the request was sent; empty if the request was not sent, or if there is no user.
Attempt Cluster::attempt_once(const std::string& path, const std::string& body, std::size_t octets_max,
                              Deadline deadline, std::string& token) {
  const std::size_t member = preferred_;
  Attempt attempt;
  token.clear();
  try {
    const Deadline until = share_of(deadline);
    auto connection = take(member, until);
    authorize(member, *connection, until);
    token = connection->token();
    Answer answer = connection->post(path, body, octets_max, until);
    if (connection->is_open()) give_back(member, std::move(connection));
    if (answer.status == 200 && is_object(answer.body)) return {Attempt::Result::done, std::move(answer.body), {}};
    attempt = failure_of(member, answer);
  } catch (const ConnectionError& error) {
    attempt.error = {14, error.what()};
    if (error.kind() == ConnectionError::Kind::too_large) return {Attempt::Result::too_large, {}, attempt.error};
    const bool is_sent = error.kind() != ConnectionError::Kind::not_sent && (!user_ || !token.empty());
    attempt.result = is_sent ? Attempt::Result::unknown : Attempt::Result::not_done;
  } catch (const Attempt& without_token) {
    attempt = without_token;
  }
  if (attempt.result != Attempt::Result::refused) avoid(member);
  return attempt;
}

Attempt Cluster::ask(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline,
                     bool* was_unknown) {
  std::string why;
  for (;;) {
    Attempt made = attempt(path, body, octets_max, deadline);
    if (made.result != Attempt::Result::not_done && made.result != Attempt::Result::unknown) return made;
    if (was_unknown != nullptr && made.result == Attempt::Result::unknown) *was_unknown = true;
    // The deadline usually interrupts the last attempt, whose error is less informative than the previous ones.
    if (why.empty() || Clock::now() < deadline) why = made.error.text;
    if (!pause(deadline)) {
      fail(StoreError::Kind::unavailable, "no member answered within " + std::to_string(options_.deadline.count()) +
                                              " ms: " + why + "; is a majority of them running?");
    }
  }
}

std::unique_ptr<Connection> Cluster::connect(Deadline deadline) {
  std::string why;
  for (;;) {
    const std::size_t member = preferred_;
    std::string failure;
    try {
      auto connection =
          std::make_unique<Connection>(members_[member], connect_by(deadline), tls_.get(), share_of(deadline));
      authorize(member, *connection, share_of(deadline));
      return connection;
    } catch (const ConnectionError& error) {
      failure = error.what();
    } catch (const Attempt& without_token) {
      failure = without_token.error.text;
      if (without_token.result == Attempt::Result::refused) fail(StoreError::Kind::failed, failure);
    }
    avoid(member);
    if (why.empty() || Clock::now() < deadline) why = failure;
    if (!pause(deadline)) fail(StoreError::Kind::unavailable, why);
  }
}

bool Cluster::pause(Deadline deadline) const {
  constexpr auto length = 20ms;
  if (Clock::now() + length >= deadline) return false;
  std::this_thread::sleep_for(length);
  return true;
}

}  // namespace dimma::store::etcd
