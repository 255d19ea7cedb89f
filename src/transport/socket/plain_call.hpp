#pragma once
// send and recv as plain system calls. Those of the C library are cancellation points: once a process has threads, they
// spend more instructions on that than on everything else besides the call. Threads within dimma must not be cancelled
// anyway. These functions do not set errno: after a negative result a caller repeats the call with the C library's
// function.

#include <cstddef>

#include <sys/socket.h>
#include <sys/syscall.h>

// The thread sanitizer intercepts the C library's functions to order the accesses of the two ends, so these are used
// with it.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DIMMA_LIBRARY_CALLS
#endif
#endif
#if defined(__SANITIZE_THREAD__) || !defined(__x86_64__) || defined(__ILP32__)
#define DIMMA_LIBRARY_CALLS
#endif

namespace dimma::transport {

#ifdef DIMMA_LIBRARY_CALLS

inline ssize_t plain_send(int socket, const void* octets, std::size_t count, int flags) noexcept {
  return ::send(socket, octets, count, flags);
}
inline ssize_t plain_recv(int socket, void* octets, std::size_t count, int flags) noexcept {
  return ::recv(socket, octets, count, flags);
}

#else

// Calls sendto or recvfrom without an address.
inline ssize_t system_call(long number, int socket, const void* octets, std::size_t count, int flags) noexcept {
  register long fourth asm("r10") = flags;
  register long fifth asm("r8") = 0;
  register long sixth asm("r9") = 0;
  long result = number;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(static_cast<long>(socket)), "S"(octets), "d"(count), "r"(fourth), "r"(fifth), "r"(sixth)
               : "rcx", "r11", "memory");
  return result;
}
inline ssize_t plain_send(int socket, const void* octets, std::size_t count, int flags) noexcept {
  return system_call(SYS_sendto, socket, octets, count, flags);
}
inline ssize_t plain_recv(int socket, void* octets, std::size_t count, int flags) noexcept {
  return system_call(SYS_recvfrom, socket, octets, count, flags);
}

#endif

}  // namespace dimma::transport

#undef DIMMA_LIBRARY_CALLS
