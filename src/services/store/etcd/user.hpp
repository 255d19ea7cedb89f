#pragma once
// The etcd user of the requests, and the token that etcd returns for name and password.

#include "services/locks/locks.hpp"
#include "services/store/etcd/connection.hpp"

#include <functional>
#include <string>

namespace dimma::store::etcd {

class User {
 public:
  // Reads the file. Throws StoreError `refused` unless it has a name in the first line and a password in the second.
  explicit User(std::string file);

  // Returns a login request. Reads the file again, in case the password has changed. Throws StoreError `refused`.
  std::string login_request() const;

  // Returns the token. If there is none, one caller at a time obtains it with `log_in`, since a member hashes the
  // password for each login. Throws ConnectionError `not_sent` at the deadline, and the exceptions of `log_in`.
  std::string token(Deadline deadline, const std::function<std::string()>& log_in);
  // Drops a token that is no longer accepted, unless another caller has already replaced it.
  void forget(const std::string& token);

  // Returns "the user 'NAME' of FILE", for messages.
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
