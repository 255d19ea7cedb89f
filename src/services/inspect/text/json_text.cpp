#include "services/inspect/text/json_text.hpp"

#include <boost/json.hpp>

#include <charconv>
#include <iterator>
#include <string_view>

namespace dimma::inspect {

namespace {

// Appends the shortest text that parses as the same double. A whole number gets ".0", to be parsed as a double too.
void append_double(std::string& out, double number) {
  char digits[40];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
  const std::string_view text(digits, static_cast<std::size_t>(end - digits));
  out += text;
  if (text.find_first_not_of("-0123456789") == std::string_view::npos) out += ".0";
}

// Appends the value as one line. Recurses for nested values.
void append_json(std::string& out, const boost::json::value& value) {
  switch (value.kind()) {
    case boost::json::kind::object: {
      char separator = '{';
      for (const auto& [key, member] : value.get_object()) {
        out += separator + boost::json::serialize(key) + ':';
        append_json(out, member);
        separator = ',';
      }
      out += separator == '{' ? "{}" : "}";
      break;
    }
    case boost::json::kind::array: {
      char separator = '[';
      for (const auto& element : value.get_array()) {
        out += separator;
        append_json(out, element);
        separator = ',';
      }
      out += separator == '[' ? "[]" : "]";
      break;
    }
    case boost::json::kind::double_:
      append_double(out, value.get_double());
      break;
    default:
      out += boost::json::serialize(value);
  }
}

}  // namespace

std::string json_text(const boost::json::value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

}  // namespace dimma::inspect
