#pragma once
// The known members of an etcd cluster, and the open connections to them.

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

// The outcome of a request to one member.
struct Attempt {
  enum class Result {
    done,       // `text` is the answer
    refused,    // not carried out, and must not be retried; `error` has the reason
    not_done,   // not carried out; another member may do so
    unknown,    // may have been carried out, or may be later
    too_large,  // the answer is longer than `octets_max`
  };
  Result result = Result::not_done;
  std::string text;
  ErrorAnswer error;
};

class Cluster {
 public:
  // Throws StoreError `refused` for invalid endpoints and unusable files.
  explicit Cluster(const EtcdOptions& options);
  ~Cluster();

  Deadline deadline() const { return Clock::now() + options_.deadline; }

  // Makes one attempt at the preferred member. If it does not answer, another member becomes the preferred one.
  Attempt attempt(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline);

  // Repeats an idempotent request until a member answers. Throws StoreError `unavailable` at the deadline. Sets
  // `was_unknown` to true if the result of an attempt before the last one is unknown.
  Attempt ask(const std::string& path, const std::string& body, std::size_t octets_max, Deadline deadline,
              bool* was_unknown = nullptr);

  // Returns a new connection to the preferred member, or else to another one, with the user's token. Throws StoreError
  // `unavailable` at the deadline, and `failed` if the user is not accepted.
  std::unique_ptr<Connection> connect(Deadline deadline);
  // Called if a token was not accepted; the next request obtains a new one. Returns false if there is no user.
  bool forget_token(const std::string& token);
  // Makes another member the preferred one.
  void prefer_another();

  [[noreturn]] void fail(StoreError::Kind kind, const std::string& what) const;
  // Waits briefly before another attempt. Returns false if the deadline leaves no time for one.
  bool pause(Deadline deadline) const;

  const std::string& name() const { return name_; }

  // Returns the newest revision that any member has reported.
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
  std::unique_ptr<const Tls> tls_;  // nullptr if no endpoint has TLS
  std::unique_ptr<User> user_;      // nullptr if requests are made without a user
  std::vector<Endpoint> members_;
  locks::Mutex mutex_;
  std::vector<Connections> idle_ DIMMA_GUARDED_BY(mutex_);  // indexed by member
  std::atomic<std::size_t> preferred_{0};
  std::atomic<Revision> seen_{0};
};

}  // namespace dimma::store::etcd
