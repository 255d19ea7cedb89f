#pragma once
// Gross and net, after O. I. S., "ORB Performance: Gross vs. Net": what of a call's time is the ORB's, and what is that
// of the layers below, which a bare program with messages of the same size takes alone. Times are in microseconds.

#include <cstddef>
#include <optional>
#include <vector>

namespace measure {

struct GrossNet {
  double gross_us = 0;
  double lower_us = 0;  // the bare program's

  double net_us() const noexcept { return gross_us - lower_us; }
  // The ORB's share of the whole, in percent.
  double overhead_percent() const noexcept { return net_us() / gross_us * 100; }
};

// How much longer the other takes than the one, in percent of the one.
double slower_percent(double one, double other) noexcept;

struct SizedTime {
  double octets = 0;
  double us = 0;
};
// The parts of a time: each call takes the fixed one, and each octet of its arguments adds to it.
struct CostLine {
  double fixed_us = 0;
  double per_octet_us = 0;

  double at(double octets) const noexcept { return fixed_us + per_octet_us * octets; }
};
// A fit by least squares of the relative errors, so that the small sizes count as much as the large ones. Throws
// std::invalid_argument for less than two different sizes or a time that is not above zero.
CostLine cost_line(const std::vector<SizedTime>& times);
// The net parts: what one line has beyond the other.
CostLine beyond(const CostLine& gross, const CostLine& lower) noexcept;

// Two ORBs by their net parts. Percentages are slower_percent() of the one and the other.
struct NetComparison {
  double fixed_percent = 0;
  double per_octet_percent = 0;
  // The share of its parts that the slower one may keep if it is to catch up; 1 if it is not slower.
  double fixed_to_catch_up = 1;
  double per_octet_to_catch_up = 1;
};
NetComparison compare_net(const CostLine& one, const CostLine& other) noexcept;

// Another network. An empty value stays as it was measured.
struct Network {
  std::optional<double> octets_per_s;
  std::optional<double> round_trip_us;  // an empty message's

  bool says_something() const noexcept { return octets_per_s || round_trip_us; }
  // The bare program's parts there.
  CostLine lower(const CostLine& measured) const noexcept;
};
// A call's time on another network: its net time stays, the lower layer's becomes that of `there`.
double projected_us(const GrossNet& here, double octets, const CostLine& lower_here,
                    const CostLine& lower_there) noexcept;

}  // namespace measure
