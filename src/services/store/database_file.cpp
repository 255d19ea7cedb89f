#include "services/store/database_file.hpp"

#include "base/never_destroyed.hpp"
#include "services/locks/locks.hpp"

#include <cerrno>
#include <filesystem>
#include <set>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dimma::store {

namespace {

// SQLite locks octets from 2^30 on (its pending byte). This octet is beyond the end of any file.
constexpr off_t locked_octet = off_t{1} << 62;

std::string error_text() { return std::generic_category().message(errno); }

[[noreturn]] void refuse_taken(const std::string& file) {
  refuse_store(StoreError::Kind::unavailable, file,
               "it is already open in another process, or in this one; stop that process, or use another file");
}

// Opens the file. Creates it if it does not exist.
int open_or_make(const std::string& path, bool& has_made) {
  for (;;) {
    int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor >= 0 || errno != ENOENT) return descriptor;
    // If the path is a dangling symbolic link, the file is created without O_EXCL, which would not follow the link.
    struct stat status {};
    const bool is_link = ::lstat(path.c_str(), &status) == 0;
    descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | (is_link ? 0 : O_EXCL) | O_CLOEXEC, 0644);
    has_made = descriptor >= 0;
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
}

}  // namespace

void refuse_store(StoreError::Kind kind, const std::string& file, const std::string& text) {
  throw StoreError(kind, "the store " + file + ": " + text);
}

// The files that this process has open as stores. Never destroyed, since a store may be closed during the destruction
// of static objects.
struct DatabaseFile::Taken {
  locks::Mutex mutex;
  std::set<Identity> files DIMMA_GUARDED_BY(mutex);
};

DatabaseFile::Taken& DatabaseFile::taken() {
  static NeverDestroyed<Taken> only;
  return *only;
}

DatabaseFile::DatabaseFile(const std::string& name) : name_(name) {
  if (name_ == in_memory) return;
  try {
    take();
  } catch (...) {
    give_back();
    throw;
  }
}

DatabaseFile::~DatabaseFile() { give_back(); }

void DatabaseFile::take() {
  {
    const locks::Lock lock(taken().mutex);
    struct stat status {};
    if (::stat(name_.c_str(), &status) == 0 && taken().files.contains({status.st_dev, status.st_ino})) {
      refuse_taken(name_);
    }
    open_file();
    taken().files.insert(identity_);
    is_taken_ = true;
  }
  struct flock octet {};
  octet.l_type = F_WRLCK;
  octet.l_whence = SEEK_SET;
  octet.l_start = locked_octet;
  octet.l_len = 1;
  if (::fcntl(descriptor_, F_OFD_SETLK, &octet) != 0) {
    has_made_file_ = false;  // another process has locked it meanwhile
    if (errno == EAGAIN || errno == EACCES) refuse_taken(name_);
    refuse_store(StoreError::Kind::failed, name_, "it cannot be locked: " + error_text());
  }
  require_one_name();
  std::error_code error;
  path_ = std::filesystem::canonical(name_, error).string();
  if (error) refuse_store(StoreError::Kind::failed, name_, error.message());
  lock_beside();
}

void DatabaseFile::open_file() {
  descriptor_ = open_or_make(name_, has_made_file_);
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    refuse_store(StoreError::Kind::failed, name_, "cannot open the file: " + error_text());
  }
  if (!S_ISREG(status.st_mode)) refuse_store(StoreError::Kind::damaged, name_, "it is not a regular file; use another");
  identity_ = {status.st_dev, status.st_ino};
}

// The name of SQLite's journal depends on the name by which the file was opened: two names would mean two journals.
void DatabaseFile::require_one_name() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && status.st_nlink > 1) {
    refuse_store(StoreError::Kind::failed, name_,
                 "the file has " + std::to_string(status.st_nlink) +
                     " names (hard links), by which it could be opened twice; copy it (cp) and use the copy");
  }
}

void DatabaseFile::lock_beside() {
  const std::string lock = path_ + "-lock";
  lock_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  has_made_lock_ = lock_ >= 0;
  if (lock_ < 0 && errno == EEXIST) lock_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) refuse_store(StoreError::Kind::failed, name_, "cannot open " + lock + ": " + error_text());
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) refuse_taken(name_);
}

void DatabaseFile::give_back() noexcept {
  if (!is_kept_) {
    if (has_made_lock_) ::unlink((path_ + "-lock").c_str());
    if (has_made_file_) ::unlink(name_.c_str());
  }
  if (lock_ >= 0) ::close(lock_);
  const locks::Lock lock(taken().mutex);
  if (descriptor_ >= 0) ::close(descriptor_);
  if (is_taken_) taken().files.erase(identity_);
}

void DatabaseFile::require_present() const {
  if (name_ == in_memory) return;
  struct stat status {};
  const bool is_there = ::stat(path_.c_str(), &status) == 0 && Identity{status.st_dev, status.st_ino} == identity_;
  if (is_there && ::access((path_ + "-wal").c_str(), F_OK) == 0) return;
  refuse_store(StoreError::Kind::failed, name_,
               std::string(is_there ? "the file " + path_ + "-wal" : "the file") +
                   " has been removed or replaced while the store is open, so that changes would be lost; stop the "
                   "service, and restore the file from a copy");
}

}  // namespace dimma::store
