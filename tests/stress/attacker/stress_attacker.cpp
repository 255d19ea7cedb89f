// stress_attacker --ior-dir DIR --transport T: attacks the server of target.ior: for each line
// "ATTACK CONNECTIONS MILLISECONDS" of its input it prints what it did. "list" prints the names of the attacks.
// stress_attacker --serve --ior-dir DIR --transport T: a hostile server, until its input ends.

#include "attacks.hpp"
#include "common/references.hpp"
#include "hostile_server.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/giop/profile_endpoints.hpp"
#include "measure/command_line.hpp"
#include "orb/state/ior.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace {

attacker::Victim victim_in(const std::filesystem::path& file, const std::string& transport) {
  std::ifstream in(file);
  std::string text;
  std::getline(in, text);
  const auto profile = dimma::iiop::decode_profile(dimma::orb::parse_ior(text).profiles.front().data);
  attacker::Victim victim{.endpoint = {}, .key = {profile.object_key.begin(), profile.object_key.end()}};
  for (const auto& endpoint : dimma::iiop::endpoints_of(profile)) {
    if (endpoint.transport == transport) victim.endpoint = endpoint;
  }
  if (victim.endpoint.transport != transport) throw std::runtime_error("the reference has no endpoint of " + transport);
  return victim;
}

void serve(const std::string& folder, const std::string& transport, std::size_t seed) {
  const attacker::HostileServer server(transport, seed);
  publish(server.reference(), std::filesystem::path(folder) / "target.ior");
  publish(server.other_reference(), std::filesystem::path(folder) / "other.ior");
  std::cout << "ready" << std::endl;
  for (std::string line; std::getline(std::cin, line);) continue;
}

void attack(const std::string& folder, const std::string& transport, std::size_t seed) {
  const auto victim = victim_in(std::filesystem::path(folder) / "target.ior", transport);
  for (std::string line; std::getline(std::cin, line); ++seed) {
    if (line == "list") {
      for (const auto& name : attacker::attacks_over(transport)) std::cout << name << ' ';
      std::cout << std::endl;
      continue;
    }
    std::istringstream words(line);
    std::string name;
    std::size_t connections = 0, milliseconds = 0;
    words >> name >> connections >> milliseconds;
    std::cout << attacker::attack(name, victim, {connections, std::chrono::milliseconds(milliseconds), seed})
              << std::endl;
  }
}

int run(int argc, char** argv) {
  std::string folder, transport = "tcp";
  std::size_t seed = 1;
  bool serves = false;
  measure::CommandLine flags("stress_attacker [--serve] --ior-dir DIR --transport T [--seed N]",
                             "Attacks a server as its input says, or is a hostile server until its input ends.");
  flags.toggle("serve", serves, "be a server")
      .required("ior-dir", folder, "where target.ior is")
      .text("transport", transport, "tcp, unix or shm")
      .count("seed", seed, "of what it does (1)");
  if (!flags.parse(argc, argv)) return 0;
  std::signal(SIGPIPE, SIG_IGN);
  serves ? serve(folder, transport, seed) : attack(folder, transport, seed);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("stress_attacker", [&] { return run(argc, argv); });
}
