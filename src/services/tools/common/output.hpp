#pragma once
// Prints the output of the commands on standard output. The reader may end first (`dimma naming list | head`). The
// command then ends in order, so that it leaves nothing open at a service.

#include "programs/colour.hpp"

#include <boost/json/fwd.hpp>

#include <string_view>

namespace dimma::tools {

// Thrown if standard output can't be written to, with the error of the write.
class OutputLost {
 public:
  explicit OutputLost(int error) : error_(error) {}
  int error() const noexcept { return error_; }

 private:
  int error_;
};

// Prints the text unchanged.
void print_text(std::string_view text);
// Prints the line, and an end of line after it.
void print_line(std::string_view line);
// Prints the value as one line. Its texts have to be UTF-8.
void print_json(const boost::json::value& value);
// Writes a line on standard error, after the printed text: "dimma: " and the words. The name has the colour of the
// style, if the terminal has colours.
void say(programs::Style style, std::string_view words);
// Writes the buffered text now.
void flush_output();

// An array whose elements are printed one by one, each on a line of its own, so that a long one needs no memory.
class JsonArray {
 public:
  JsonArray();
  void add(const boost::json::value& value);
  void end();

 private:
  bool is_empty_ = true;
};

}  // namespace dimma::tools
