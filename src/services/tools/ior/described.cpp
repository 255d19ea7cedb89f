#include "services/tools/ior/described.hpp"

#include "services/tools/common/output.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace dimma::tools::ior {

void Described::add_damage(const std::string& what) {
  add("damaged: " + what).is_damaged = true;
  parts.back().json["damage"] = what;
}

bool Described::has_damage() const {
  return is_damaged || std::any_of(parts.begin(), parts.end(), [](const Described& part) { return part.has_damage(); });
}

void print(const Described& described, std::size_t blanks) {
  print_line(std::string(blanks, ' ') + described.text);
  for (const Described& part : described.parts) print(part, blanks + 2);
}

boost::json::object json_of(const Described& described) {
  boost::json::object json = described.json;
  boost::json::array parts;
  boost::json::array damage;
  for (const Described& part : described.parts) {
    if (part.is_damaged) {
      damage.push_back(part.json.at("damage"));
    } else if (!part.json.empty()) {  // parts without JSON only repeat it in words
      parts.push_back(json_of(part));
    }
  }
  if (!parts.empty()) json[described.parts_name] = std::move(parts);
  if (!damage.empty()) json["damage"] = std::move(damage);
  return json;
}

}  // namespace dimma::tools::ior
