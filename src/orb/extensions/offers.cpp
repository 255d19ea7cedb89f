#include "base/offer.hpp"
#include "orb/extensions/inspection.hpp"
#include "orb/extensions/tracing.hpp"

namespace dimma::orb {

void offer_inspection(BeginInspection begin) noexcept { Offer<BeginInspection>::make(begin); }
void offer_export(BeginExport begin) noexcept { Offer<BeginExport>::make(begin); }

}  // namespace dimma::orb
