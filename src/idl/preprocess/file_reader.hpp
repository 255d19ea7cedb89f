// Reads files from the disk, or from memory in tests.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

namespace dimma::idl {

class FileReader {
 public:
  enum class Outcome { Read, NotFound, Unreadable, Directory, TooLarge };
  virtual ~FileReader() = default;
  virtual Outcome read(const std::string& path, std::string& text) const = 0;
  // Returns the same text for all paths of a file.
  virtual std::string identity(const std::string& path) const = 0;
};

// Reads regular files of at most `maximum_size` octets.
class DiskReader final : public FileReader {
 public:
  static constexpr std::size_t maximum_size = std::size_t{256} << 20;
  Outcome read(const std::string& path, std::string& text) const override;
  std::string identity(const std::string& path) const override;
};

class MemoryReader final : public FileReader {
 public:
  void add(const std::string& path, std::string text) { files_[identity(path)] = std::move(text); }
  Outcome read(const std::string& path, std::string& text) const override;
  std::string identity(const std::string& path) const override;

 private:
  std::unordered_map<std::string, std::string> files_;
};

}  // namespace dimma::idl
