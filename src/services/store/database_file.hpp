#pragma once
// The file that a SQLite store is in: which one it is, whatever it is called by, and who may have it open.

#include <dimma/store.hpp>

#include <string>

#include <sys/types.h>

namespace dimma::store {

inline constexpr const char* in_memory = ":memory:";

[[noreturn]] void refuse_store(StoreError::Kind kind, const std::string& file, const std::string& text);

// Holds the file while it exists, and makes it where there is none. Nothing for a store in memory.
//
// Three things keep others away: the processes of older versions, and those that call the file by a symbolic link, a
// lock of the file FILE-lock beside the file itself; all others of this machine, as those that see it at another place,
// a lock of an octet of the file that SQLite never reaches; and this process its list, since closing one descriptor of
// a file ends all of SQLite's locks that the process has of it (fcntl(2)).
class DatabaseFile {
 public:
  // Throws StoreError: `unavailable` if somebody has it.
  explicit DatabaseFile(const std::string& name);
  // Removes what it has made, unless keep() was called.
  ~DatabaseFile();
  DatabaseFile(const DatabaseFile&) = delete;
  DatabaseFile& operator=(const DatabaseFile&) = delete;

  // It is a store's.
  void keep() noexcept { is_kept_ = true; }
  // Throws StoreError if the file, or SQLite's journal beside it, has been removed or replaced since. Costs two system
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
  std::string path_;        // with no symbolic link in it
  Identity identity_;
  int descriptor_ = -1;
  int lock_ = -1;
  bool has_made_file_ = false;
  bool has_made_lock_ = false;
  bool is_taken_ = false;
  bool is_kept_ = false;
};

}  // namespace dimma::store
