#include "tracing/service_context.hpp"

#include <dimma/exception.hpp>
#include <dimma/generated/cdr/codec.hpp>

#include <algorithm>
#include <bit>

namespace dimma::tracing {

iop::ServiceContext service_context(const trace::Context& context) {
  constexpr std::size_t usual_octets = 128;
  cdr::Buffer buffer(usual_octets);
  cdr::Encoder out(buffer);
  out.put(std::endian::native == std::endian::little);
  out.put_string(trace::traceparent(context));
  const bool is_sendable = context.trace_state.size() <= trace::state_characters_max &&
                           std::ranges::none_of(context.trace_state, [](char c) { return c < 0x20 || c > 0x7e; });
  out.put_string(is_sendable ? std::string_view(context.trace_state) : std::string_view());
  const auto octets = out.octets();
  const auto* const first = reinterpret_cast<const std::uint8_t*>(octets.data());
  return iop::ServiceContext(context_trace, iop::Octets(first, first + octets.size()));
}

std::optional<trace::Context> read_service_context(std::span<const std::byte> data) {
  if (data.size() > context_octets_max) return std::nullopt;
  try {
    cdr::Decoder order(data, std::endian::big);
    cdr::Decoder in(data, order.get_boolean() ? std::endian::little : std::endian::big);
    in.skip(1);
    const auto traceparent = in.get_string_view();
    const auto tracestate = in.get_string_view();
    return trace::parse(traceparent, tracestate);
  } catch (const CORBA::MARSHAL&) {
    return std::nullopt;
  }
}

}  // namespace dimma::tracing
