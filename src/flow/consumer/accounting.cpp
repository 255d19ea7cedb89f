#include "flow/consumer/accounting.hpp"

#include <algorithm>

namespace dimma::flow {

void Accounting::advance(std::uint64_t next) noexcept {
  if (next <= next_) return;
  const std::uint64_t fresh = std::min(next - next_, window);
  for (std::uint64_t sequence = next - fresh; sequence != next; ++sequence) state(sequence) = State::unknown;
  next_ = next;
}

Accounting::Place Accounting::arrived(const Header& header, std::uint64_t now) noexcept {
  const std::uint64_t sequence = header.sequence;
  if (sequence == ~std::uint64_t{0}) return Place::late;  // no number could follow this one
  if (!heard_) {
    heard_ = true;
    first_ = next_ = sequence;
    last_sequence_ = sequence;
    last_fragment_ = header.fragment;
  }
  if (sequence >= next_) advance(sequence + 1);
  if (!is_known(sequence)) {
    ++counts_.late;
    return Place::late;
  }
  first_ = std::min(first_, sequence);
  switch (state(sequence)) {
    case State::unknown:
      jitter(header.timestamp, now);
      order(header);
      return Place::fresh;
    case State::assembling:
      return Place::known;
    case State::complete:
      ++counts_.duplicates;
      return Place::finished;
    case State::given_up:
      break;
  }
  ++counts_.late;
  return Place::late;
}

void Accounting::order(const Header& header) noexcept {
  const bool behind =
      header.sequence < last_sequence_ || (header.sequence == last_sequence_ && header.fragment < last_fragment_);
  if (behind) {
    ++counts_.reordered;
    return;
  }
  last_sequence_ = header.sequence;
  last_fragment_ = header.fragment;
}

void Accounting::begun(std::uint64_t sequence) noexcept {
  state(sequence) = State::assembling;
  ++counts_.assembling;
}

void Accounting::completed(std::uint64_t sequence, std::size_t octets) noexcept {
  if (is_known(sequence)) {
    if (state(sequence) == State::assembling) --counts_.assembling;
    state(sequence) = State::complete;
  } else {
    --counts_.assembling;  // the message has left the window since its assembly began
  }
  ++counts_.received;
  counts_.octets += octets;
}

void Accounting::gave_up(std::uint64_t sequence) noexcept {
  if (is_known(sequence)) state(sequence) = State::given_up;
  --counts_.assembling;
  ++counts_.incomplete;
}

void Accounting::told(std::uint64_t next) noexcept {
  if (heard_) advance(next);
}

// RFC 3550, 6.4.1: J += (|D| - J) / 16, with J kept 16 times as large.
void Accounting::jitter(std::uint64_t timestamp, std::uint64_t now) noexcept {
  constexpr std::uint64_t longest = std::uint64_t{1} << 40U;  // 18 minutes: more indicates a wrong clock, not jitter
  const std::uint64_t transit = now - timestamp;
  const auto difference = static_cast<std::int64_t>(transit - last_transit_);
  const bool timed = timed_;
  last_transit_ = transit;
  timed_ = true;
  if (!timed) return;
  const auto size = difference < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(difference)
                                   : static_cast<std::uint64_t>(difference);
  jitter16_ = jitter16_ + std::min(size, longest) - (jitter16_ + 8) / 16;
}

FlowReport::Consumer Accounting::counts() const noexcept {
  FlowReport::Consumer counts = counts_;
  counts.expected = next_ - first_;
  const std::uint64_t accounted = counts.received + counts.incomplete + counts.assembling;
  counts.lost = counts.expected > accounted ? counts.expected - accounted : 0;
  counts.jitter = std::chrono::nanoseconds(static_cast<std::chrono::nanoseconds::rep>(jitter16_ / 16));
  return counts;
}

}  // namespace dimma::flow
