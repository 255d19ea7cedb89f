#include "iiop/message/reserved_pages.hpp"

#include <dimma/exception.hpp>
#include <dimma/generated/cdr/large_memory.hpp>
#include <dimma/minor.hpp>

#include <string>

#include <sys/mman.h>

namespace dimma::iiop {

ReservedPages::ReservedPages(std::size_t room) : room_(room) {
  void* const memory =
      ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    throw CORBA::NO_MEMORY(minor::no_memory_buffer, CORBA::COMPLETED_NO,
                           "cannot reserve memory for a message of up to " + std::to_string(room) + " octets");
  }
  data_ = static_cast<std::byte*>(memory);
  // The first octets use small pages, because the message may turn out to be short.
  constexpr std::size_t octets_by_small_pages = cdr::large_memory_octets_min;
  if (room > octets_by_small_pages) cdr::expect_to_fill(data_ + octets_by_small_pages, room - octets_by_small_pages);
}

ReservedPages::~ReservedPages() {
  if (data_ != nullptr) ::munmap(data_, room_);
}

}  // namespace dimma::iiop
