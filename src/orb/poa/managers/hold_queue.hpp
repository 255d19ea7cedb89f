#pragma once
// Queues of requests that wait without a thread, for a POAManager in HOLDING or an adapter activator.

#include "base/sync/sync.hpp"

#include <dimma/generated/function_ref.hpp>
#include <dimma/generated/server_request.hpp>

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <utility>

namespace dimma::orb {

// The limit shared by all held requests of an ORB.
class HoldLimit {
 public:
  HoldLimit(std::size_t requests, std::size_t octets) noexcept : requests_max_(requests), octets_max_(octets) {}

  // The part of the limit that one held request occupies until it is destroyed.
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

// Owned by a shared_ptr, since held requests report to it when their clients disconnect.
class HoldQueue final : public WaitingPlace, public std::enable_shared_from_this<HoldQueue> {
 public:
  HoldQueue(std::shared_ptr<HoldLimit> limit, bool holds) noexcept : limit_(std::move(limit)), holds_(holds) {}

  // Puts the request aside until the queue stops holding requests. Returns false if the request cannot be put aside.
  // Throws CORBA::TRANSIENT if the limit is reached.
  bool hold(ServerRequest& request);
  // Like hold(), but the wait lasts while `goes_on` returns true; look_again() is called when it ends. If the wait is
  // already over when the request enters the queue, the request is resumed at once.
  bool hold_while(ServerRequest& request, function_ref<bool()> goes_on);
  // Puts the request aside if earlier oneways of its client were held here and have not been served yet.
  bool hold_behind_others(ServerRequest& request);
  // Starts or stops holding requests. When it stops, held requests are resumed in their order of arrival.
  void holds(bool value) noexcept;
  // Resumes all held requests, which then check whether they still have to wait.
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
