#include "measure/net.hpp"

#include <boost/accumulators/accumulators.hpp>
#include <boost/accumulators/statistics/stats.hpp>
#include <boost/accumulators/statistics/variates/covariate.hpp>
#include <boost/accumulators/statistics/weighted_covariance.hpp>
#include <boost/accumulators/statistics/weighted_mean.hpp>
#include <boost/accumulators/statistics/weighted_variance.hpp>

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
  const auto as_first = [&](const SizedTime& time) { return time.octets == times[0].octets; };
  if (times.empty()) throw std::invalid_argument("no times to put a line through");
  if (std::all_of(times.begin(), times.end(), as_first)) throw std::invalid_argument("a line needs times of two sizes");
  namespace acc = boost::accumulators;
  using Covariance = acc::tag::weighted_covariance<double, acc::tag::covariate1>;
  using MeanTime = acc::tag::weighted_mean_of_variates<double, acc::tag::covariate1>;
  using Features = acc::stats<acc::tag::weighted_mean, acc::tag::weighted_variance, Covariance, MeanTime>;
  acc::accumulator_set<double, Features, double> sizes;
  for (const SizedTime& time : times) {
    if (!(time.us > 0)) throw std::invalid_argument("a time has to be above zero");
    sizes(time.octets, acc::weight = 1 / (time.us * time.us), acc::covariate1 = time.us);
  }
  const double per_octet = acc::extract_result<Covariance>(sizes) / acc::weighted_variance(sizes);
  return {acc::extract_result<MeanTime>(sizes) - per_octet * acc::weighted_mean(sizes), per_octet};
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
