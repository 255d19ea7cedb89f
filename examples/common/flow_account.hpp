#pragma once
// Which share of a flow's messages was delivered, operation by operation.

#include <dimma/flow.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>

class FlowAccount {
 public:
  // The messages sent since the last time were calls of this operation: asks for their fate, again and again until the
  // consumer has done with all that it received. Throws when it says nothing for 10 s.
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
  // A fraction; 0 where nothing was sent.
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
