#pragma once
// Replies to requests that are not served: CORBA::NO_RESOURCES, COMPLETED_NO.

#include "iiop/giop/giop_request.hpp"
#include "iiop/server/core/serving.hpp"
#include "iiop/server/requests/request_origin.hpp"

#include <cstdint>

namespace dimma::iiop {

inline constexpr const char* no_thread_for_request = "the server cannot start a thread for the request";

// Replies with that reason, unless the request is a oneway.
void answer_no_resources(RequestOrigin& connection, Serving& serving, const RequestHeader& header, std::uint8_t minor,
                         const char* why) noexcept;
// Refuses and ends a request above the limit of requests in progress on a connection.
void refuse_over_limit(RequestOrigin& connection, Serving& serving, const RequestHeader& header,
                       std::uint8_t minor) noexcept;

}  // namespace dimma::iiop
