#pragma once
// The attacks on a server over a number of connections, for a limited time.

#include "octets.hpp"
#include "transport/transport.hpp"

#include <functional>
#include <random>
#include <string>

namespace attacker {

struct Victim {
  dimma::transport::Endpoint endpoint;
  Octets key;  // names an object of Stress::Target
};

struct Plan {
  std::size_t connections = 1;
  std::chrono::milliseconds how_long{1000};
  std::uint64_t seed = 1;
};

// The names of all attacks over a transport.
std::vector<std::string> attacks_over(const std::string& transport);
// Returns a description of what it did. Throws for an unknown name.
std::string attack(const std::string& name, const Victim& victim, const Plan& plan);

}  // namespace attacker
