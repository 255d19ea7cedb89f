#pragma once
// Prints the output of the commands on standard output. If the reader ends first (`dimma naming list | head`), the
// command still ends in an orderly way, and leaves nothing open at a service.

#include "programs/colour.hpp"

#include <boost/json/fwd.hpp>

#include <string_view>

namespace dimma::tools {

// Thrown if standard output cannot be written. Contains the errno of the write.
class OutputLost {
 public:
  explicit OutputLost(int error) : error_(error) {}
  int error() const noexcept { return error_; }

 private:
  int error_;
};

// Prints the text unchanged.
void print_text(std::string_view text);
// Prints the line and a newline.
void print_line(std::string_view line);
// Prints the value on one line. Its texts must be UTF-8.
void print_json(const boost::json::value& value);
// Prints "dimma: " and the words on standard error, after flushing standard output. "dimma: " has the colour of the
// style if colours are enabled.
void say(programs::Style style, std::string_view words);
// Flushes the buffered text.
void flush_output();

// Prints an array one element per line, as elements are added, so that long arrays need no memory.
class JsonArray {
 public:
  JsonArray();
  void add(const boost::json::value& value);
  void end();

 private:
  bool is_empty_ = true;
};

}  // namespace dimma::tools
