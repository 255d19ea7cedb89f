#include "transport/memory/memory_faults.hpp"

namespace dimma::transport {
namespace {

DirectionPlan random_direction(Chance& chance) {
  DirectionPlan plan;
  if (chance.between(0, 3) != 0) plan.read_octets_max = chance.between(1, 64);
  if (chance.between(0, 3) != 0) plan.write_octets_max = chance.between(1, 64);
  if (chance.between(0, 3) == 0) plan.delay_max = std::chrono::microseconds(chance.between(1, 50));
  plan.buffer_octets = chance.between(1, 4096);
  return plan;
}

std::string describe(const DirectionPlan& plan) {
  std::string text = "buffer " + std::to_string(plan.buffer_octets);
  if (plan.read_octets_max != any_size) text += ", reads up to " + std::to_string(plan.read_octets_max);
  if (plan.write_octets_max != any_size) text += ", writes up to " + std::to_string(plan.write_octets_max);
  if (plan.delay_max.count() != 0) text += ", delays up to " + std::to_string(plan.delay_max.count()) + " us";
  if (plan.cut != Cut::never) {
    text += plan.cut == Cut::end ? ", ended after " : ", reset after ";
    text += std::to_string(plan.cut_after_octets);
  }
  return text;
}

}  // namespace

ConnectionPlan random_plan(std::uint64_t seed, std::uint64_t octets_max) {
  Chance chance(seed);
  ConnectionPlan plan;
  plan.seed = seed;
  plan.to_listener = random_direction(chance);
  plan.to_connector = random_direction(chance);
  if (chance.between(0, 1) == 0) {
    DirectionPlan& direction = chance.between(0, 1) == 0 ? plan.to_listener : plan.to_connector;
    direction.cut = chance.between(0, 1) == 0 ? Cut::end : Cut::reset;
    direction.cut_after_octets = chance.between(0, octets_max);
  }
  return plan;
}

std::string describe(const ConnectionPlan& plan) {
  std::string text = "seed " + std::to_string(plan.seed);
  if (plan.connecting == Connecting::refused) text += "; refused";
  if (plan.connecting == Connecting::silent) text += "; silent";
  text += "; to the listener: " + describe(plan.to_listener);
  text += "; to the connector: " + describe(plan.to_connector);
  return text;
}

}  // namespace dimma::transport
