#include "transport/secure.hpp"

#include "base/offer.hpp"

namespace dimma::transport {

void offer_secure(MakeSecure make) noexcept { Offer<MakeSecure>::make(make); }
MakeSecure offered_secure() noexcept { return Offer<MakeSecure>::made(); }

}  // namespace dimma::transport
