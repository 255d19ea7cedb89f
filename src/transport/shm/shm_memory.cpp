#include "transport/shm/shm_memory.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>

namespace dimma::transport {
namespace {

constexpr std::array<char, 8> greeting{'d', 'i', 'm', 'm', 'a', 's', 'h', 'm'};
constexpr std::uint32_t layout_version = 1;
constexpr std::uint32_t layout_version_with_loans = 2;
constexpr std::uint64_t ring_octets_max = std::uint64_t{1} << 30;
constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW;

// The first message on the socket. In the machine's byte order, since the peer is on the same machine. Version 1 ends
// before the loans.
struct Hello {
  std::array<char, 8> name = greeting;
  std::uint32_t version = layout_version;
  std::uint32_t unused = 0;
  std::uint64_t to_listener = 0;
  std::uint64_t to_connector = 0;
  LoanSizes loans;
};
constexpr std::size_t octets_without_loans = 32;
static_assert(offsetof(Hello, loans) == octets_without_loans && sizeof(Hello) == 64);

constexpr std::size_t hello_octets(std::uint32_t version) noexcept {
  return version == layout_version ? octets_without_loans : sizeof(Hello);
}

bool is_sound(const Hello& hello, std::size_t octets) noexcept {
  const auto is_size = [](std::uint64_t ring) { return ring >= 1 && ring <= ring_octets_max; };
  const bool has_loans = hello.version == layout_version_with_loans;
  return octets >= octets_without_loans && hello.name == greeting && (hello.version == layout_version || has_loans) &&
         octets == hello_octets(hello.version) && is_size(hello.to_listener) && is_size(hello.to_connector) &&
         hello.loans.are_sound() && has_loans == (hello.loans.count != 0);
}

constexpr std::size_t page_octets = 4096;
// Returns the offset of the places of loaned sequences.
constexpr std::size_t behind_rings(std::size_t rings) noexcept {
  return (rings + page_octets - 1) / page_octets * page_octets;
}
std::size_t with_loans(std::size_t rings, const LoanSizes& loans) noexcept {
  return loans.count == 0 ? rings : behind_rings(rings) + loans.total();
}

// Returns true for ordinary memory that stays valid while it is mapped, since the peer cannot shrink it.
bool is_dependable(int memory, std::size_t octets) noexcept {
  struct stat status {};
  struct statfs system {};
  const int sealed = ::fcntl(memory, F_GET_SEALS);
  return sealed >= 0 && (sealed & seals) == seals && ::fstat(memory, &status) == 0 &&
         status.st_size == static_cast<off_t>(octets) && ::fstatfs(memory, &system) == 0 &&
         system.f_type == TMPFS_MAGIC;
}

union ControlSpace {
  std::array<char, CMSG_SPACE(sizeof(int))> octets;
  cmsghdr alignment;
};

// Returns the only descriptor received with a message. If several arrived, or the system had no room for all of them
// (MSG_CTRUNC), closes those that did arrive: the room for one is padded to two, so the second would otherwise leak.
reactor::Descriptor only_descriptor_in(msghdr& message) noexcept {
  reactor::Descriptor found;
  std::size_t count = 0;
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t octets = header->cmsg_len - CMSG_LEN(0);
    for (std::size_t at = 0; at + sizeof(int) <= octets; at += sizeof(int)) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(header) + at, sizeof number);
      reactor::Descriptor next(number);
      if (count++ == 0) found = std::move(next);
    }
  }
  return count == 1 && (message.msg_flags & MSG_CTRUNC) == 0 ? std::move(found) : reactor::Descriptor();
}

// Resizes the memory. A size above the limit for files (ulimit -f) would raise SIGXFSZ, which ends the process.
bool is_resized(int memory, std::size_t octets) noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && octets > limit.rlim_cur) {
    errno = EFBIG;
    return false;
  }
  return ::ftruncate(memory, static_cast<off_t>(octets)) == 0;
}

}  // namespace

ShmMemory::~ShmMemory() { ::munmap(base_, total(sizes_)); }

std::unique_ptr<ShmMemory> ShmMemory::mapped(const RingSizes& sizes, int memory, const LoanSizes& loans,
                                             LoanMemory::Side side) {
  void* const base = ::mmap(nullptr, total(sizes), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (base == MAP_FAILED) return nullptr;
  std::unique_ptr<ShmMemory> made(new ShmMemory(sizes, static_cast<std::byte*>(base)));
  if (loans.count == 0) return made;
  made->loans_ = LoanMemory::map(loans, memory, behind_rings(total(sizes)), side);
  return made->loans_ ? std::move(made) : nullptr;
}

std::unique_ptr<ShmMemory> ShmMemory::make(const RingSizes& sizes, reactor::Descriptor& memory,
                                           const LoanSizes& loans) {
  memory = reactor::Descriptor(::memfd_create("dimma", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (memory && is_resized(memory.get(), with_loans(total(sizes), loans)) &&
      ::fcntl(memory.get(), F_ADD_SEALS, seals) == 0) {
    return mapped(sizes, memory.get(), loans, LoanMemory::Side::connector);
  }
  return nullptr;
}

std::unique_ptr<ShmMemory> ShmMemory::map(const RingSizes& sizes, const reactor::Descriptor& memory, int& error,
                                          const LoanSizes& loans) {
  error = EPROTO;
  if (!is_dependable(memory.get(), with_loans(total(sizes), loans))) return nullptr;
  auto made = mapped(sizes, memory.get(), loans, LoanMemory::Side::listener);
  error = made ? 0 : errno;
  return made;
}

int send_memory(int socket, const RingSizes& sizes, const reactor::Descriptor& memory,
                const LoanSizes& loans) noexcept {
  Hello hello;
  hello.version = loans.count == 0 ? layout_version : layout_version_with_loans;
  hello.to_listener = sizes.to_listener;
  hello.to_connector = sizes.to_connector;
  hello.loans = loans;
  const std::size_t octets = hello_octets(hello.version);
  iovec piece{&hello, octets};
  ControlSpace control{};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.octets.data();
  message.msg_controllen = control.octets.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  const int number = memory.get();
  std::memcpy(CMSG_DATA(header), &number, sizeof number);
  const ssize_t sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
  if (sent < 0) return errno;
  return sent == static_cast<ssize_t>(octets) ? 0 : EPROTO;
}

Result receive_memory(int socket, std::unique_ptr<ShmMemory>& memory) {
  Hello hello;
  iovec piece{&hello, sizeof hello};
  ControlSpace control{};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.octets.data();
  message.msg_controllen = control.octets.size();
  const ssize_t count = ::recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count < 0) {
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return {Status::timeout, 0, 0};
    return {Status::failed, 0, errno};
  }
  const reactor::Descriptor found = only_descriptor_in(message);
  if (count == 0) return {Status::end, 0, 0};
  if (!found || !is_sound(hello, static_cast<std::size_t>(count))) return {Status::failed, 0, EPROTO};
  int error = 0;
  memory = ShmMemory::map({static_cast<std::size_t>(hello.to_listener), static_cast<std::size_t>(hello.to_connector)},
                          found, error, hello.loans);
  if (!memory) return {Status::failed, 0, error};
  return {};
}

}  // namespace dimma::transport
