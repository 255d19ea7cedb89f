#pragma once
// Requests that wait without a thread: for a POAManager in HOLDING, for an adapter activator.

#include "base/sync/sync.hpp"

#include <dimma/generated/function_ref.hpp>
#include <dimma/generated/server_request.hpp>

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <utility>

namespace dimma::orb {

// The limit for all waiting requests of an ORB.
class HoldLimit {
 public:
  HoldLimit(std::size_t requests, std::size_t octets) noexcept : requests_max_(requests), octets_max_(octets) {}

  // The part of the limit that a request takes up, until it goes.
  class Share {
   public:
    Share(Share&& other) noexcept : limit_(std::exchange(other.limit_, nullptr)), octets_(other.octets_) {}
    Share& operator=(Share&&) = delete;
    ~Share() {
      if (limit_ != nullptr) limit_->give_back(octets_);
    }

   private:
    friend class HoldLimit;
    Share(HoldLimit& limit, std::size_t octets) noexcept : limit_(&limit), octets_(octets) {}

    HoldLimit* limit_;
    std::size_t octets_;
  };
  std::optional<Share> take(std::size_t octets) noexcept;

  std::size_t requests() const noexcept;
  std::size_t requests_max() const noexcept { return requests_max_; }

 private:
  void give_back(std::size_t octets) noexcept DIMMA_EXCLUDES(mutex_);

  const std::size_t requests_max_;
  const std::size_t octets_max_;
  mutable sync::Mutex mutex_;
  std::size_t requests_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::size_t octets_ DIMMA_GUARDED_BY(mutex_) = 0;
};

// Owned by shared_ptr: waiting requests tell it when their clients go.
class HoldQueue final : public WaitingPlace, public std::enable_shared_from_this<HoldQueue> {
 public:
  HoldQueue(std::shared_ptr<HoldLimit> limit, bool holds) noexcept : limit_(std::move(limit)), holds_(holds) {}

  // Puts the request aside until the queue no longer holds requests. Returns false if that can't be done. Throws
  // CORBA::TRANSIENT if as many wait as may.
  bool hold(ServerRequest& request);
  // The same for a wait whose end look_again() announces. Does nothing if it is over before the request is in the
  // queue.
  bool hold_while(ServerRequest& request, function_ref<bool()> goes_on);
  // Puts it aside if earlier oneways of its client have waited here and are not served yet.
  bool hold_behind_others(ServerRequest& request);
  // Starts or ends the holding of requests. At its end, held requests go on in the order in which they came.
  void holds(bool value) noexcept;
  // Has those that wait check again if their wait is over.
  void look_again() noexcept;

  void abandoned(const WaitingRequest& request) noexcept override;

 private:
  struct Held {
    std::shared_ptr<WaitingRequest> request;
    HoldLimit::Share share;
  };

  void add(ServerRequest& request, function_ref<bool()> goes_on) DIMMA_EXCLUDES(mutex_);
  void resume_all_locked(std::list<Held>& resumed) noexcept DIMMA_REQUIRES(mutex_);

  const std::shared_ptr<HoldLimit> limit_;
  sync::Mutex mutex_;
  bool holds_ DIMMA_GUARDED_BY(mutex_);
  std::list<Held> held_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
