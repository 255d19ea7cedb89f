#pragma once
// A message that arrives a few octets at a time. A decoder that reads octets before they have arrived reads other
// values.

#include <dimma/generated/cdr/arrival.hpp>
#include <dimma/generated/cdr/decoder.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace dimma::test {

class Dribble final : public cdr::Arrival {
 public:
  // Delivers `step` octets at a time, or as many as are requested if that is more. `there` octets are present at the
  // start.
  Dribble(std::span<const std::byte> message, std::size_t step, std::size_t there = 0)
      : Dribble(message, step, there, std::vector<std::byte>(message.size() + 1, std::byte{0xa5})) {}

  cdr::Decoder decoder(std::endian order, CORBA::CompletionStatus completed = CORBA::COMPLETED_NO,
                       std::size_t position = 0) {
    cdr::Decoder in({memory_.data(), there_}, order, completed, position);
    in.arrival(this);
    return in;
  }

  const std::byte* await(const std::byte* end) override {
    if (end > memory_.data() + there_) {
      arrive(std::max(static_cast<std::size_t>(end - memory_.data()), there_ + step_));
    }
    return memory_.data() + there_;
  }
  const std::byte* receive(std::byte* to, std::size_t octets) override {
    const auto first = message_.begin() + static_cast<std::ptrdiff_t>(there_);
    std::copy(first, first + static_cast<std::ptrdiff_t>(octets), to);
    there_ += octets;
    return memory_.data() + there_;
  }

 private:
  Dribble(std::span<const std::byte> message, std::size_t step, std::size_t there, std::vector<std::byte> memory)
      : Arrival(memory.data() + message.size(), 8), message_(message), step_(step), memory_(std::move(memory)) {
    arrive(there);
  }
  void arrive(std::size_t octets) {
    octets = std::min(octets, message_.size());
    std::copy(message_.begin() + static_cast<std::ptrdiff_t>(there_),
              message_.begin() + static_cast<std::ptrdiff_t>(octets),
              memory_.begin() + static_cast<std::ptrdiff_t>(there_));
    there_ = octets;
  }

  const std::span<const std::byte> message_;
  const std::size_t step_;
  std::vector<std::byte> memory_;
  std::size_t there_ = 0;
};

}  // namespace dimma::test
