#include "iiop/server/requests/client_facts.hpp"

#include "iiop/giop/streamed_fragments.hpp"
#include "tracing/service_context.hpp"

namespace dimma::iiop {

namespace {
// Returns the process of a local peer, whose address does not identify it. The address of a client that was gone before
// it was accepted is unknown.
std::string name_of(const transport::Stream& stream) {
  const auto peer = stream.peer();
  if (is_local(peer)) return to_string(stream.identify_peer());
  return peer.host.empty() ? "an unknown client" : to_string(peer);
}
}  // namespace

ClientFacts::ClientFacts(const transport::Stream& stream, std::uint32_t code_set)
    : name_(name_of(stream)), code_set_(code_set), text_form_(assumed_text_form(code_set)) {}

void ClientFacts::learn(const ServiceContexts& contexts) {
  if (iiop::accepts_streamed_fragments(contexts)) accepts_streamed_fragments_.store(true, std::memory_order_relaxed);
  if (contexts.find(tracing::context_trace)) traces_.store(true, std::memory_order_relaxed);
  if (contexts.find(context_code_sets)) {
    text_form_ = iiop::text_form(read_context(contexts), text_form_.giop_minor, code_set_);
  }
}

}  // namespace dimma::iiop
