#pragma once
// The requests in progress on a connection, and whether there may be more.

#include "base/sync/assert.hpp"
#include "base/sync/closable_count.hpp"
#include "base/sync/count_down.hpp"
#include "base/sync/sync.hpp"
#include "iiop/server/core/serving_rules.hpp"

#include <cstddef>
#include <cstdint>

namespace dimma::iiop {

// Thread-safe.
class RequestCounts {
 public:
  // `rules` must outlive this object.
  explicit RequestCounts(const ServingRules& rules) noexcept : rules_(rules) {}

  // Counts a request that begins. Returns false if the connection serves no more requests.
  [[gnu::always_inline]] bool enter() noexcept { return in_progress_.enter(); }
  // Counts a request that has ended. Returns true if it was the last one after close().
  [[gnu::always_inline]] bool leave() noexcept {
    DIMMA_ASSERT(in_progress_.users() != 0);
    return in_progress_.leave();
  }
  // Lets no further request begin. Returns true at each call if no request is in progress.
  bool close() noexcept { return in_progress_.close(); }
  bool is_closed() const noexcept { return in_progress_.is_closed(); }
  std::size_t in_progress() const noexcept { return in_progress_.users(); }

  // Counts a request toward the limit, if there is one, until end_admitted(). That is called before the reply is sent,
  // because the client may react to the reply with another request.
  void admit() noexcept {
    if (rules_.limits_messages) admitted_.fetch_add(1);
  }
  void end_admitted() noexcept {
    if (rules_.limits_messages) sync::count_down(admitted_);
  }
  // True if the request that has just been admitted exceeds the limit, and has to be refused.
  bool is_over_limit() const noexcept { return rules_.refuses_more && counted() > rules_.messages_max; }
  // True if the limit allows one more request, or one more would be refused.
  bool admits_or_refuses_more() const noexcept {
    return rules_.refuses_more || !rules_.limits_messages || counted() < rules_.messages_max;
  }

  // Called when a request waits for a call of its own. It does not count toward the limit meanwhile.
  void begin_nested() noexcept { nested_.fetch_add(1); }
  void end_nested() noexcept { sync::count_down(nested_); }
  std::size_t nested() const noexcept { return nested_.load(); }

  // Called when a oneway is served by a thread of its own. No request after the oneway is read until it has ended.
  void begin_in_order() noexcept { in_order_.fetch_add(1); }
  void end_in_order() noexcept { sync::count_down(in_order_); }

  // Called when a request waits for an executor of the application. While too many wait, no more requests are read.
  void begin_wait_for_executor() noexcept { waiting_for_executor_.fetch_add(1); }
  void end_wait_for_executor() noexcept { sync::count_down(waiting_for_executor_); }
  bool executors_keep_up() const noexcept { return waiting_for_executor_.load() < waiting_for_executor_max; }

  // True if the requests in progress allow the next one to be read.
  bool let_read() const noexcept { return in_order_.load() == 0 && admits_or_refuses_more() && executors_keep_up(); }

 private:
  static constexpr std::size_t waiting_for_executor_max = 256;

  std::size_t counted() const noexcept { return admitted_.load() - nested_.load(); }

  const ServingRules& rules_;
  ClosableCount in_progress_;
  sync::Atomic<std::uint32_t> nested_{0};
  sync::Atomic<std::uint32_t> admitted_{0};
  sync::Atomic<std::uint32_t> in_order_{0};
  sync::Atomic<std::size_t> waiting_for_executor_{0};
};

}  // namespace dimma::iiop
