#include "services/store/etcd/user.hpp"

#include "services/store/etcd/messages.hpp"

#include <exception>
#include <fstream>
#include <utility>

namespace dimma::store::etcd {
namespace {

struct NameAndPassword {
  std::string name;
  std::string password;
};

NameAndPassword read_user(const std::string& file) {
  const auto refuse = [&](const char* why) {
    throw StoreError(StoreError::Kind::refused,
                     "the file '" + file + "' of etcd's user " + why +
                         "; expected the user's name in its first line and the password in its second");
  };
  NameAndPassword user;
  std::ifstream in(file);
  if (!in) refuse("cannot be read");
  if (!std::getline(in, user.name) || user.name.empty()) refuse("has no name");
  if (!std::getline(in, user.password) || user.password.empty()) refuse("has no password");
  return user;
}

}  // namespace

User::User(std::string file) : file_(std::move(file)), text_("the user '" + read_user(file_).name + "' of " + file_) {}

std::string User::login_request() const {
  const NameAndPassword user = read_user(file_);
  return authenticate_request(user.name, user.password);
}

std::string User::token(Deadline deadline, const std::function<std::string()>& log_in) {
  locks::Lock lock(mutex_);
  while (is_logging_in_) {
    if (logged_in_or_failed_.wait_until(lock, deadline) == std::cv_status::timeout) {
      throw ConnectionError(ConnectionError::Kind::not_sent, "etcd did not issue a token for " + text_ + " in time");
    }
  }
  if (!token_.empty()) return token_;
  is_logging_in_ = true;
  lock.unlock();
  std::string token;
  std::exception_ptr failure;
  try {
    token = log_in();
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  is_logging_in_ = false;
  token_ = token;
  logged_in_or_failed_.notify_all();
  if (failure) std::rethrow_exception(failure);
  return token;
}

void User::forget(const std::string& token) {
  const locks::Lock lock(mutex_);
  if (token_ == token) token_.clear();
}

}  // namespace dimma::store::etcd
