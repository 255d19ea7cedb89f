#pragma once
// The file of a SQLite store: identifies it under any name, and keeps others from opening it.

#include <dimma/store.hpp>

#include <string>

#include <sys/types.h>

namespace dimma::store {

inline constexpr const char* in_memory = ":memory:";

[[noreturn]] void refuse_store(StoreError::Kind kind, const std::string& file, const std::string& text);

// Locks the file while this exists, and makes it if there is none. Does nothing for a store in memory.
//
// Three things keep others away. A lock of the file FILE-lock beside the file keeps away processes of older versions,
// and those that name the file by a symbolic link. A lock of an octet of the file that SQLite never reaches keeps away
// all others of this machine, such as those that see the file at another path. A list in this process keeps away its
// own stores, since closing one descriptor of a file ends all of SQLite's locks that the process has on it (fcntl(2)).
class DatabaseFile {
 public:
  // Throws StoreError: `unavailable` if another store has the file.
  explicit DatabaseFile(const std::string& name);
  // Removes the files that it has made, unless keep() was called.
  ~DatabaseFile();
  DatabaseFile(const DatabaseFile&) = delete;
  DatabaseFile& operator=(const DatabaseFile&) = delete;

  // Called once the file is that of a store.
  void keep() noexcept { is_kept_ = true; }
  // Throws StoreError if the file, or SQLite's journal beside it, has been removed or replaced since. Takes two system
  // calls.
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

  const std::string name_;  // as it was given
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
