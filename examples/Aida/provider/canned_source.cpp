#include "provider/canned_source.hpp"

namespace aida {

Aida::Descriptions CannedSource::data() const {
  Aida::Descriptions descriptions;
  for (const auto& [name, known] : data_) descriptions.push_back(known.description);
  return descriptions;
}

Datum CannedSource::read(const std::string& name, const Parameters& parameters) {
  const auto found = data_.find(name);
  if (found == data_.end()) throw Aida::NoSuchDatum(name);
  return found->second.reader(name, parameters);
}

void CannedSource::add(const std::string& name, Type type, const std::string& text, Reader reader) {
  data_[name] = {Aida::Description(name, type, text), std::move(reader)};
}

void CannedSource::add(const std::string& name, Type type, const std::string& text, std::function<Datum()> reader) {
  add(name, type, text, [reader = std::move(reader)](const std::string& datum, const Parameters& parameters) {
    const CheckedParameters none(datum, parameters, {});
    return reader();
  });
}

}  // namespace aida
