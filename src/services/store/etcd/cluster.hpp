#pragma once
// The members of a cluster that are known, and the connections to them that are kept.

#include "services/locks/locks.hpp"
#include "services/store/etcd/connection.hpp"
#include "services/store/etcd/messages.hpp"
#include "services/store/etcd/user.hpp"

#include <dimma/etcd_store.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace dimma::store::etcd {

// A member's treatment of a request.
struct Attempt {
  enum class Result {
    done,       // `text` is the answer
    refused,    // not done, and not to be tried again: `error` says why
    not_done,   // not done; another member may do it
    unknown,    // it may have been done, or be done later
    too_large,  // the answer is larger than asked for
  };
  Result result = Result::not_done;
  std::string text;
  ErrorAnswer error;
};

class Cluster {
 public:
  // Throws StoreError `refused` for endpoints and files that are of no use.
  explicit Cluster(const EtcdOptions& options);
  ~Cluster();

  Deadline deadline() const { return std::chrono::steady_clock::now() + options_.deadline; }

  // One attempt at the preferred member; if it does not answer, another is preferred afterwards.
  Attempt attempt(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline);

  // Attempts until the deadline, of what may be done more than once. Throws StoreError `unavailable` at the deadline.
  // `was_unknown`: an attempt's result was, before the last.
  Attempt ask(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline,
              bool* was_unknown = nullptr);

  // A new connection to the preferred member, or to another, with the user's token. Throws StoreError `unavailable` at
  // the deadline, and `failed` if the user is not accepted.
  std::unique_ptr<Connection> connect(Deadline deadline);
  // The token is not accepted; another is got for what comes next. False: there is none, as there is no user.
  bool forget_token(const std::string& token);
  // Prefers another member than now.
  void prefer_another();

  [[noreturn]] void fail(StoreError::Kind kind, const std::string& what) const;
  // Waits a little before another attempt. False: it is too late for one.
  bool pause(Deadline deadline) const;

  const std::string& name() const { return name_; }

  // The newest revision that a member has told of.
  Revision seen() const { return seen_; }
  void note(Revision revision) {
    for (Revision seen = seen_; seen < revision && !seen_.compare_exchange_weak(seen, revision);) {
    }
  }

 private:
  using Connections = std::vector<std::unique_ptr<Connection>>;

  Attempt attempt_once(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline,
                       std::string& token);
  Attempt failure_of(std::size_t member, const Answer& answer) const;
  void authorize(std::size_t member, Connection& connection, Deadline until);
  std::string remedy_of(const ErrorAnswer& error) const;

  std::unique_ptr<Connection> take(std::size_t member, Deadline deadline);
  void give_back(std::size_t member, std::unique_ptr<Connection> connection);
  void avoid(std::size_t member);
  Deadline share_of(Deadline deadline) const;
  Deadline connect_by(Deadline until) const;

  const EtcdOptions options_;
  std::string name_;
  std::unique_ptr<const Tls> tls_;  // none: no endpoint has TLS
  std::unique_ptr<User> user_;      // none: requests are nobody's
  std::vector<Endpoint> members_;
  locks::Mutex mutex_;
  std::vector<Connections> idle_ DIMMA_GUARDED_BY(mutex_);  // each member has some
  std::atomic<std::size_t> preferred_{0};
  std::atomic<Revision> seen_{0};
};

}  // namespace dimma::store::etcd
