#pragma once
// The transports that an ORB has.

#include "transport/transport.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma::transport {

// The list is in the order in which a protocol that may choose tries them: the fastest first. They must outlive it.
class Transports {
 public:
  Transports(std::vector<Transport*> transports) : transports_(std::move(transports)) {}  // NOLINT: a list of them

  // nullptr if there is none of that name.
  Transport* find(std::string_view name) const noexcept {
    const auto found = std::find_if(transports_.begin(), transports_.end(),
                                    [name](const Transport* transport) { return transport->name() == name; });
    return found == transports_.end() ? nullptr : *found;
  }

  auto begin() const noexcept { return transports_.begin(); }
  auto end() const noexcept { return transports_.end(); }

 private:
  std::vector<Transport*> transports_;
};

}  // namespace dimma::transport
