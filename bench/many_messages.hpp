#pragma once
// The messages of dimma-bench many: GIOP 1.2 requests without parameters, as long as the object's key makes them, and
// their replies. The bare server looks at nothing but the request's number.

#include <cstddef>
#include <cstdint>

namespace bench {

constexpr std::size_t request_octets_max = 1024;
constexpr std::size_t reply_octets = 24;
constexpr std::size_t number_at = 12;  // in either
constexpr std::size_t number_octets = 4;
constexpr std::size_t status_at = 16;  // in a reply: 0 says that there was no exception

}  // namespace bench
