#include "flow/buffer/buffer_file.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dimma::flow {

std::uint64_t number_of(const char* type) noexcept {
  std::uint64_t number = 14'695'981'039'346'656'037U;
  for (; *type != '\0'; ++type) number = (number ^ static_cast<unsigned char>(*type)) * 1'099'511'628'211U;
  return number;
}

std::string file_of(const std::string& name) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
  if (name.empty() || name.size() > 64 || name.find_first_not_of(letters) != std::string::npos) {
    throw BufferError("a buffer's name has 1 to 64 of A-Z, a-z, 0-9, _, . and -, not '" + name.substr(0, 64) + "'");
  }
  return "/dimma-buffer-" + std::to_string(::geteuid()) + "-" + name;
}

void fail(const std::string& name, const std::string& why) { throw BufferError("buffer " + name + ": " + why); }
void fail_for(const std::string& name, int error) { fail(name, std::generic_category().message(error)); }

std::unique_ptr<BufferMapping> mapped(const std::string& name, int file, std::size_t octets) {
  try {
    return std::make_unique<BufferMapping>(file, octets);
  } catch (const std::system_error& error) {
    fail_for(name, error.code().value());
  }
}

reactor::Descriptor open_buffer(const std::string& name, int flags) {
  constexpr mode_t own = 0600;
  reactor::Descriptor file(::shm_open(file_of(name).c_str(), O_RDWR | O_CLOEXEC | flags, own));
  if (!file && errno != ENOENT) fail_for(name, errno);
  struct stat told {};
  if (file && (::fstat(file.get(), &told) != 0 || told.st_uid != ::geteuid())) fail(name, "it belongs to another user");
  return file;
}

std::size_t size_of(const std::string& name, int file) {
  struct stat told {};
  if (::fstat(file, &told) != 0) fail_for(name, errno);
  return static_cast<std::size_t>(told.st_size);
}

void begin_anew(const std::string& name, int file, std::size_t octets) {
  int error = ::ftruncate(file, 0) != 0 ? errno : 0;
  if (error == 0) error = ::posix_fallocate(file, 0, static_cast<off_t>(octets));
  if (error != 0) fail_for(name, error);
}

void lock_for_writer(const std::string& name, int file) {
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) fail(name, "it has a writer already");
}

std::uint32_t depth_of(const std::string& name, const BufferLayout& layout) {
  if (layout.octets_max == 0 || layout.octets_max > value_octets_max) {
    fail(name, "a value has 1 to " + std::to_string(value_octets_max) + " octets");
  }
  if (layout.history.is_latest()) return 1;
  const auto depth = layout.history.depth();
  if (depth.is_unlimited() || depth.value() == 0 || depth.value() > queue_max) {
    fail(name, "a queue holds 1 to " + std::to_string(queue_max) + " values");
  }
  return static_cast<std::uint32_t>(depth.value());
}

}  // namespace dimma::flow
