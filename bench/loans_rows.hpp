#pragma once
// The parts of dimma-bench loans, which are in several files.

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

struct LoansAsked {
  std::string sizes = "4096,65536,1048576,67108864";
  std::string readers = "1,8";
  std::string published = "4096,65536,1048576,16777216";
  std::size_t turns = 15;
  std::size_t turn_ms = 60;
};

// Times the publishing of octets in a message buffer by the number of readers, and how long it takes until all have
// read them.
void publish_loans(const LoansAsked& asked);

}  // namespace bench
