#pragma once
// The transports of an ORB.

#include "transport/transport.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma::transport {

// The transports in order of preference, the fastest first, for a protocol that may choose. They must outlive this
// object.
class Transports {
 public:
  Transports(std::vector<Transport*> transports) : transports_(std::move(transports)) {}  // NOLINT: a list of them

  // Returns nullptr if no transport has this name.
  Transport* find(std::string_view name) const noexcept {
    const auto found = std::find_if(transports_.begin(), transports_.end(),
                                    [name](const Transport* transport) { return transport->name() == name; });
    return found == transports_.end() ? nullptr : *found;
  }

  // Returns nullptr if the program has no TLS.
  SecureTransport* secure() const noexcept {
    for (Transport* const each : transports_) {
      if (auto* const secure = each->secure()) return secure;
    }
    return nullptr;
  }

  auto begin() const noexcept { return transports_.begin(); }
  auto end() const noexcept { return transports_.end(); }

 private:
  std::vector<Transport*> transports_;
};

}  // namespace dimma::transport
