#pragma once
// Sources of which each datum is a function: the base of those that need no connection to anything.

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
  // One that takes no parameters.
  void add(const std::string& name, Type type, const std::string& text, std::function<Datum()> reader);

 private:
  struct Known {
    Aida::Description description;
    Reader reader;
  };
  std::unordered_map<std::string, Known> data_;
};

}  // namespace aida
