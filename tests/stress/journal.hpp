#pragma once
// Files in shared memory that record the executed calls and the outcome of each. They survive the processes that write
// them, and SIGKILL loses nothing, as the system keeps the pages.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stress {

// The ways in which a call can go wrong.
enum class Wrong : std::size_t { damaged, late, untrue, unexpected };
inline constexpr std::array<const char*, 4> names_of_wrong{"damaged", "late", "untrue", "unexpected"};

// One octet for each call, and descriptions of faults.
class Record {
 public:
  static constexpr std::size_t texts_max = 8;  // for each kind of fault
  static constexpr std::size_t text_octets = 400;

  // Makes the file if it does not exist. It is sparse, so that its size is only a limit.
  Record(const std::string& path, std::uint64_t calls_max) : calls_max_(calls_max) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ::ftruncate(file, static_cast<off_t>(octets())) != 0)
      throw std::runtime_error("cannot make " + path);
    void* const base = ::mmap(nullptr, octets(), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    if (base == MAP_FAILED) throw std::runtime_error("cannot map " + path);
    heads_ = static_cast<Head*>(base);
    calls_ = reinterpret_cast<std::uint8_t*>(heads_ + names_of_wrong.size());
  }
  ~Record() { ::munmap(heads_, octets()); }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

  std::uint64_t calls_max() const noexcept { return calls_max_; }
  std::atomic_ref<std::uint8_t> of(std::uint64_t id) const noexcept { return std::atomic_ref(calls_[id]); }

  void complain(Wrong what, const std::string& text) const noexcept {
    Head& head = heads_[static_cast<std::size_t>(what)];
    const std::uint64_t place = std::atomic_ref(head.complaints).fetch_add(1);
    if (place >= texts_max) return;
    std::memcpy(head.texts[place], text.data(), std::min(text.size(), text_octets - 1));
  }
  std::uint64_t complaints(Wrong what) const noexcept {
    return std::atomic_ref(heads_[static_cast<std::size_t>(what)].complaints).load();
  }
  std::vector<std::string> texts(Wrong what) const {
    std::vector<std::string> all;
    const Head& head = heads_[static_cast<std::size_t>(what)];
    for (std::size_t i = 0; i < std::min<std::uint64_t>(complaints(what), texts_max); ++i)
      all.emplace_back(head.texts[i]);
    return all;
  }

 private:
  struct Head {
    std::uint64_t complaints;
    char texts[texts_max][text_octets];
  };
  std::size_t octets() const noexcept { return names_of_wrong.size() * sizeof(Head) + calls_max_; }

  std::uint64_t calls_max_;
  Head* heads_;
  std::uint8_t* calls_;
};

// The server's record of how often each call was executed.
class Journal {
 public:
  Journal(const std::string& path, std::uint64_t calls_max) : record_(path, calls_max) {}

  void executed(std::uint64_t id) const noexcept {
    if (id >= record_.calls_max()) {
      record_.complain(Wrong::damaged, "executed: an id that nobody gave, " + std::to_string(id));
    } else if (record_.of(id).fetch_add(1) == 255) {
      record_.of(id).store(255);
    }
  }
  unsigned times(std::uint64_t id) const noexcept { return record_.of(id).load(); }
  const Record& record() const noexcept { return record_; }

 private:
  Record record_;
};

}  // namespace stress
