#pragma once
// Finds the reason why a QoS cannot be used for a channel.

#include <dimma/qos.hpp>

#include <optional>
#include <string>

namespace dimma::qos {

// The use for which a QoS is checked. A member has its default value while the end or the protocol is not known.
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
