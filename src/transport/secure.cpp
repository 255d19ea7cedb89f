#include "transport/secure.hpp"

namespace dimma::transport {
namespace {

// A function, so that it is there whatever is loaded first.
MakeSecure& offered() noexcept {
  static MakeSecure make = nullptr;
  return make;
}

}  // namespace

void offer_secure(MakeSecure make) noexcept { offered() = make; }
MakeSecure offered_secure() noexcept { return offered(); }

}  // namespace dimma::transport
