#include "services/tools/common/output.hpp"

#include "services/inspect/text/json_text.hpp"

#include <unistd.h>

#include <cerrno>
#include <iostream>

namespace dimma::tools {

namespace {

void check_output() {
  if (!std::cout) throw OutputLost(errno);
}

}  // namespace

void print_text(std::string_view text) {
  std::cout << text;
  check_output();
}

void print_line(std::string_view line) {
  std::cout << line << '\n';
  check_output();
}

void print_json(const boost::json::value& value) { print_line(inspect::json_text(value)); }

void say(programs::Style style, std::string_view words) {
  std::cout.flush();
  std::cerr << programs::styled_if(programs::wants_colour(STDERR_FILENO), style, "dimma:") << ' ' << words << std::endl;
}

void flush_output() {
  std::cout.flush();
  check_output();
}

JsonArray::JsonArray() { std::cout << '['; }

void JsonArray::add(const boost::json::value& value) {
  std::cout << (is_empty_ ? "\n" : ",\n") << inspect::json_text(value);
  is_empty_ = false;
  check_output();
}

void JsonArray::end() { print_line(is_empty_ ? "]" : "\n]"); }

}  // namespace dimma::tools
