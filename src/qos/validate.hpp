#pragma once
// Finds the reason for which no channel can be made with a QoS.

#include <dimma/qos.hpp>

#include <optional>
#include <string>

namespace dimma::qos {

// The purpose for which a QoS is checked. Fields that are left out are not yet known.
struct Purpose {
  std::optional<End> end = {};
  Protocol protocol = Protocol::any;
};

struct Problem {
  Field field;
  std::string reason;
};

std::optional<Problem> find_problem(const EngineeringQoS& qos, const Purpose& purpose);

}  // namespace dimma::qos
