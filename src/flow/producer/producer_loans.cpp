// The producer's places for loaned sequences: those of its connection through shared memory.

#include "channel/loans.hpp"
#include "channel/nested_wait.hpp"
#include "flow/producer/producer.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::flow {

namespace {

// A killed consumer neither returns places nor closes the connection, so a waiting producer checks at this interval
// that the consumer still exists.
constexpr std::chrono::milliseconds looks_after_consumer_every{20};

}  // namespace

bool ProducerChannel::write(channel::Request& request, cdr::Encoder& out, const Lending& lending) {
  const std::size_t begin = out.size();
  // Returns true if a message that is too long is dropped rather than refused: without a consumer, or if a loaned
  // sequence got no place and the QoS is to drop messages.
  const auto may_be_lost = [&] {
    const bool drops = qos_.on_exhaustion == OnExhaustion::drop && out.buffer().has_copies();
    return lends_ && (!lending.has_arena() || drops);
  };
  try {
    request.arguments(out);
  } catch (const CORBA::MARSHAL& refused) {
    if (refused.minor() != minor::marshal_buffer_limit || !may_be_lost()) throw;
    return false;
  }
  return out.size() - begin <= settings_.limits.message_octets_max || !may_be_lost();
}

dimma::LoanBlock ProducerChannel::loan(std::size_t octets, Deadline deadline) {
  require_open();
  const auto arena = octets == 0 ? nullptr : loans();
  if (!arena) return dimma::LoanBlock(octets);
  channel::require_room(*arena, octets);
  if (auto taken = arena->take(); taken.data() != nullptr) return taken;
  return loan_late(octets, deadline);
}

dimma::LoanBlock ProducerChannel::loan_late(std::size_t octets, Deadline deadline) {
  bool waits = false;
  for (;;) {
    const auto arena = socket_->loans(true);
    if (!arena) return dimma::LoanBlock(octets);
    if (auto taken = arena->take(); taken.data() != nullptr) return taken;
    if (qos_.on_exhaustion != OnExhaustion::wait || !sync::has_threads) arena->count_refusal();
    if (qos_.on_exhaustion == OnExhaustion::drop) return dimma::LoanBlock(octets);
    if (qos_.on_exhaustion == OnExhaustion::raise)
      execution::raise_exhausted(channel::loan_place, channel::state_of(*arena));
    // In the build without threads, waiting would leave no thread to serve a consumer in this process.
    if (!sync::has_threads) execution::raise_would_wait(channel::loan_place, channel::state_of(*arena));
    if (!std::exchange(waits, true)) arena->count_wait();
    const channel::NestedWait waiting;
    const auto until = std::min(deadline, Clock::now() + looks_after_consumer_every);
    if (auto taken = arena->take_until(until); taken.data() != nullptr) return taken;
    require_open();
    if (Clock::now() < deadline) continue;
    arena->count_refusal();
    execution::raise_timed_out(channel::loan_place, channel::state_of(*arena));
  }
}

}  // namespace dimma::flow
