// Implied IDL (CORBA 3.3 part 1, chapter 17): what interfaces have for being called without waiting.
//
// For each such interface a reply handler is added behind it, an interface like any other, and the names of its
// `sendc_` operations are chosen.
#pragma once

#include "idl/text/diagnostics.hpp"
#include "idl/tree/ast.hpp"
#include "idl/tree/scope.hpp"

namespace dimma::idl {

enum class Asynchronous {
  None,
  Named,  // those that a pragma names, and what they derive from
  All,    // all that are neither local nor abstract
};

// Reports what a pragma names in vain. To be called once, on a specification without errors.
void imply_reply_handlers(Specification& specification, Asynchronous which, Diagnostics& diagnostics,
                          LetterCase letter_case = LetterCase::Ignored);

}  // namespace dimma::idl
