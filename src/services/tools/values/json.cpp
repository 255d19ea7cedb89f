// Parses and writes JSON.
#include "services/inspect/text/json_text.hpp"
#include "services/tools/values/values.hpp"

#include <boost/json.hpp>
#include <boost/json/basic_parser_impl.hpp>

#include <charconv>
#include <cmath>

namespace dimma::tools::values {

namespace {

// Builds values from the events of Boost.JSON's parser. Converts each number to the nearest double itself, since the
// parser's conversion is off by a few units in the last place.
class NearestNumbers {
 public:
  static constexpr std::size_t max_object_size = std::size_t(-1) >> 1;
  static constexpr std::size_t max_array_size = max_object_size;
  static constexpr std::size_t max_key_size = max_object_size;
  static constexpr std::size_t max_string_size = max_object_size;

  NearestNumbers() { values_.reset(); }

  boost::json::value release() { return values_.release(); }

  using Text = boost::json::string_view;
  using Error = boost::json::error_code;
  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_object_begin(Error&) { return true; }
  bool on_object_end(std::size_t size, Error&) { return values_.push_object(size), true; }
  bool on_array_begin(Error&) { return true; }
  bool on_array_end(std::size_t size, Error&) { return values_.push_array(size), true; }
  bool on_key_part(Text text, std::size_t, Error&) { return values_.push_chars(text), true; }
  bool on_key(Text text, std::size_t, Error&) { return values_.push_key(text), true; }
  bool on_string_part(Text text, std::size_t, Error&) { return values_.push_chars(text), true; }
  bool on_string(Text text, std::size_t, Error&) { return values_.push_string(text), true; }
  bool on_number_part(Text text, Error&) { return number_.append(text.data(), text.size()), true; }
  bool on_int64(std::int64_t number, Text, Error&) { return number_.clear(), values_.push_int64(number), true; }
  bool on_uint64(std::uint64_t number, Text, Error&) { return number_.clear(), values_.push_uint64(number), true; }
  bool on_double(double near, Text text, Error&) {
    number_.append(text.data(), text.size());
    double nearest = near;  // unchanged if the number underflows
    std::from_chars(number_.data(), number_.data() + number_.size(), nearest);
    number_.clear();
    values_.push_double(nearest);
    return true;
  }
  bool on_bool(bool value, Error&) { return values_.push_bool(value), true; }
  bool on_null(Error&) { return values_.push_null(), true; }
  bool on_comment_part(Text, Error&) { return true; }
  bool on_comment(Text, Error&) { return true; }

 private:
  boost::json::value_stack values_;
  std::string number_;
};

}  // namespace

std::string json_text(const boost::json::value& value) { return inspect::json_text(value); }

boost::json::value parse_json(std::string_view text, std::string_view place) {
  boost::json::parse_options options;
  options.max_depth = depth_max;
  boost::json::basic_parser<NearestNumbers> parser(options);
  boost::json::error_code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  if (!error && read != text.size()) error = boost::json::error::extra_data;
  if (error) {
    const std::string at = read < text.size() ? "at octet " + std::to_string(read + 1) : "at its end";
    throw ValueError(std::string(place) + ": not JSON, " + at + " (" + error.message() +
                     "); a string needs double quotes");
  }
  return parser.handler().release();
}

}  // namespace dimma::tools::values
