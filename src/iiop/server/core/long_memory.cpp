#include "iiop/server/core/long_memory.hpp"

#include "base/give_back.hpp"
#include "iiop/message/receive_buffer_cache.hpp"

namespace dimma::iiop {

bool LongMemory::is_kept() const noexcept {
  const auto& requests = rules_.reading.long_messages;
  return (requests && requests->octets() != 0) || servings_.keeps_memory();
}

bool LongMemory::age() {
  const bool had_some = is_kept();
  const auto& requests = rules_.reading.long_messages;
  const bool has_requests = requests && requests->age();
  const bool has_replies = servings_.age();
  const bool has_some = has_requests || has_replies;
  // The allocator keeps the memory of long arguments and results for each thread that served them.
  if (had_some && !has_some) give_back_to_system();
  return has_some;
}

}  // namespace dimma::iiop
