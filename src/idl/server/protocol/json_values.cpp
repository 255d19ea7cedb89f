#include "idl/server/protocol/json_values.hpp"

#include <limits>

namespace dimma::idl {

namespace json = boost::json;

namespace {

[[noreturn]] void fail_params(std::string_view name, const char* what) {
  throw RpcError(RpcCode::InvalidParams, "'" + std::string(name) + "' is missing, or not " + what);
}

json::string_view json_text(std::string_view text) { return {text.data(), text.size()}; }

std::uint32_t required_count(const json::value& value, std::string_view name) {
  const json::value& number = required_member(value, name);
  std::int64_t count = -1;
  if (number.is_int64()) count = number.get_int64();
  if (count < 0 || count > std::numeric_limits<std::int32_t>::max()) fail_params(name, "a number from 0 to 2147483647");
  return static_cast<std::uint32_t>(count);
}

TextPosition read_position(const json::value& value) {
  return {required_count(value, "line"), required_count(value, "character")};
}

}  // namespace

const json::value* member_of(const json::value* value, std::string_view name) {
  if (value == nullptr || !value->is_object()) return nullptr;
  return value->get_object().if_contains(json_text(name));
}

const json::value& required_member(const json::value& value, std::string_view name) {
  const json::value* found = member_of(&value, name);
  if (found == nullptr) fail_params(name, "there");
  return *found;
}

std::string required_text(const json::value& value, std::string_view name) {
  const std::optional<std::string> text = optional_text(member_of(&value, name));
  if (!text) fail_params(name, "a string");
  return *text;
}

TextPosition required_position(const json::value& value, std::string_view name) {
  return read_position(required_member(value, name));
}

TextRange read_range(const json::value& value) {
  return {required_position(value, "start"), required_position(value, "end")};
}

std::optional<std::string> optional_text(const json::value* value) {
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string(value->get_string().data(), value->get_string().size());
}

bool optional_flag(const json::value* value, bool otherwise) {
  return value != nullptr && value->is_bool() ? value->get_bool() : otherwise;
}

std::vector<std::string> texts_of(const json::value* value) {
  std::vector<std::string> texts;
  if (value == nullptr || !value->is_array()) return texts;
  for (const json::value& each : value->get_array()) {
    if (const auto text = optional_text(&each)) texts.push_back(*text);
  }
  return texts;
}

json::value position_json(const TextPosition& position) {
  return json::object{{"line", position.line}, {"character", position.character}};
}

json::value range_json(const TextRange& range) {
  return json::object{{"start", position_json(range.start)}, {"end", position_json(range.end)}};
}

}  // namespace dimma::idl
