#include "transport/tls/client_handshakes.hpp"

#include "base/deadline.hpp"
#include "execution/task.hpp"

#include <algorithm>
#include <utility>

#include <poll.h>

namespace dimma::transport {

void ClientHandshakes::begin(std::unique_ptr<TlsStream> stream, Deadline deadline, Done done) {
  sync::UniqueLock lock(mutex_);
  if (ended_) {
    lock.unlock();
    return done(std::move(stream), {Status::closed, 0, 0});
  }
  if (!running_) {
    if (thread_.joinable()) thread_.join();  // run() has returned
    thread_ = execution::start_thread({}, execution::thread_name::connecting, [this] { run(); });
    running_ = true;
  }
  new_.push_back({std::move(stream), deadline, std::move(done)});
  changed_.set(true);
}

// Takes over new handshakes. Returns false if no handshakes are left; the thread then ends.
bool ClientHandshakes::take_new(std::list<Handshake>& in_progress) {
  const sync::LockGuard lock(mutex_);
  in_progress.splice(in_progress.end(), new_);
  changed_.set(false);
  if (ended_) {
    for (auto& handshake : in_progress) handshake.stream->shutdown();
  }
  running_ = !in_progress.empty();
  return running_;
}

void ClientHandshakes::wait_for(const std::list<Handshake>& in_progress, int changed) {
  std::vector<pollfd> handles{{changed, POLLIN, 0}};
  Deadline next = no_deadline;
  for (const auto& handshake : in_progress) {
    handles.push_back({handshake.stream->handle(), POLLIN, 0});
    next = std::min(next, handshake.deadline);
  }
  ::poll(handles.data(), handles.size(), poll_timeout(next));
}

void ClientHandshakes::run() noexcept {
  std::list<Handshake> in_progress;
  while (take_new(in_progress)) {
    for (auto each = in_progress.begin(); each != in_progress.end();) {
      const Result result = each->stream->handshake(no_wait);
      if (result.status == Status::timeout && !passed(each->deadline)) {
        ++each;
        continue;
      }
      Handshake ended = std::move(*each);
      each = in_progress.erase(each);
      ended.done(std::move(ended.stream), result);
    }
    if (!in_progress.empty()) wait_for(in_progress, changed_.handle());
  }
}

void ClientHandshakes::end() noexcept {
  sync::Thread ended;
  {
    const sync::LockGuard lock(mutex_);
    ended_ = true;
    changed_.set(true);
    ended = std::move(thread_);
  }
  if (ended.joinable()) ended.join();
}

}  // namespace dimma::transport
