#pragma once
// A file of rules. Notices when it has changed.

#include <cstdint>
#include <string>
#include <utility>

namespace dimma::access {

// Used by one thread at a time.
class RulesFile {
 public:
  explicit RulesFile(std::string path) : path_(std::move(path)) {}

  const std::string& path() const noexcept { return path_; }
  // Throws AccessRulesError if it can't be read. Its state then counts as seen.
  std::string read();
  // True if the file differs from the one that was read last, and is the same as at the last look: a file that is still
  // being written is left alone.
  bool has_changed();

 private:
  // Tells one state of the file from another.
  struct Signature {
    std::uint64_t device = 0;
    std::uint64_t file = 0;
    std::int64_t size = -1;  // -1: there is no file
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
