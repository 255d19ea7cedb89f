#pragma once
// This machine: its processors, memory, processes and networks, from /proc.

#include "provider/canned_source.hpp"

namespace aida {

// The constructor determines the data: a network interface that is added later is not among them.
class MachineSource final : public CannedSource {
 public:
  // Tests use another folder than /proc.
  explicit MachineSource(std::string proc = "/proc");
};

}  // namespace aida
