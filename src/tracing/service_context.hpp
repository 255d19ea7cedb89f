#pragma once
// Transfers a trace context in a service context that is specific to dimma. Its data is an encapsulation of two
// strings, traceparent and tracestate, in the format of the HTTP headers with these names.
//
// The first request on a connection shows that the client traces its calls: it has a context, or a service context
// without data. After that, a request without a context belongs to a trace that is sampled out. So an unsampled call
// costs no octets, and the server does not make a sampling decision of its own.

#include <dimma/generated/server_request.hpp>
#include <dimma/iop.hpp>
#include <dimma/trace.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dimma::tracing {

inline constexpr std::uint32_t context_trace = 0x64696d03;
// The maximum size of the data. A larger context is treated as malformed.
inline constexpr std::size_t context_octets_max = 2048;

// Sends the tracestate only if it is valid, since an application may set any text.
iop::ServiceContext service_context(const trace::Context& context);

// Returns nullopt if the data is malformed or has no valid traceparent.
std::optional<trace::Context> read_service_context(std::span<const std::byte> data);

}  // namespace dimma::tracing
