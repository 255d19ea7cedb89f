#include "services/store/etcd/cluster.hpp"

#include <algorithm>
#include <thread>

namespace dimma::store::etcd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t idle_max = 16;  // connections to one member
constexpr std::size_t shares_max = 3;

// As etcd answers all requests; a proxy between says something else.
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

}  // namespace

Cluster::Cluster(const EtcdOptions& options) : options_(options) {
  for (const std::string& text : options.endpoints) {
    members_.push_back({endpoint_of(text), {}});
    name_ += (name_.empty() ? "etcd at " : ",") + text_of(members_.back().endpoint);
  }
}

void Cluster::fail(StoreError::Kind kind, const std::string& what) const {
  throw StoreError(kind, name_ + ": " + what);
}

// So that a silent member leaves time for others.
Deadline Cluster::share_of(Deadline deadline) const {
  const auto shares = static_cast<int>(std::min(members_.size(), shares_max));
  return std::min(deadline, std::chrono::steady_clock::now() + options_.deadline / shares);
}

// A member that lives takes a connection at once. One that does not, as its machine has gone, must leave time to ask
// the others again, who may have to elect another leader first.
Deadline Cluster::connect_by(Deadline until) const {
  if (members_.size() == 1) return until;
  const auto shares = static_cast<int>(std::min(members_.size(), shares_max));
  return std::min(until, std::chrono::steady_clock::now() + options_.deadline / (3 * shares));
}

std::unique_ptr<Connection> Cluster::take(std::size_t member, Deadline deadline) {
  {
    const std::lock_guard lock(mutex_);
    auto& idle = members_[member].idle;
    if (!idle.empty()) {
      auto connection = std::move(idle.back());
      idle.pop_back();
      return connection;
    }
  }
  return std::make_unique<Connection>(members_[member].endpoint, connect_by(deadline));
}

void Cluster::give_back(std::size_t member, std::unique_ptr<Connection> connection) {
  const std::lock_guard lock(mutex_);
  auto& idle = members_[member].idle;
  if (idle.size() < idle_max) idle.push_back(std::move(connection));
}

// Its other connections are probably dead too.
void Cluster::avoid(std::size_t member) {
  std::vector<std::unique_ptr<Connection>> dropped;
  const std::lock_guard lock(mutex_);
  dropped.swap(members_[member].idle);
  preferred_.compare_exchange_strong(member, (member + 1) % members_.size());
}

void Cluster::prefer_another() { avoid(preferred_); }

Attempt Cluster::attempt(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline) {
  const std::size_t member = preferred_;
  Attempt attempt;
  try {
    const Deadline until = share_of(deadline);
    auto connection = take(member, until);
    Answer answer = connection->post(path, body, octets_max, until);
    if (connection->is_open()) give_back(member, std::move(connection));
    const bool is_etcds = is_object(answer.body);
    if (answer.status == 200 && is_etcds) return {Attempt::Result::done, std::move(answer.body), {}};
    attempt.error = error_answer(answer.body);
    attempt.result = is_etcds ? result_of(attempt.error) : Attempt::Result::unknown;
    attempt.error.text = text_of(members_[member].endpoint) + " says " + attempt.error.text;
    if (!is_etcds) {
      attempt.error.text += " (HTTP status " + std::to_string(answer.status) +
                            "), which is no answer of etcd's; is the endpoint one of etcd 3.4, and nothing between?";
    }
    if (attempt.result == Attempt::Result::refused) return attempt;
  } catch (const ConnectionError& error) {
    attempt.error = {14, error.what()};
    if (error.kind() == ConnectionError::Kind::too_large) return {Attempt::Result::too_large, {}, attempt.error};
    attempt.result =
        error.kind() == ConnectionError::Kind::not_sent ? Attempt::Result::not_done : Attempt::Result::unknown;
  }
  avoid(member);
  return attempt;
}

Attempt Cluster::ask(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline,
                     bool* was_unknown) {
  for (;;) {
    Attempt made = attempt(path, body, octets_max, deadline);
    if (made.result != Attempt::Result::not_done && made.result != Attempt::Result::unknown) return made;
    if (was_unknown != nullptr && made.result == Attempt::Result::unknown) *was_unknown = true;
    if (!pause(deadline)) {
      fail(StoreError::Kind::unavailable, "no member answered within " + std::to_string(options_.deadline.count()) +
                                              " ms: " + made.error.text + "; is a majority of them running?");
    }
  }
}

std::unique_ptr<Connection> Cluster::connect(Deadline deadline) {
  for (;;) {
    const std::size_t member = preferred_;
    try {
      return std::make_unique<Connection>(members_[member].endpoint, connect_by(deadline));
    } catch (const ConnectionError& error) {
      avoid(member);
      if (!pause(deadline)) fail(StoreError::Kind::unavailable, error.what());
    }
  }
}

bool Cluster::pause(Deadline deadline) const {
  constexpr auto length = 20ms;
  if (std::chrono::steady_clock::now() + length >= deadline) return false;
  std::this_thread::sleep_for(length);
  return true;
}

}  // namespace dimma::store::etcd
