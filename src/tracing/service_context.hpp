#pragma once
// How a context goes along with a request: a service context of dimma's own. Its data is an encapsulation of two
// strings, traceparent and tracestate, as the headers of these names have them in HTTP.
//
// A client that traces its calls says so by the first request on each connection: by its context, or by one without
// data. From then on a request without a context is one whose trace is sampled out. So a call that is not sampled
// carries nothing, and its server need not decide anew.

#include <dimma/generated/server_request.hpp>
#include <dimma/iop.hpp>
#include <dimma/trace.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dimma::tracing {

inline constexpr std::uint32_t context_trace = 0x64696d03;
// The longest data. A longer context is malformed.
inline constexpr std::size_t context_octets_max = 2048;

// The tracestate goes along if it is one: what an application gives may be anything.
iop::ServiceContext service_context(const trace::Context& context);

// Nothing for data that are malformed, or of no valid traceparent.
std::optional<trace::Context> read_service_context(std::span<const std::byte> data);

}  // namespace dimma::tracing
