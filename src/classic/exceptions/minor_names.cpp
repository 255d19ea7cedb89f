#include <dimma/classic/exception.hpp>
#include <dimma/minor.hpp>

#include <cstdint>
#include <string_view>

namespace dimma::classic::CORBA {

namespace {

struct NamedMinor {
  const char* exception;  // as _name() gives it
  std::uint32_t minor;
  const char* name;
};

constexpr NamedMinor named_minors[] = {
#define DIMMA_MINOR_CODE(EXCEPTION, NAME) {#EXCEPTION, minor::NAME, #NAME},
#include "classic/exceptions/minor_codes.inc"  // made by CMake of <dimma/minor.hpp>
#undef DIMMA_MINOR_CODE
};

}  // namespace

const char* SystemException::NP_minorString() const noexcept {
  const std::string_view own_name = _name();
  for (const NamedMinor& named : named_minors) {
    if (named.minor == minor_ && named.exception == own_name) return named.name;
  }
  return nullptr;
}

}  // namespace dimma::classic::CORBA
