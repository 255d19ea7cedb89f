#pragma once
// Writes JSON for people to read: indented, and with three decimals. Boost.JSON supports neither.

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

namespace measure {

// Writes one value with its commas and indentation. The caller must close all that it opens; this is not checked.
class JsonWriter {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}

  JsonWriter& open_object() { return open('{'); }
  JsonWriter& close_object() { return close('}'); }
  JsonWriter& open_array() { return open('['); }
  JsonWriter& close_array() { return close(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(double number);
  JsonWriter& value(std::size_t number);
  JsonWriter& value(bool truth);
  JsonWriter& value(std::nullptr_t);

  template <class Value>
  JsonWriter& member(std::string_view name, const Value& content) {
    return key(name).value(content);
  }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void begin_value();
  void new_line();

  std::ostream& out_;
  int depth_ = 0;
  bool first_ = true;
  bool after_key_ = false;
};

}  // namespace measure
