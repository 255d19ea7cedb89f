#pragma once
// The table of the QoS fields, with the names, the parser and the formatter of each field in the text form.

#include "qos/text.hpp"

#include <array>

namespace dimma::qos {

struct FieldEntry {
  Field field;
  std::string_view name;       // name in the text form
  std::string_view long_name;  // name of the member, accepted as well
  void (*read)(const Value& value, EngineeringQoS& into);
  std::string (*write)(const EngineeringQoS& qos);
  bool (*is_default)(const EngineeringQoS& qos);
};

// In the order of the enumeration Field.
extern const std::array<FieldEntry, field_count> field_table;

const FieldEntry& entry_of(Field field) noexcept;
// Returns nullptr if no field has this name.
const FieldEntry* find_field(std::string_view name) noexcept;

}  // namespace dimma::qos
