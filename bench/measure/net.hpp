#pragma once
// Gross and net times, after O. I. S., "ORB Performance: Gross vs. Net". A call's gross time is its whole time. The net
// time is the ORB's part of it: the gross time less that of the lower layers, which is the time of a bare program with
// messages of the same size. Times are in microseconds.

#include <cstddef>
#include <optional>
#include <vector>

namespace measure {

struct GrossNet {
  double gross_us = 0;
  double lower_us = 0;  // the bare program's

  double net_us() const noexcept { return gross_us - lower_us; }
  // The net time's share of the gross time, in percent.
  double overhead_percent() const noexcept { return net_us() / gross_us * 100; }
};

// How much longer `other` is than `one`, in percent of `one`.
double slower_percent(double one, double other) noexcept;

struct SizedTime {
  double octets = 0;
  double us = 0;
};
// The time of a call as a line over the octets of its arguments: a fixed part, and a part for each octet.
struct CostLine {
  double fixed_us = 0;
  double per_octet_us = 0;

  double at(double octets) const noexcept { return fixed_us + per_octet_us * octets; }
};
// Fits a line by least squares of the relative errors, so that small sizes count as much as large ones. Throws
// std::invalid_argument for fewer than two different sizes or a time that is not above zero.
CostLine cost_line(const std::vector<SizedTime>& times);
// The net parts: the difference between the two lines.
CostLine beyond(const CostLine& gross, const CostLine& lower) noexcept;

// A comparison of two ORBs by their net parts. The percentages are computed by slower_percent().
struct NetComparison {
  double fixed_percent = 0;
  double per_octet_percent = 0;
  // To catch up, the slower ORB would have to reduce its part to this share of it; 1 if they are equal.
  double fixed_to_catch_up = 1;
  double per_octet_to_catch_up = 1;
};
NetComparison compare_net(const CostLine& one, const CostLine& other) noexcept;

// Another network. Values that are empty are taken from the measurement.
struct Network {
  std::optional<double> octets_per_s;
  std::optional<double> round_trip_us;  // an empty message's

  bool says_something() const noexcept { return octets_per_s || round_trip_us; }
  // The line of the bare program on this network.
  CostLine lower(const CostLine& measured) const noexcept;
};
// A call's time on another network: the net time is the same, and the lower layers' time is that of `lower_there`.
double projected_us(const GrossNet& here, double octets, const CostLine& lower_here,
                    const CostLine& lower_there) noexcept;

}  // namespace measure
