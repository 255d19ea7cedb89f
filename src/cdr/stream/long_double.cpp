// Encodes long double as an IEEE quadruple of 16 octets, aligned to 8 octets (CORBA 3.3 part 2, 9.3.1.4).

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cstring>

namespace dimma::cdr {

namespace {

#if LDBL_MANT_DIG == 113
using Quadruple = long double;
#else
__extension__ using Quadruple = __float128;  // converted and rounded by the compiler
#endif

constexpr std::size_t quadruple_octets = 16;
constexpr std::size_t alignment = 8;
static_assert(sizeof(Quadruple) == quadruple_octets);

}  // namespace

void Encoder::put_long_double(long double value) {
  const auto quadruple = static_cast<Quadruple>(value);
  align(alignment);
  std::byte* const at = append(quadruple_octets);
  std::memcpy(at, &quadruple, quadruple_octets);
  if (swap_) std::reverse(at, at + quadruple_octets);
}

long double Decoder::get_long_double() {
  static_assert(sizeof(std::uint64_t) == alignment);
  std::array<std::byte, quadruple_octets> stored;
  copy_block<std::uint64_t>(stored.data(), quadruple_octets / alignment);
  if (swap_) std::reverse(stored.begin(), stored.end());
  Quadruple quadruple;
  std::memcpy(&quadruple, stored.data(), quadruple_octets);
  return static_cast<long double>(quadruple);
}

}  // namespace dimma::cdr
