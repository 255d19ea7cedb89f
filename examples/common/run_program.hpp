#pragma once
// The exit of the examples' programs: status 2 and the flag's name if the command line is wrong or has an impossible
// QoS, status 1 and the exception's text for other errors.

#include "measure/command_line.hpp"

#include <dimma/binding.hpp>
#include <dimma/corba.hpp>

#include <functional>
#include <sstream>
#include <string>

inline int run_program(const std::string& name, const std::function<int()>& body) {
  return measure::run_program(name, [&body] {
    try {
      return body();
    } catch (const dimma::QoSError& wrong) {
      throw measure::UsageError(std::string("--qos: ") + wrong.what());
    } catch (const CORBA::Exception& exception) {
      std::ostringstream text;
      text << exception;
      throw std::runtime_error(text.str());
    }
  });
}

// Calls CORBA::ORB_init(), and reports an invalid option as an error of the command line.
inline IDL::traits<CORBA::ORB>::ref_type init_orb(int& argc, char** argv) {
  try {
    return CORBA::ORB_init(argc, argv);
  } catch (const CORBA::BAD_PARAM& wrong) {
    throw measure::UsageError(wrong._detail());
  }
}
