#pragma once
// A source whose data are functions: the base of sources that need no connection.

#include "provider/source.hpp"

#include <functional>
#include <unordered_map>

namespace aida {

class CannedSource : public Source {
 public:
  Aida::Descriptions data() const override;
  Datum read(const std::string& name, const Parameters& parameters) override;

 protected:
  using Reader = std::function<Datum(const std::string& name, const Parameters& parameters)>;
  void add(const std::string& name, Type type, const std::string& text, Reader reader);
  // Adds a datum without parameters.
  void add(const std::string& name, Type type, const std::string& text, std::function<Datum()> reader);

 private:
  struct Known {
    Aida::Description description;
    Reader reader;
  };
  std::unordered_map<std::string, Known> data_;
};

}  // namespace aida
