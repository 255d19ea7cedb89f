// Opens, creates and removes message buffers.

#include "flow/buffer/buffer_file.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>

namespace dimma {

namespace {

using namespace flow;

constexpr std::uint32_t slots_of_latest = 4;

// Opens an existing buffer. Returns nullptr if its writer has not completed it yet.
std::unique_ptr<detail::BufferMemory> existing(const std::string& name, reactor::Descriptor& file, const char* type) {
  const std::size_t octets = size_of(name, file.get());
  if (octets < sizeof(BufferHead)) return nullptr;
  std::uint32_t slots = 0;
  std::size_t octets_max = 0;
  bool is_queue = false;
  {
    const auto front = mapped(name, file.get(), sizeof(BufferHead));
    const BufferHead& head = front->head();
    if (head.mark.load() != made_mark) return nullptr;
    if (head.type != number_of(type)) fail(name, "it holds values of another type");
    if (head.version != copied_version) fail(name, "it was made by another version of dimma");
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
  const std::uint32_t depth = depth_of(name, layout);
  return layout.history.is_latest() ? slots_of_latest : depth + 1;
}

std::unique_ptr<detail::BufferMemory> make(const std::string& name, reactor::Descriptor file, std::uint32_t slots,
                                           const BufferLayout& layout, const char* type) {
  const std::size_t octets = memory_octets(slots, layout.octets_max);
  begin_anew(name, file.get(), octets);  // also clears the incomplete memory of a writer that was killed here
  auto mapping = mapped(name, file.get(), octets);
  BufferHead& head = mapping->head();
  head.version = copied_version;
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
  auto file = open_buffer(name, O_CREAT);
  lock_for_writer(name, file.get());
  const int descriptor = file.get();
  auto memory = existing(name, file, type);
  if (!memory) return make(name, std::move(file), slots, layout, type);
  const bool is_same = memory->octets_max() == layout.octets_max && memory->is_queue() != layout.history.is_latest() &&
                       size_of(name, descriptor) == memory_octets(slots, layout.octets_max);
  if (!is_same) fail(name, "it exists with another layout; remove_buffer() removes it");
  return memory;
}

std::unique_ptr<BufferMemory> read_buffer(const std::string& name, const char* type) {
  auto file = open_buffer(name, 0);
  auto memory = file ? existing(name, file, type) : nullptr;
  if (!memory) fail(name, "it does not exist yet");
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
