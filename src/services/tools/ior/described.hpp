#pragma once
// The description of a part of a reference: text with indented lines below it for people, and JSON for programs.

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace dimma::tools::ior {

struct Described {
  std::string text;                  // one line, printable
  boost::json::object json = {};     // texts in it are printable
  std::string parts_name = "parts";  // key of the parts in the JSON
  std::vector<Described> parts = {};
  bool is_damaged = false;  // the text describes the damage

  // Adds a part with the text.
  Described& add(std::string line) { return parts.emplace_back(Described{.text = std::move(line)}); }
  void add_damage(const std::string& what);
  // Returns true if this description or a part of it is damaged.
  bool has_damage() const;
};

// Prints the line, then the parts, indented by two more blanks.
void print(const Described& described, std::size_t blanks = 0);
// Returns the JSON. The parts that have JSON become an array of such objects, with the key `parts_name`; descriptions
// of damage become an array of strings, with the key "damage".
boost::json::object json_of(const Described& described);

}  // namespace dimma::tools::ior
