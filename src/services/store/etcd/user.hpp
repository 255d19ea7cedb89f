#pragma once
// The user for requests, and the token that etcd returns for a name and a password.

#include "services/locks/locks.hpp"
#include "services/store/etcd/connection.hpp"

#include <functional>
#include <string>

namespace dimma::store::etcd {

class User {
 public:
  // Throws StoreError `refused` for a file without a name in its first line and a password in its second.
  explicit User(std::string file);

  // Reads the file again, so that the password in it may be changed. Throws StoreError `refused`.
  std::string login_request() const;

  // Returns the token. If there is none, `log_in` gets it, for one caller at a time, since a member hashes the password
  // for each. Throws ConnectionError `not_sent` at the deadline, and the exceptions of `log_in`.
  std::string token(Deadline deadline, const std::function<std::string()>& log_in);
  // Drops a token that is no longer accepted. One that another caller has got meanwhile stays.
  void forget(const std::string& token);

  // For messages: "the user 'NAME' of FILE".
  const std::string& text() const { return text_; }

 private:
  const std::string file_;
  std::string text_;
  locks::Mutex mutex_;
  std::string token_ DIMMA_GUARDED_BY(mutex_);
  bool is_logging_in_ DIMMA_GUARDED_BY(mutex_) = false;
  locks::Condition logged_in_or_failed_;
};

}  // namespace dimma::store::etcd
