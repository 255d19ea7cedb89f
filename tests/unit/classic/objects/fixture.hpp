#pragma once
// A client in the classic mapping, and a server in the modern one, in two ORBs of this process.

#include "unit/classic/objects/echo.hh"
#include "unit/classic/objects/modern_server.hpp"

#include <gtest/gtest.h>

#include <string>

namespace dimma {
namespace test {

class ClassicClient : public ::testing::Test {
 protected:
  ClassicClient() {
    int argc = 0;
    orb_ = CORBA::ORB_init(argc, nullptr, "classic client");
  }
  ~ClassicClient() override { orb_->destroy(); }

  CORBA::Object_ptr object(const std::string& reference) { return orb_->string_to_object(reference.c_str()); }
  classic_echoes::Echo_ptr echo() {
    const CORBA::Object_var found = object(server_.echo());
    return classic_echoes::Echo::_narrow(found.in());
  }

  ModernServer server_;
  CORBA::ORB_var orb_;
};

// Returns the exception that `function` throws, which is an Exception. Fails if it throws none.
template <class Exception, class Function>
Exception thrown_by(Function function) {
  try {
    function();
  } catch (const Exception& exception) {
    return exception;
  }
  ADD_FAILURE() << "nothing was thrown";
  return Exception();
}

}  // namespace test
}  // namespace dimma
