#pragma once
// Reads a file of rules and detects when it has changed.

#include <cstdint>
#include <string>
#include <utility>

namespace dimma::access {

// Used by one thread at a time.
class RulesFile {
 public:
  explicit RulesFile(std::string path) : path_(std::move(path)) {}

  const std::string& path() const noexcept { return path_; }
  // Throws AccessRulesError if the file cannot be read. Even then, has_changed() returns false until the file changes
  // again.
  std::string read();
  // Returns true if the file differs from the state last read, and has not changed since the previous check, so that a
  // file that is still being written is not read.
  bool has_changed();

 private:
  // Identifies a state of the file.
  struct Signature {
    std::uint64_t device = 0;
    std::uint64_t file = 0;
    std::int64_t size = -1;  // -1 if the file does not exist
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;

    friend bool operator==(const Signature&, const Signature&) = default;
  };
  Signature look() const noexcept;

  const std::string path_;
  Signature read_;
  Signature looked_;
};

}  // namespace dimma::access
