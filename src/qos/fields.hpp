#pragma once
// The table of the fields, with all that the text form knows of each.

#include "qos/text.hpp"

#include <array>

namespace dimma::qos {

struct FieldEntry {
  Field field;
  std::string_view name;       // in the text form
  std::string_view long_name;  // the member's name, understood too
  void (*read)(const Value& value, EngineeringQoS& into);
  std::string (*write)(const EngineeringQoS& qos);
  bool (*is_default)(const EngineeringQoS& qos);
};

// Ordered like the enumeration.
extern const std::array<FieldEntry, field_count> field_table;

const FieldEntry& entry_of(Field field) noexcept;
// Returns nullptr if there is no field of that name.
const FieldEntry* find_field(std::string_view name) noexcept;

}  // namespace dimma::qos
