#pragma once
// The common part of dimma's clients in the interoperability tests.

#include <dimma/binding.hpp>
#include <dimma/exception.hpp>

#include <exception>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace mapped {

// Describes the current exception.
inline std::string describe_exception() {
  std::ostringstream text;
  try {
    throw;
  } catch (const CORBA::Exception& exception) {
    text << exception;
  } catch (const std::exception& exception) {
    text << exception.what();
  } catch (...) {
    text << "an exception of unknown type";
  }
  return text.str();
}

// Runs `check` and returns its exit status. Prints any other exception, and returns 1.
template <class Check>
int run_client(const std::string& name, Check check) {
  try {
    return check();
  } catch (...) {
    std::cerr << name << "_client: " << describe_exception() << '\n';
  }
  return 1;
}

// Explicit bindings, if a QoS is given. They last as long as this object.
class Bindings {
 public:
  explicit Bindings(std::string qos) : qos_(std::move(qos)) {}

  // The object, bound with the QoS.
  template <class T>
  CORBA::object_reference<T> through(const CORBA::object_reference<T>& object) {
    if (qos_.empty()) return object;
    auto binding = std::make_shared<dimma::Binding<T>>(dimma::bind(object, dimma::EngineeringQoS::parse(qos_)));
    const auto reference = binding->reference();
    bindings_.push_back(std::move(binding));
    return reference;
  }

 private:
  std::string qos_;
  std::vector<std::shared_ptr<void>> bindings_;
};

}  // namespace mapped
