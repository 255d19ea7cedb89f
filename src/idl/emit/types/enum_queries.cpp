#include "idl/emit/types/enum_queries.hpp"

#include <algorithm>

namespace dimma::idl::cxx {

bool has_own_values(const Enum& enumeration) {
  return std::any_of(enumeration.enumerators.begin(), enumeration.enumerators.end(),
                     [](const Enumerator* each) { return each->value != each->ordinal; });
}

}  // namespace dimma::idl::cxx
