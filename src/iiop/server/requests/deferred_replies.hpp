#pragma once
// The replies of a connection that servants make after their upcalls have returned.

#include "base/sync/sync.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/message/memory_budget.hpp"
#include "iiop/server/core/serving.hpp"
#include "iiop/server/requests/request_origin.hpp"

#include <dimma/generated/server_request.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace dimma::iiop {

// The deferred replies that have not been made yet.
class DeferredReplies {
 public:
  // The maximum number of replies that the servants of one connection may defer at a time.
  static constexpr std::size_t at_once_max = std::size_t{1} << 14;
  // Arguments of at least this size count toward the memory that the connection may hold, as their message did.
  static constexpr std::size_t counted_octets_min = 4096;

  struct Entry {
    std::weak_ptr<DetachedObserver> observer;
    bool is_cancellable = true;
  };
  // The request id, and a unique number, because a faulty client may use an id twice.
  using Key = std::pair<std::uint32_t, std::uint64_t>;
  using Entries = std::map<Key, Entry>;

  // Throws CORBA::NO_RESOURCES if there are at_once_max entries.
  Entries::iterator add(std::uint32_t request_id, Entry entry);
  void remove(Entries::iterator entry) noexcept;

  // Called when the client no longer waits for the reply of the request.
  void cancel(std::uint32_t request_id) noexcept;
  // Called when the connection has ended. Notifies the observers, and from then on each one that is added.
  void abandon() noexcept;

 private:
  sync::Mutex mutex_;
  Entries entries_ DIMMA_GUARDED_BY(mutex_);
  std::uint64_t added_ DIMMA_GUARDED_BY(mutex_) = 0;
  bool abandons_ DIMMA_GUARDED_BY(mutex_) = false;
};

// A deferred reply. Its request counts as in progress on its connection until the reply is completed.
class DeferredReply final : public DetachedReply {
 public:
  // `octets` is the length of the request's arguments. Throws CORBA::NO_RESOURCES.
  DeferredReply(std::shared_ptr<RequestOrigin> connection, const RequestHeader& header, std::uint8_t minor,
                const cdr::TextForm& text_form, std::size_t octets, bool replies,
                std::weak_ptr<DetachedObserver> observer);

  void complete(function_ref<void(ServerRequest&)> serve) noexcept override;
  std::shared_ptr<dimma::LoanArena> loans() const noexcept override;

 private:
  void serve_and_send(function_ref<void(ServerRequest&)> serve, Serving& serving);

  const std::shared_ptr<RequestOrigin> connection_;
  const std::string operation_;
  RequestHeader header_;
  const cdr::TextForm text_form_;
  const std::uint8_t minor_;
  MemoryLease arguments_;
  const DeferredReplies::Entries::iterator entry_;
};

}  // namespace dimma::iiop
