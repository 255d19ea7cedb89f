#pragma once
// The share of a flow's messages that was delivered, by operation.

#include <dimma/flow.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>

class FlowAccount {
 public:
  // Accounts the messages that were sent since the last call to this operation. Requests reports until the consumer has
  // processed all that it has received. Throws std::runtime_error if it does not answer for 10 s.
  template <class T>
  void settle(const dimma::FlowBinding<T>& binding, const std::string& operation) {
    dimma::FlowReport report;
    do {
      report = binding.report(std::chrono::seconds(10));
      if (!report.fresh) throw std::runtime_error("the flow's consumer does not answer");
    } while (!is_done(report.consumer));
    auto& of = operations_[operation];
    const std::uint64_t sent = report.producer.sent + report.producer.dropped;
    of.sent += sent - sent_;
    of.delivered += report.consumer.delivered - delivered_;
    sent_ = sent;
    delivered_ = report.consumer.delivered;
  }
  // The share of the operation's messages that was delivered, from 0 to 1; 0 if none were sent.
  double delivered(const std::string& operation) const {
    const auto found = operations_.find(operation);
    if (found == operations_.end() || found->second.sent == 0) return 0;
    return static_cast<double>(found->second.delivered) / static_cast<double>(found->second.sent);
  }

 private:
  struct Messages {
    std::uint64_t sent = 0;
    std::uint64_t delivered = 0;
  };

  static bool is_done(const dimma::FlowReport::Consumer& said) {
    return said.assembling == 0 && said.received == said.delivered + said.dropped + said.refused + said.unsettled;
  }

  std::map<std::string, Messages> operations_;
  std::uint64_t sent_ = 0;
  std::uint64_t delivered_ = 0;
};
