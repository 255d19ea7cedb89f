#include "iiop/resources/sealed_calls.hpp"

#include "base/log/log.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

void require_sealable(const EngineeringQoS& qos) {
  if (qos.memory == Memory::any || can_be_sealed()) return;
  throw QoSError(Field::memory, sealing::no_heap);
}

std::string memory_text(const EngineeringQoS& qos, End end) {
  const auto* const heap = sealing::offered_heap();
  const bool is_client = end == End::client;
  std::string text =
      is_client ? "sealed: a call that allocates from the heap " : "sealed: a request that allocates from the heap ";
  text += qos.memory != Memory::sealed ? "is counted and logged"
          : is_client                  ? "raises NO_MEMORY"
                                       : "is answered with NO_MEMORY";
  text += is_client ? "; the first may allocate, and so may the first that exceeds the highest number at once so far"
                    : "; the first of a connection may allocate";
  if (heap != nullptr) {
    text += "; for exceptions " + std::to_string(heap->exceptions) + " x " + std::to_string(heap->exception_octets) +
            " octets, shared by the whole process";
  }
  return text;
}

std::string SealedCalls::in_words(std::string_view what, const HeapUse& used, const sealing::Place& place) const {
  const std::string_view of = end_ == End::client ? "a call of " : "a request for ";
  return std::string(of) + std::string(what) + " is sealed, but made " + sealing::in_words(used, &place);
}

void SealedCalls::took(std::string_view what, const HeapUse& used, const sealing::Place& place) noexcept {
  seen_.fetch_add(1, std::memory_order_relaxed);
  taken_.add(used);
  if (raises()) return;
  log::write(log::Event::sealed_call_allocated, [&] {
    return log::Entry{.text = in_words(what, used, place) + ", " + whose_,
                      .operation = std::string(what),
                      .minor = minor::no_memory_sealed};
  });
}

void SealedCalls::report(std::vector<channel::Fact>& facts) const {
  const auto sum = [](const Sum& of) { return sealing::in_words(of.value(), nullptr); };
  const std::uint64_t seen = seen_.load(std::memory_order_relaxed);
  std::string text = seen == 0 ? "none took anything" : std::to_string(seen) + " took " + sum(taken_);
  text += "; at first " + sum(warm_up_);
  if (apart_.value() != HeapUse{}) text += "; for forwards, lost connections and messages set aside " + sum(apart_);
  channel::add_usage(facts, "memory", text);
}

}  // namespace dimma::iiop
