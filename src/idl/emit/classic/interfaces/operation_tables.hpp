// Writes the constants that describe an operation to the runtime.
#pragma once

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::classic {

// Says whether the request may be sent while its arguments are being written.
enum class OperationSends { AtOnce, InParts };

// Writes the static constants `_operation` and, if the operation raises exceptions, `_raises`.
void write_operation_table(cxx::Writer& body, const cxx::Call& call, OperationSends sends);

}  // namespace dimma::idl::classic
