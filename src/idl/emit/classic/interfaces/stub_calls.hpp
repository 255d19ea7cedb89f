// Writes the operations of stubs.
#pragma once

#include <string>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// The class that has the function, and the interface whose skeleton a servant in the same process has; nullptr if the
// class is the stub of an abstract interface, which has no skeleton.
struct StubClass {
  std::string name;
  const Interface* served = nullptr;
};

// Writes the function, which calls the servant if it is in the same process, and otherwise sends a request.
void write_stub_call(cxx::Writer& writer, const StubClass& stub, const cxx::Call& call, const cxx::Context& context);

}  // namespace dimma::idl::classic
