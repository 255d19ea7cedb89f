#pragma once
// The known members of a cluster, and open connections to them.

#include "base/sync/clock.hpp"
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

// The outcome of a request at one member.
struct Attempt {
  enum class Result {
    done,       // `text` is the answer
    refused,    // not done, and not to be tried again; `error` has the reason
    not_done,   // not done; another member may do it
    unknown,    // it may have been done, or be done later
    too_large,  // the answer is longer than the caller takes
  };
  Result result = Result::not_done;
  std::string text;
  ErrorAnswer error;
};

class Cluster {
 public:
  // Throws StoreError `refused` for endpoints and files that can't be used.
  explicit Cluster(const EtcdOptions& options);
  ~Cluster();

  Deadline deadline() const { return Clock::now() + options_.deadline; }

  // Makes one attempt at the preferred member. If it does not answer, another is preferred afterwards.
  Attempt attempt(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline);

  // Makes attempts until the deadline, for a request that may be carried out more than once. Throws StoreError
  // `unavailable` at the deadline. `was_unknown` becomes true if the result of an attempt before the last was unknown.
  Attempt ask(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline,
              bool* was_unknown = nullptr);

  // Returns a new connection to the preferred member, or to another, with the user's token. Throws StoreError
  // `unavailable` at the deadline, and `failed` if the user is not accepted.
  std::unique_ptr<Connection> connect(Deadline deadline);
  // Called for a token that is not accepted; the next request gets another. Returns false if there is no user.
  bool forget_token(const std::string& token);
  // Prefers another member from now on.
  void prefer_another();

  [[noreturn]] void fail(StoreError::Kind kind, const std::string& what) const;
  // Waits a little before another attempt. Returns false if it is too late for one.
  bool pause(Deadline deadline) const;

  const std::string& name() const { return name_; }

  // Returns the newest revision that a member has reported.
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
  std::unique_ptr<const Tls> tls_;  // nullptr: no endpoint has TLS
  std::unique_ptr<User> user_;      // nullptr: requests are made without a user
  std::vector<Endpoint> members_;
  locks::Mutex mutex_;
  std::vector<Connections> idle_ DIMMA_GUARDED_BY(mutex_);  // for each member
  std::atomic<std::size_t> preferred_{0};
  std::atomic<Revision> seen_{0};
};

}  // namespace dimma::store::etcd
