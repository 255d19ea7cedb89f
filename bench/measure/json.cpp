#include "measure/json.hpp"

#include <boost/json/serialize.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace measure {
namespace {

void write_text(std::ostream& out, std::string_view text) {
  out << boost::json::serialize(boost::json::string_view(text.data(), text.size()));
}

}  // namespace

void JsonWriter::new_line() { out_ << '\n' << std::string(static_cast<std::size_t>(depth_) * 2, ' '); }

void JsonWriter::begin_value() {
  if (after_key_) {
    after_key_ = false;
  } else {
    if (!first_) out_ << ',';
    if (depth_ > 0) new_line();
  }
  first_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  begin_value();
  out_ << bracket;
  ++depth_;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  --depth_;
  if (!first_) new_line();
  out_ << bracket;
  first_ = false;
  if (depth_ == 0) out_ << '\n';
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  begin_value();
  write_text(out_, name);
  out_ << ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  begin_value();
  write_text(out_, text);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return value(nullptr);
  begin_value();
  // The longest number has a sign, 309 digits before the point, and three after it.
  std::array<char, 320> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, 3).ptr;
  out_.write(text.data(), end - text.data());
  return *this;
}

JsonWriter& JsonWriter::value(std::size_t number) {
  begin_value();
  out_ << std::to_string(number);
  return *this;
}

JsonWriter& JsonWriter::value(std::nullptr_t) {
  begin_value();
  out_ << "null";
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  begin_value();
  out_ << (truth ? "true" : "false");
  return *this;
}

}  // namespace measure
