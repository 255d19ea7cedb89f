#pragma once
// The lines that dimma::plan() and describe() print about a channel or an endpoint, and the words that every protocol
// uses in them.

#include "execution/usage.hpp"

#include <dimma/qos.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::channel {

// A line of Binding::describe(): {"connection", "dedicated", "tcp:127.0.0.1:40312 to tcp:127.0.0.1:4711"}.
struct Fact {
  std::string name;
  std::string value;                             // the planned value, known before anything is made
  std::string usage = {};                        // the usage at the moment
  std::optional<execution::Usage> numbers = {};  // the usage in numbers, if it can be counted
};

// The value of a QoS field, without the field's name: "2" of "messages=2".
inline std::string value_text(const EngineeringQoS& qos, Field field) {
  return field_text(qos, field).substr(field_name(field).size() + 1);
}

inline std::string scheduling_text(const EngineeringQoS& qos) {
  return qos.scheduling == Scheduling{} ? "inherited" : value_text(qos, Field::scheduling);
}

// Appends to the usage of the fact of that name, if there is one.
inline void add_usage(std::vector<Fact>& facts, std::string_view name, std::string_view usage) {
  for (auto& fact : facts) {
    if (fact.name != name) continue;
    if (!fact.usage.empty()) fact.usage += "; ";
    fact.usage += usage;
    return;
  }
}

// The same in numbers: adds them to those that are there.
inline void add_numbers(std::vector<Fact>& facts, std::string_view name, const execution::Usage& usage) {
  for (auto& fact : facts) {
    if (fact.name != name) continue;
    if (!fact.numbers) fact.numbers.emplace();
    *fact.numbers += usage;
    return;
  }
}

// Adds both, in the words that every allocator uses.
inline void add_usage(std::vector<Fact>& facts, std::string_view name, const execution::Usage& usage,
                      std::string_view before = {}, std::string_view behind = {}) {
  add_usage(facts, name, std::string(before) + usage_text(usage) + std::string(behind));
  add_numbers(facts, name, usage);
}

}  // namespace dimma::channel
