#pragma once
// The requests of a connection that wait, without a thread, until their object adapter takes requests.
//
// A request is held here once the dispatcher has put it aside. It is released when the dispatcher has it resumed;
// threads of the pool then serve what has been released. Oneways keep their order: a request after one begins when the
// oneway has been served. Requests that arrive meanwhile for the same adapter are held too, after it.

#include "base/sync/count_down.hpp"
#include "base/sync/sync.hpp"
#include "reactor/poller.hpp"

#include <dimma/generated/server_request.hpp>

#include <cstdint>
#include <list>
#include <memory>

namespace dimma::iiop {

class RequestTask;
class ServerConnection;

class HeldRequests final : public reactor::Waiter {
 public:
  // `connection` owns it.
  explicit HeldRequests(ServerConnection& connection) noexcept : connection_(connection) {}
  ~HeldRequests() override;

  using Requests = std::list<std::shared_ptr<RequestTask>>;
  // `request` is a list of one.
  void hold(Requests request) noexcept;
  // Returns false if it was abandoned before.
  bool release(RequestTask& request) noexcept;
  // The same for the calling thread, which serves it.
  bool take(RequestTask& request) noexcept;
  // False while too many requests wait for an executor of the application: then no more are read.
  bool has_room_for_another() const noexcept { return waiting_for_executor_.load() < waiting_for_executor_max; }
  // Abandons the requests that are not released yet, and those held from now on: they will not be served.
  void abandon() noexcept { abandon(Abandoned::all); }
  // The same for those that a POAManager holds, perhaps forever. Those that wait for an executor are served.
  void abandon_held_by_managers() noexcept { abandon(Abandoned::held_by_managers); }

  // Called when the client no longer waits for the reply: the request is not served, if it is not released yet.
  void cancel(std::uint32_t request_id) noexcept;

  // True if a oneway that is held, or has been released and not served yet, comes before another request for `place`.
  bool may_precede() const noexcept { return oneways_.load(std::memory_order_relaxed) != 0; }
  bool precede(const WaitingPlace& place) const noexcept;

  // Called when the request is about to wait itself: if others wait for it, they go on.
  void let_others_pass(const RequestTask& request) noexcept;
  // Called when a oneway that was held has been served, or is no longer held.
  void oneway_ended() noexcept { sync::count_down(oneways_, std::memory_order_relaxed); }

  // Serves what has been released, on a thread of the pool.
  void readable() noexcept override;
  // The same on the calling thread.
  void serve() noexcept;

 private:
  enum class Abandoned : std::uint8_t { none, held_by_managers, all };
  static constexpr std::size_t waiting_for_executor_max = 256;

  void abandon(Abandoned which) noexcept;
  bool is_abandoned(const RequestTask& request) const noexcept DIMMA_REQUIRES(mutex_);
  bool is_served_in_turn(const RequestTask& request) const noexcept;
  void call_a_thread() noexcept;
  void refuse() noexcept;
  void removed(const RequestTask& request) noexcept;

  ServerConnection& connection_;
  mutable sync::Mutex mutex_;
  Requests held_ DIMMA_GUARDED_BY(mutex_);
  Requests released_ DIMMA_GUARDED_BY(mutex_);
  const RequestTask* in_turn_ DIMMA_GUARDED_BY(mutex_) = nullptr;  // those after it in released_ wait for it
  bool thread_called_ DIMMA_GUARDED_BY(mutex_) = false;            // and has not come yet
  Abandoned abandoned_ DIMMA_GUARDED_BY(mutex_) = Abandoned::none;
  sync::Atomic<std::uint32_t> oneways_{0};
  sync::Atomic<std::size_t> waiting_for_executor_{0};
};

}  // namespace dimma::iiop
