#pragma once
// The description of a part of a reference: for people a line with others below it, for programs JSON.

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace dimma::tools::ior {

struct Described {
  std::string text;                  // without an end of line; printable
  boost::json::object json = {};     // its texts are printable
  std::string parts_name = "parts";  // the name of the parts in JSON
  std::vector<Described> parts = {};
  bool is_damaged = false;  // the line says what is wrong

  // Adds a part with that text.
  Described& add(std::string line) { return parts.emplace_back(Described{.text = std::move(line)}); }
  void add_damage(const std::string& what);
  // Returns true if it or a part is damaged.
  bool has_damage() const;
};

// Prints the line, and those of the parts below it, each with two more blanks in front.
void print(const Described& described, std::size_t blanks = 0);
// Returns the JSON, with the parts as an array of the same form, and damages as "damage": [texts].
boost::json::object json_of(const Described& described);

}  // namespace dimma::tools::ior
