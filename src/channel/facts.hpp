#pragma once
// The lines that dimma::plan() and describe() print about a channel or an endpoint, and wordings shared by all
// protocols.

#include "execution/usage.hpp"

#include <dimma/qos.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::channel {

// One line of Binding::describe(): {"connection", "dedicated", "tcp:127.0.0.1:40312 to tcp:127.0.0.1:4711"}.
struct Fact {
  std::string name;
  std::string value;                             // the planned value, known before the channel exists
  std::string usage = {};                        // the current usage
  std::optional<execution::Usage> numbers = {};  // the current usage in numbers, if it is countable
};

// Returns the value of a QoS field without the field's name, such as "2" for "messages=2".
inline std::string value_text(const EngineeringQoS& qos, Field field) {
  return field_text(qos, field).substr(field_name(field).size() + 1);
}

inline std::string scheduling_text(const EngineeringQoS& qos) {
  return qos.scheduling == Scheduling{} ? "inherited" : value_text(qos, Field::scheduling);
}

// Appends text to the usage of the fact with that name. No-op if no such fact exists.
inline void add_usage(std::vector<Fact>& facts, std::string_view name, std::string_view usage) {
  for (auto& fact : facts) {
    if (fact.name != name) continue;
    if (!fact.usage.empty()) fact.usage += "; ";
    fact.usage += usage;
    return;
  }
}

// Adds to the usage numbers of the fact with that name. No-op if no such fact exists.
inline void add_numbers(std::vector<Fact>& facts, std::string_view name, const execution::Usage& usage) {
  for (auto& fact : facts) {
    if (fact.name != name) continue;
    if (!fact.numbers) fact.numbers.emplace();
    *fact.numbers += usage;
    return;
  }
}

// Adds the usage both as numbers and as text, worded in the same way for all resources.
inline void add_usage(std::vector<Fact>& facts, std::string_view name, const execution::Usage& usage,
                      std::string_view before = {}, std::string_view behind = {}) {
  add_usage(facts, name, std::string(before) + usage_text(usage) + std::string(behind));
  add_numbers(facts, name, usage);
}

}  // namespace dimma::channel
