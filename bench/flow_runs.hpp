#pragma once
// The contenders of `dimma-bench flow`: each is a sender process and a receiver process.

#include "measure/pinning.hpp"
#include "measure/process.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace bench {

struct FlowTurn {
  double messages_per_s = 0;  // at the sender
  double delivered = 0;       // from 0 to 1
};

// Sends datagrams of one length over the loopback's UDP to a process that counts them.
class BareSender {
 public:
  enum class Way : std::uint8_t { one_by_one, by_offload };
  BareSender(Way way, std::size_t octets, const measure::Placement& placement);
  ~BareSender();
  BareSender(const BareSender&) = delete;
  BareSender& operator=(const BareSender&) = delete;

  FlowTurn run(std::size_t messages);

 private:
  struct Counted;
  // The count, once it no longer grows.
  std::uint64_t settled() const;

  Counted* const counted_;  // shared with the receiver
  measure::Child receiver_;
  measure::Child sender_;
};

// A flow's producer and consumer.
class FlowSender {
 public:
  FlowSender(std::size_t octets, const measure::Placement& placement);
  FlowTurn run(const std::string& qos, std::size_t messages);

 private:
  measure::Child consumer_;
  measure::Child producer_;
};

}  // namespace bench
