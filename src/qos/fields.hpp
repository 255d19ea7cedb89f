#pragma once
// The table of the fields: all that the text form knows of each.

#include "qos/text.hpp"

#include <array>

namespace dimma::qos {

struct FieldEntry {
  Field field;
  std::string_view name;       // in the text form
  std::string_view long_name;  // the member's, understood too
  void (*read)(const Value& value, EngineeringQoS& into);
  std::string (*write)(const EngineeringQoS& qos);
  bool (*is_default)(const EngineeringQoS& qos);
};

// In the order of the enumeration.
extern const std::array<FieldEntry, field_count> field_table;

const FieldEntry& entry_of(Field field) noexcept;
// nullptr when there is no field of that name.
const FieldEntry* find_field(std::string_view name) noexcept;

}  // namespace dimma::qos
