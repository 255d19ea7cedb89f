// Adds implied IDL (CORBA 3.3 part 1, chapter 17), which declares asynchronous calls.
//
// For each interface with asynchronous calls, adds a reply handler (an ordinary interface) after it, and chooses the
// names of its `sendc_` operations.
#pragma once

#include "idl/text/diagnostics.hpp"
#include "idl/tree/ast.hpp"
#include "idl/tree/scope.hpp"

namespace dimma::idl {

enum class Asynchronous {
  None,
  Named,  // interfaces that a pragma names, and their bases
  All,    // all interfaces that are neither local nor abstract
};

// Adds the reply handlers, and reports pragmas that have no effect. Called once, with a specification without errors.
void imply_reply_handlers(Specification& specification, Asynchronous which, Diagnostics& diagnostics,
                          LetterCase letter_case = LetterCase::Ignored);

}  // namespace dimma::idl
