// Boost.Asio's own header except for one function. The thread that releases a shared executor last deletes it, and a
// fence orders the deletion after the other releases. Thread sanitizers do not support fences and report a data race.
// Here the decrement of the count orders it.
#pragma once

#define ref_count_down ref_count_down_by_fence
#include_next <boost/asio/detail/atomic_count.hpp>
#undef ref_count_down

namespace boost::asio::detail {

inline bool ref_count_down(atomic_count& count) { return --count == 0; }

}  // namespace boost::asio::detail
