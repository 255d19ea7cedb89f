#pragma once
// Reads the system's statistics of this process.

#include <cstdint>
#include <string>

namespace dimma::inspect {

struct ProcessNumbers {
  int pid = 0;
  std::string program;
  std::string host;
  double started_s = 0;  // seconds since the epoch
  double cpu_s = 0;
  std::uint64_t resident_octets = 0;
  std::uint64_t virtual_octets = 0;
  std::uint64_t threads = 0;
  std::uint64_t descriptors = 0;
  std::uint64_t descriptors_max = 0;
};

// Numbers that cannot be read are 0.
ProcessNumbers process_numbers();

}  // namespace dimma::inspect
