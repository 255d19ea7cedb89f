#include "client/datum.hpp"

#include <array>
#include <stdexcept>
#include <vector>

namespace aida {
namespace {

constexpr std::array names = {"boolean",   "octet",  "short",    "long",    "longlong", "float",
                              "double",    "string", "booleans", "octets",  "shorts",   "longs",
                              "longlongs", "floats", "doubles",  "strings", "table",    "any"};
static_assert(names.size() == std::variant_size_v<Datum>);

}  // namespace

const char* name_of(Type type) noexcept { return names[static_cast<std::size_t>(type) % names.size()]; }

Type type_named(const std::string& name) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (name == names[i]) return static_cast<Type>(i);
    all += (i == 0 ? "" : ", ") + std::string(names[i]);
  }
  throw std::invalid_argument("there is no type '" + name + "', but " + all);
}

Parameters parameters_of(const std::vector<std::string>& texts) {
  Parameters parameters;
  for (const std::string& text : texts) {
    const auto at = text.find('=');
    if (at == std::string::npos || at == 0) throw std::invalid_argument("'" + text + "' is no parameter: name=value");
    parameters.emplace_back(text.substr(0, at), text.substr(at + 1));
  }
  return parameters;
}

}  // namespace aida
