// Opens, makes and removes the files of message buffers.

#include "flow/buffer/buffer_memory.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dimma {

namespace {

using flow::BufferHead;
using flow::BufferMapping;
using flow::memory_octets;
using flow::SharedBuffer;

constexpr std::uint64_t made_mark = 0x6675'6261'6d6d'6964;  // "dimmabuf"
constexpr std::uint32_t layout_version = 1;
constexpr std::size_t value_octets_max = std::size_t{64} << 20;
constexpr std::size_t queue_max = 65'000;
constexpr std::uint32_t slots_of_latest = 4;

std::uint64_t number_of(const char* type) noexcept {
  std::uint64_t number = 14'695'981'039'346'656'037U;
  for (; *type != '\0'; ++type) number = (number ^ static_cast<unsigned char>(*type)) * 1'099'511'628'211U;
  return number;
}

std::string file_of(const std::string& name) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
  if (name.empty() || name.size() > 64 || name.find_first_not_of(letters) != std::string::npos) {
    throw BufferError("a buffer's name has 1 to 64 of A-Z, a-z, 0-9, _, . and -, and '" + name.substr(0, 64) +
                      "' is none");
  }
  return "/dimma-buffer-" + std::to_string(::geteuid()) + "-" + name;
}

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw BufferError("buffer " + name + ": " + why);
}
[[noreturn]] void fail_for(const std::string& name, int error) { fail(name, std::generic_category().message(error)); }

std::unique_ptr<BufferMapping> mapped(const std::string& name, int file, std::size_t octets) {
  try {
    return std::make_unique<BufferMapping>(file, octets);
  } catch (const std::system_error& error) {
    fail_for(name, error.code().value());
  }
}

transport::Descriptor open(const std::string& name, int flags) {
  constexpr mode_t own = 0600;
  transport::Descriptor file(::shm_open(file_of(name).c_str(), O_RDWR | O_CLOEXEC | flags, own));
  if (!file && errno != ENOENT) fail_for(name, errno);
  struct stat told {};
  if (file && (::fstat(file.get(), &told) != 0 || told.st_uid != ::geteuid())) fail(name, "it is somebody else's");
  return file;
}

std::size_t size_of(const std::string& name, int file) {
  struct stat told {};
  if (::fstat(file, &told) != 0) fail_for(name, errno);
  return static_cast<std::size_t>(told.st_size);
}

// Of a buffer that is made in full; nullptr where it is not (yet).
std::unique_ptr<detail::BufferMemory> existing(const std::string& name, transport::Descriptor& file, const char* type) {
  const std::size_t octets = size_of(name, file.get());
  if (octets < sizeof(BufferHead)) return nullptr;
  std::uint32_t slots = 0;
  std::size_t octets_max = 0;
  bool is_queue = false;
  {
    const auto front = mapped(name, file.get(), sizeof(BufferHead));
    const BufferHead& head = front->head();
    if (head.mark.load() != made_mark) return nullptr;
    if (head.version != layout_version) fail(name, "it is of another version of dimma");
    if (head.type != number_of(type)) fail(name, "it holds values of another type");
    slots = head.slots;
    octets_max = head.octets_max;
    is_queue = head.is_queue != 0;
  }
  if (slots < 2 || slots > queue_max + 1 || octets_max > value_octets_max ||
      memory_octets(slots, octets_max) > octets) {
    fail(name, "its memory is damaged");
  }
  auto mapping = mapped(name, file.get(), memory_octets(slots, octets_max));
  return std::make_unique<SharedBuffer>(std::move(file), std::move(mapping), slots, octets_max, is_queue);
}

std::uint32_t slots_for(const std::string& name, const BufferLayout& layout) {
  if (layout.octets_max == 0 || layout.octets_max > value_octets_max) {
    fail(name, "a value has 1 to " + std::to_string(value_octets_max) + " octets");
  }
  if (layout.history.is_latest()) return slots_of_latest;
  const auto depth = layout.history.depth();
  if (depth.is_unlimited() || depth.value() == 0 || depth.value() > queue_max) {
    fail(name, "a queue holds 1 to " + std::to_string(queue_max) + " values");
  }
  return static_cast<std::uint32_t>(depth.value()) + 1;
}

std::unique_ptr<detail::BufferMemory> make(const std::string& name, transport::Descriptor file, std::uint32_t slots,
                                           const BufferLayout& layout, const char* type) {
  const std::size_t octets = memory_octets(slots, layout.octets_max);
  // What a writer left that was killed here is begun anew. The memory is had now or not at all.
  int error = ::ftruncate(file.get(), 0) != 0 ? errno : 0;
  if (error == 0) error = ::posix_fallocate(file.get(), 0, static_cast<off_t>(octets));
  if (error != 0) fail_for(name, error);
  auto mapping = mapped(name, file.get(), octets);
  BufferHead& head = mapping->head();
  head.version = layout_version;
  head.slots = slots;
  head.octets_max = layout.octets_max;
  head.type = number_of(type);
  head.is_queue = layout.history.is_latest() ? 0 : 1;
  head.mark.store(made_mark);
  return std::make_unique<SharedBuffer>(std::move(file), std::move(mapping), slots, layout.octets_max,
                                        !layout.history.is_latest());
}

}  // namespace

namespace detail {

std::unique_ptr<BufferMemory> write_buffer(const std::string& name, const BufferLayout& layout, const char* type) {
  const std::uint32_t slots = slots_for(name, layout);
  auto file = open(name, O_CREAT);
  // Held by the open file: it goes with the process, however that ends.
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) fail(name, "it has a writer already");
  const int descriptor = file.get();
  auto memory = existing(name, file, type);
  if (!memory) return make(name, std::move(file), slots, layout, type);
  const bool is_same = memory->octets_max() == layout.octets_max && memory->is_queue() != layout.history.is_latest() &&
                       size_of(name, descriptor) == memory_octets(slots, layout.octets_max);
  if (!is_same) fail(name, "it exists with another layout; remove_buffer() removes it");
  return memory;
}

std::unique_ptr<BufferMemory> read_buffer(const std::string& name, const char* type) {
  auto file = open(name, 0);
  auto memory = file ? existing(name, file, type) : nullptr;
  if (!memory) fail(name, "nobody has made it yet");
  return memory;
}

}  // namespace detail

bool remove_buffer(const std::string& name) {
  const std::string file = file_of(name);
  if (::shm_unlink(file.c_str()) == 0) return true;
  if (errno != ENOENT) fail_for(name, errno);
  return false;
}

}  // namespace dimma
