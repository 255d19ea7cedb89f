#pragma once
// Opens and locks the file of a SQLite store, so that no other store can use it, not even by another path.

#include <dimma/store.hpp>

#include <string>

#include <sys/types.h>

namespace dimma::store {

inline constexpr const char* in_memory = ":memory:";

[[noreturn]] void refuse_store(StoreError::Kind kind, const std::string& file, const std::string& text);

// Locks the file during its lifetime. Creates the file if it does not exist. A no-op for a store in memory.
//
// There are three locks. The lock of the file FILE-lock beside the file excludes processes of older versions, and those
// that name the file by a symbolic link. The lock of an octet of the file that SQLite never reaches excludes all other
// processes on this machine, such as those that see the file at another path. A list in this process excludes its own
// stores, since closing one descriptor of a file ends all of SQLite's locks that the process has on it (fcntl(2)).
class DatabaseFile {
 public:
  // Throws StoreError: `unavailable` if the file is open in another store.
  explicit DatabaseFile(const std::string& name);
  // Removes the files that the constructor has created, unless keep() was called.
  ~DatabaseFile();
  DatabaseFile(const DatabaseFile&) = delete;
  DatabaseFile& operator=(const DatabaseFile&) = delete;

  // Called once the file contains a store.
  void keep() noexcept { is_kept_ = true; }
  // Throws StoreError if the file, or SQLite's journal beside it, has been removed or replaced since it was opened.
  // Makes two system calls.
  void require_present() const;

 private:
  struct Identity {
    dev_t device = 0;
    ino_t number = 0;
    friend auto operator<=>(const Identity&, const Identity&) = default;
  };
  struct Taken;
  static Taken& taken();

  void take();
  void open_file();
  void require_one_name() const;
  void lock_beside();
  void give_back() noexcept;

  const std::string name_;  // as given by the user
  std::string path_;        // without symbolic links
  Identity identity_;
  int descriptor_ = -1;
  int lock_ = -1;
  bool has_made_file_ = false;
  bool has_made_lock_ = false;
  bool is_taken_ = false;
  bool is_kept_ = false;
};

}  // namespace dimma::store
