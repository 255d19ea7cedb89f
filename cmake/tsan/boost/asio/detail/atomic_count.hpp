// Boost.Asio's own header but for one function. An executor that several threads share is deleted by whoever lets go of
// it last, which is ordered behind the others by a fence, and thread sanitizers know nothing of fences: they take it
// for a data race. Here the count itself orders it.
#pragma once

#define ref_count_down ref_count_down_by_fence
#include_next <boost/asio/detail/atomic_count.hpp>
#undef ref_count_down

namespace boost::asio::detail {

inline bool ref_count_down(atomic_count& count) { return --count == 0; }

}  // namespace boost::asio::detail
