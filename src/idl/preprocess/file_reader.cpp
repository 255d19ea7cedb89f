#include "idl/preprocess/file_reader.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace dimma::idl {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

FileReader::Outcome DiskReader::read(const std::string& path, std::string& text) const {
  if (path.find('\0') != std::string::npos) return Outcome::NotFound;
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return errno == EACCES ? Outcome::Unreadable : Outcome::NotFound;
  if (S_ISDIR(status.st_mode)) return Outcome::Directory;
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) return Outcome::Unreadable;
  text.clear();
  // Reads in chunks: a pipe has no size, and the size of a file may have changed.
  char piece[65536];
  for (;;) {
    const std::size_t got = std::fread(piece, 1, sizeof piece, file.get());
    text.append(piece, got);
    if (text.size() > maximum_size) return Outcome::TooLarge;
    if (got < sizeof piece) break;
  }
  return std::ferror(file.get()) != 0 ? Outcome::Unreadable : Outcome::Read;
}

std::string DiskReader::identity(const std::string& path) const {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return path;
  return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
}

FileReader::Outcome MemoryReader::read(const std::string& path, std::string& text) const {
  const auto found = files_.find(identity(path));
  if (found == files_.end()) return Outcome::NotFound;
  text = found->second;
  return Outcome::Read;
}

std::string MemoryReader::identity(const std::string& path) const {
  return std::filesystem::path(path).lexically_normal().string();
}

}  // namespace dimma::idl
