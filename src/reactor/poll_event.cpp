#include "reactor/poll_event.hpp"

#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dimma::reactor {

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DIMMA_THREAD_SANITIZER
#endif
#elif defined(__SANITIZE_THREAD__)
#define DIMMA_THREAD_SANITIZER
#endif

// The system looks the descriptor up before it lets an event through. So the thread that gets the event may close the
// descriptor while the one that armed it is still on its way back from here. The thread sanitizer, which takes the
// whole call for a use of the descriptor, is kept out of it.
void change_events(int epoll, int handle, std::uint32_t events, void* tag) noexcept {
  epoll_event event{};
  event.events = events;
  event.data.ptr = tag;
#ifdef DIMMA_THREAD_SANITIZER
  ::syscall(SYS_epoll_ctl, epoll, EPOLL_CTL_MOD, handle, &event);
#else
  ::epoll_ctl(epoll, EPOLL_CTL_MOD, handle, &event);
#endif
}

}  // namespace dimma::reactor
