#pragma once
// Carries a context with a request, in a service context of dimma's own. Its data is an encapsulation of two strings,
// traceparent and tracestate, in the form that the HTTP headers of these names have.
//
// A client that traces its calls shows this in the first request on each connection: by its context, or by a service
// context without data. From then on a request without a context is one whose trace is sampled out. So a call that is
// not sampled carries nothing, and its server need not decide again.

#include <dimma/generated/server_request.hpp>
#include <dimma/iop.hpp>
#include <dimma/trace.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dimma::tracing {

inline constexpr std::uint32_t context_trace = 0x64696d03;
// The longest data, in octets. A longer context is malformed.
inline constexpr std::size_t context_octets_max = 2048;

// The tracestate is sent only if it is valid, since an application may set any text.
iop::ServiceContext service_context(const trace::Context& context);

// Returns nullopt for data that are malformed, or have no valid traceparent.
std::optional<trace::Context> read_service_context(std::span<const std::byte> data);

}  // namespace dimma::tracing
