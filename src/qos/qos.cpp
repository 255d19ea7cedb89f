#include <dimma/qos.hpp>

#include "qos/assembled.hpp"
#include "qos/fields.hpp"
#include "qos/validate.hpp"

#include <algorithm>
#include <ostream>

namespace dimma {
namespace {

std::string describe(std::string_view field, std::string_view reason, std::optional<std::size_t> offset) {
  std::string text = field.empty() ? "QoS" : "field " + qos::quoted(field);
  if (offset) text += " at column " + std::to_string(*offset + 1);
  return text.append(": ").append(reason);
}

[[noreturn]] void unknown_field(const qos::Piece& name) {
  std::vector<std::string_view> names;
  for (const auto& entry : qos::field_table) names.insert(names.end(), {entry.name, entry.long_name});
  std::string reason = "there is no such field";
  if (const auto meant = qos::nearest_word(name.text, names); !meant.empty()) {
    reason += "; did you mean " + qos::quoted(meant) + "?";
  }
  throw QoSError(name.text, reason, name.offset);
}

using Offsets = std::array<std::optional<std::size_t>, field_count>;

void read_element(const qos::Element& element, EngineeringQoS& into, Offsets& said_at) {
  const qos::FieldEntry* entry = qos::find_field(element.name.text);
  if (entry == nullptr) unknown_field(element.name);
  auto& said = said_at[static_cast<std::size_t>(entry->field)];
  if (said) {
    throw QoSError(entry->name, "given twice; the first is at column " + std::to_string(*said + 1),
                   element.name.offset);
  }
  said = element.name.offset;
  if (!element.has_value) throw QoSError(entry->name, "'=' and a value are missing", element.name.offset);
  entry->read(qos::read_items(entry->name, element.value), into);
}

void check(const EngineeringQoS& qos, const qos::Purpose& purpose) {
  if (const auto problem = qos::find_problem(qos, purpose)) throw QoSError(problem->field, problem->reason);
}

std::string join_fields(const EngineeringQoS& qos, bool with_defaults) {
  std::string text;
  for (const auto& entry : qos::field_table) {
    if (!with_defaults && entry.is_default(qos)) continue;
    if (!text.empty()) text += ',';
    text.append(entry.name).append("=").append(entry.write(qos));
  }
  return text;
}

}  // namespace

QoSError::QoSError(std::string_view field, std::string_view reason, std::optional<std::size_t> offset)
    : std::runtime_error(describe(field, reason, offset)),
      details_(std::make_shared<const Details>(Details{std::string(field), std::string(reason), offset})) {}

EngineeringQoS EngineeringQoS::parse(std::string_view text) {
  EngineeringQoS read;
  Offsets said_at{};
  for (const qos::Element& element : qos::split_elements(text)) read_element(element, read, said_at);
  if (const auto problem = qos::find_problem(read, {})) {
    throw QoSError(problem->field, problem->reason, said_at[static_cast<std::size_t>(problem->field)]);
  }
  return read;
}

EngineeringQoS EngineeringQoS::parse(const char* text) {
  if (text == nullptr) throw QoSError("", "the text is a null pointer (the default QoS is an empty text)");
  return parse(std::string_view(text));
}

std::string EngineeringQoS::to_string() const { return join_fields(*this, false); }
std::string EngineeringQoS::to_full_string() const { return join_fields(*this, true); }

void EngineeringQoS::validate() const { check(*this, {}); }
void EngineeringQoS::validate(End end) const { check(*this, {end, Protocol::any}); }
void EngineeringQoS::validate(End end, Protocol over) const { check(*this, {end, over}); }

std::ostream& operator<<(std::ostream& out, const EngineeringQoS& qos) {
  const std::string text = qos.to_string();
  return out << (text.empty() ? "default" : text);
}

std::string_view field_name(Field field) noexcept { return qos::entry_of(field).name; }

std::vector<Field> fields_said(const EngineeringQoS& qos) {
  std::vector<Field> said;
  for (const auto& entry : qos::field_table) {
    if (!entry.is_default(qos)) said.push_back(entry.field);
  }
  return said;
}

std::string field_text(const EngineeringQoS& qos, Field field) {
  const qos::FieldEntry& entry = qos::entry_of(field);
  return std::string(entry.name).append("=").append(entry.write(qos));
}

QoSError not_assembled(const EngineeringQoS& qos, Field field, std::string_view by) {
  return {field, field_text(qos, field).append(" is not supported by ").append(by)};
}

void require_assembled(const EngineeringQoS& qos, std::span<const Field> assembled, std::string_view by) {
  for (const Field field : fields_said(qos)) {
    if (std::find(assembled.begin(), assembled.end(), field) == assembled.end()) throw not_assembled(qos, field, by);
  }
}

}  // namespace dimma
