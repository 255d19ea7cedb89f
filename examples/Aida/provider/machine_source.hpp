#pragma once
// This machine: its processors, memory, processes and networks, from /proc.

#include "provider/canned_source.hpp"

namespace aida {

// Data are found when it is made: an interface that comes later is not among them.
class MachineSource final : public CannedSource {
 public:
  // Another folder than /proc is for tests.
  explicit MachineSource(std::string proc = "/proc");
};

}  // namespace aida
