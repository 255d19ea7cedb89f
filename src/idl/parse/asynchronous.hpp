// Adds implied IDL (CORBA 3.3 part 1, chapter 17): the declarations with which interfaces are called asynchronously.
//
// A reply handler, an interface like any other, is added after each such interface, and the names of its `sendc_`
// operations are chosen.
#pragma once

#include "idl/text/diagnostics.hpp"
#include "idl/tree/ast.hpp"
#include "idl/tree/scope.hpp"

namespace dimma::idl {

enum class Asynchronous {
  None,
  Named,  // those that a pragma names, and their bases
  All,    // all that are neither local nor abstract
};

// Reports pragmas that have no effect. To be called once, on a specification without errors.
void imply_reply_handlers(Specification& specification, Asynchronous which, Diagnostics& diagnostics,
                          LetterCase letter_case = LetterCase::Ignored);

}  // namespace dimma::idl
