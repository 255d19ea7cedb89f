#include <dimma/classic/generated/value_errors.hpp>
#include <dimma/classic/values/text.hpp>

#include "classic/exceptions/raise.hpp"

#include <dimma/minor.hpp>

#include <string>

namespace dimma::classic::detail {

char empty_string[1];
wchar_t empty_wide_string[1];

void raise_index(CORBA::ULong index, CORBA::ULong length) {
  const std::string text =
      "the index " + std::to_string(index) + " is not below the sequence's length, " + std::to_string(length);
  raise<CORBA::BAD_PARAM>(minor::bad_param_argument, CORBA::COMPLETED_NO, text.c_str());
}

void raise_bound(CORBA::ULong length, CORBA::ULong bound) {
  const std::string text =
      "a length of " + std::to_string(length) + " exceeds the sequence's IDL bound of " + std::to_string(bound);
  raise<CORBA::BAD_PARAM>(minor::bad_param_bound, CORBA::COMPLETED_NO, text.c_str());
}

void raise_no_value() {
  raise<CORBA::BAD_PARAM>(minor::bad_param_argument, CORBA::COMPLETED_NO, "a _var that has no value is used");
}

void raise_no_memory() {
  raise<CORBA::NO_MEMORY>(minor::no_memory_buffer, CORBA::COMPLETED_NO, "no memory for the elements of a sequence");
}

}  // namespace dimma::classic::detail
