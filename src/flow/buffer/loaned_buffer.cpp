#include "flow/buffer/loaned_buffer.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace dimma::flow {

namespace {

bool set_lock(int file, std::uint32_t reader, short kind) noexcept {
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(reader);
  lock.l_len = 1;
  return ::fcntl(file, F_OFD_SETLK, &lock) == 0;
}

}  // namespace

bool LoanedSizes::are_sound() const noexcept {
  return depth >= 1 && depth <= queue_max && readers >= 1 && readers <= readers_max && held >= 1 && held <= held_max &&
         octets_max >= 1 && octets_max <= value_octets_max && places() <= places_max;
}

LoanedMapping::LoanedMapping(const std::string& name, const LoanedSizes& sizes, int file, bool writes) : sizes_(sizes) {
  const int rights = writes ? PROT_READ | PROT_WRITE : PROT_READ;
  void* const all = ::mmap(nullptr, sizes.total(), rights, MAP_SHARED, file, 0);
  if (all == MAP_FAILED) fail_for(name, errno);
  base_ = static_cast<std::byte*>(all);
  void* const shared = ::mmap(nullptr, sizes.shared_octets(), PROT_READ | PROT_WRITE, MAP_SHARED, file,
                              static_cast<off_t>(sizes.shared_begin()));
  const int error = errno;
  if (shared == MAP_FAILED) {
    ::munmap(base_, sizes.total());
    fail_for(name, error);
  }
  shared_ = static_cast<std::byte*>(shared);
}
LoanedMapping::~LoanedMapping() {
  ::munmap(shared_, sizes_.shared_octets());
  ::munmap(base_, sizes_.total());
}

bool lock_reader(int file, std::uint32_t reader) noexcept { return set_lock(file, reader, F_WRLCK); }
void unlock_reader(int file, std::uint32_t reader) noexcept { set_lock(file, reader, F_UNLCK); }

LoanedSizes sizes_of(const std::string& name, int file, const char* type) {
  const std::size_t octets = size_of(name, file);
  if (octets < sizeof(BufferHead)) return {};
  const auto front = mapped(name, file, sizeof(BufferHead));
  const auto& head = reinterpret_cast<const LoanedHead&>(front->head());
  if (head.mark.load() != made_mark) return {};
  if (head.type != number_of(type)) fail(name, "it holds values of another type");
  if (head.version != loaned_version) fail(name, "it was made by another version of dimma");
  const LoanedSizes sizes{.depth = head.depth,
                          .readers = head.readers,
                          .held = head.held,
                          .octets_max = head.octets_max,
                          .is_queue = head.is_queue != 0};
  if (!sizes.are_sound() || sizes.total() > octets) fail(name, "its memory is damaged");
  return sizes;
}

}  // namespace dimma::flow
