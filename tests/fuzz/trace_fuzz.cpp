// Trace contexts: the data of a service context, and the headers as text. A context that can be decoded is encoded, and
// decodes to the same again.

#include "tracing/service_context.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using dimma::trace::Context;

void require_the_same_again(const Context& context) {
  if (!context.is_valid() || context.trace_state.size() > dimma::trace::state_characters_max) std::abort();
  if (dimma::trace::parse(dimma::trace::traceparent(context), context.trace_state) != context) std::abort();
  const auto sent = dimma::tracing::service_context(context);
  if (dimma::tracing::read_service_context(std::as_bytes(std::span(sent.context_data()))) != context) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (const auto context = dimma::tracing::read_service_context(std::as_bytes(std::span(data, size)))) {
    require_the_same_again(*context);
  }
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  const std::string_view state = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  if (const auto context = dimma::trace::parse(text.substr(0, end), state)) require_the_same_again(*context);
  return 0;
}
