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

// The system looks up the descriptor before it delivers an event. So the thread that gets the event may close the
// descriptor while the thread that armed it has not returned from here yet. The thread sanitizer would report that,
// because it treats the whole call as a use of the descriptor, so the call is hidden from the sanitizer.
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
