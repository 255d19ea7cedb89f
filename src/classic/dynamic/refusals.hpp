#pragma once
// Refuses arguments of the dynamic interfaces.

#include "classic/exceptions/raise.hpp"

#include <dimma/minor.hpp>

namespace dimma::classic {

[[noreturn, gnu::cold]] inline void refuse_argument(const char* detail) {
  raise<CORBA::BAD_PARAM>(minor::bad_param_argument, CORBA::COMPLETED_NO, detail);
}

}  // namespace dimma::classic
