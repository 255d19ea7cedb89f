#pragma once
// The messages of dimma-bench many: GIOP 1.2 requests without parameters, whose length depends on the object key, and
// their replies. The bare server reads nothing but the request id.

#include <cstddef>
#include <cstdint>

namespace bench {

constexpr std::size_t request_octets_max = 1024;
constexpr std::size_t reply_octets = 24;
constexpr std::size_t number_at = 12;  // the request id, in requests and replies
constexpr std::size_t number_octets = 4;
constexpr std::size_t status_at = 16;  // the status of a reply; 0: no exception

}  // namespace bench
