#include "provider/source.hpp"

#include <algorithm>
#include <charconv>

namespace aida {

CheckedParameters::CheckedParameters(const std::string& datum, const Parameters& parameters,
                                     std::initializer_list<const char*> known)
    : datum_(datum), parameters_(parameters) {
  std::string names;
  for (const char* const name : known) names += (names.empty() ? "" : ", ") + std::string(name);
  for (auto given = parameters.begin(); given != parameters.end(); ++given) {
    const bool is_known = std::find(known.begin(), known.end(), given->name()) != known.end();
    const auto same = [&](const Aida::Parameter& other) { return other.name() == given->name(); };
    if (!is_known) {
      throw Aida::BadParameter(datum, given->name(), given->text(),
                               names.empty() ? "has no meaning: the datum takes none" : "has no meaning, but " + names);
    }
    if (std::find_if(parameters.begin(), given, same) != given) {
      throw Aida::BadParameter(datum, given->name(), given->text(), "is given twice");
    }
  }
}

std::size_t CheckedParameters::count(const char* name, std::size_t otherwise, std::size_t least,
                                     std::size_t most) const {
  for (const Aida::Parameter& given : parameters_) {
    if (given.name() != name) continue;
    const std::string& text = given.text();
    std::size_t number = 0;
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (text.empty() || read.ec != std::errc() || read.ptr != end || number < least || number > most) {
      throw Aida::BadParameter(datum_, given.name(), text,
                               "is no whole number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return number;
  }
  return otherwise;
}

}  // namespace aida
