// JSON as text.
#include "services/tools/values/values.hpp"

#include <boost/json.hpp>

#include <charconv>
#include <cmath>

namespace dimma::tools::values {

namespace {

void write(std::string& out, const boost::json::value& value) {
  switch (value.kind()) {
    case boost::json::kind::object: {
      char separator = '{';
      for (const auto& [key, member] : value.get_object()) {
        out += separator + boost::json::serialize(key) + ':';
        write(out, member);
        separator = ',';
      }
      out += separator == '{' ? "{}" : "}";
      break;
    }
    case boost::json::kind::array: {
      char separator = '[';
      for (const auto& element : value.get_array()) {
        out += separator;
        write(out, element);
        separator = ',';
      }
      out += separator == '[' ? "[]" : "]";
      break;
    }
    case boost::json::kind::double_: {
      char digits[40];
      const auto end = std::to_chars(std::begin(digits), std::end(digits), value.get_double()).ptr;
      const std::string_view text(digits, static_cast<std::size_t>(end - digits));
      out += text;
      // Also for who reads it: a whole number stays one with a point.
      if (text.find_first_not_of("-0123456789") == std::string_view::npos) out += ".0";
      break;
    }
    default:
      out += boost::json::serialize(value);
  }
}

}  // namespace

std::string json_text(const boost::json::value& value) {
  std::string text;
  write(text, value);
  return text;
}

boost::json::value parse_json(std::string_view text, std::string_view place) {
  boost::json::parse_options options;
  options.max_depth = depth_max;
  boost::json::stream_parser parser({}, options);
  boost::json::error_code error;
  const std::size_t read = parser.write_some(text.data(), text.size(), error);
  if (!error && read == text.size()) parser.finish(error);
  if (!error && read != text.size()) error = boost::json::error::extra_data;
  if (error) {
    const std::string at = read < text.size() ? "at octet " + std::to_string(read + 1) : "at its end";
    throw ValueError(std::string(place) + ": no JSON, " + at + " (" + error.message() +
                     "); a text stands in double quotes");
  }
  return parser.release();
}

}  // namespace dimma::tools::values
