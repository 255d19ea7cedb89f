#include "measure/net.hpp"

#include <algorithm>
#include <stdexcept>

namespace measure {
namespace {

double share_to_catch_up(double one, double other) noexcept {
  const double slower = std::max(one, other);
  return slower > 0 ? std::min(one, other) / slower : 1;
}

}  // namespace

double slower_percent(double one, double other) noexcept { return (other - one) / one * 100; }

CostLine cost_line(const std::vector<SizedTime>& times) {
  double weights = 0, octets = 0, us = 0;
  for (const SizedTime& time : times) {
    if (!(time.us > 0)) throw std::invalid_argument("a time has to be above zero");
    const double weight = 1 / (time.us * time.us);
    weights += weight;
    octets += weight * time.octets;
    us += weight * time.us;
  }
  if (times.empty()) throw std::invalid_argument("no times to put a line through");
  const double octets_mean = octets / weights;
  const double us_mean = us / weights;
  double spread = 0, together = 0;
  for (const SizedTime& time : times) {
    const double weight = 1 / (time.us * time.us);
    spread += weight * (time.octets - octets_mean) * (time.octets - octets_mean);
    together += weight * (time.octets - octets_mean) * (time.us - us_mean);
  }
  if (!(spread > 0)) throw std::invalid_argument("a line needs times of two sizes");
  const double per_octet = together / spread;
  return {us_mean - per_octet * octets_mean, per_octet};
}

CostLine beyond(const CostLine& gross, const CostLine& lower) noexcept {
  return {gross.fixed_us - lower.fixed_us, gross.per_octet_us - lower.per_octet_us};
}

NetComparison compare_net(const CostLine& one, const CostLine& other) noexcept {
  return {slower_percent(one.fixed_us, other.fixed_us), slower_percent(one.per_octet_us, other.per_octet_us),
          share_to_catch_up(one.fixed_us, other.fixed_us), share_to_catch_up(one.per_octet_us, other.per_octet_us)};
}

CostLine Network::lower(const CostLine& measured) const noexcept {
  return {round_trip_us.value_or(measured.fixed_us), octets_per_s ? 1e6 / *octets_per_s : measured.per_octet_us};
}

double projected_us(const GrossNet& here, double octets, const CostLine& lower_here,
                    const CostLine& lower_there) noexcept {
  return here.gross_us - lower_here.at(octets) + lower_there.at(octets);
}

}  // namespace measure
