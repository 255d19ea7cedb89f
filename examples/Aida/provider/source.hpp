#pragma once
// A provider's source of data: the interface that every kind of provider implements.

#include "client/datum.hpp"

#include <string>

namespace aida {

// read() may be called by several threads at once.
class Source {
 public:
  virtual ~Source() = default;
  virtual Aida::Descriptions data() const = 0;
  // Throws Aida::NoSuchDatum, BadParameter and NotAvailable.
  virtual Datum read(const std::string& name, const Parameters& parameters) = 0;
};

// The parameters of one read, checked. Throws Aida::BadParameter.
class CheckedParameters {
 public:
  // `known` are the names of the datum's parameters.
  CheckedParameters(const std::string& datum, const Parameters& parameters, std::initializer_list<const char*> known);

  // The value of a parameter, a whole number from `least` to `most`; `otherwise` if it is not given.
  std::size_t count(const char* name, std::size_t otherwise, std::size_t least, std::size_t most) const;

 private:
  const std::string& datum_;
  const Parameters& parameters_;
};

}  // namespace aida
