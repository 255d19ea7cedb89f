#pragma once
// The results of a report's run so far: plain values, which are kept even if the run fails.

#include "measure/histogram.hpp"
#include "measure/net.hpp"
#include "measure/statistics.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bench {

// A contender at one value of an experiment's axis.
struct Sample {
  double x = 0;
  std::vector<measure::Summary> turns = {};
  std::optional<measure::Histogram> spread = {};  // all single calls
  bool steady = true;                             // at the end of its warm-up
  std::map<std::string, double> more = {};        // figures that only this experiment has, by their names

  std::vector<double> each_turn(double measure::Summary::*figure) const;
};

enum class Kind { bare, peer, dimma };
const char* text_of(Kind kind);

// One contender of an experiment.
struct Series {
  std::string name;
  Kind kind = Kind::dimma;
  std::string lower;    // the series that is its lower layer; empty: none
  std::string failure;  // why it ended early; empty: it did not
  std::vector<Sample> samples;

  const Sample* at(double x) const;
};

// The results of an experiment.
struct Study {
  std::string name;
  std::string title;
  std::string question;            // in a sentence or two
  std::vector<std::string> plots;  // the page's names of them
  std::string axis;                // the meaning of x; empty: there is one value only
  bool by_octets = false;          // x is the octets of an argument, so that lines can be fitted to the times
  bool complete = false;
  std::string failure;
  double took_s = 0;
  std::vector<Series> series;

  // Returns the series, which the first call creates.
  Series& named(const std::string& series, Kind kind, const std::string& lower = {});
  const Series* find(const std::string& series) const;
};

struct Missing {
  std::string name;
  std::string why;
};

struct Results {
  bool quick = false;
  bool whole = false;  // everything was measured
  std::string began;   // in UTC
  double took_s = 0;
  double others_share = 0;  // the share of the processor time that other programs took meanwhile
  double harness_ns = 0;    // the time that measuring adds to a call
  measure::Network network;
  std::vector<Missing> missing;
  std::vector<std::string> warnings;
  std::set<std::string> cut_short;  // experiments with fewer turns than planned, because the run took too long
  std::vector<Study> experiments;
};

// The differences between a sample's times and its lower layer's in the same turns; empty if it has no lower layer.
std::vector<double> net_of_turns(const Study& experiment, const Series& series, const Sample& sample);
// The fixed cost of a call, and the cost of an argument's octets: a line fitted to the medians over the sizes. Empty if
// there are too few sizes.
std::optional<measure::CostLine> line_of(const Series& series);

// The difference between that line and its lower layer's.
std::optional<measure::CostLine> net_line_of(const Study& experiment, const Series& series);

// A comparison of dimma with a peer by their net parts, for arguments of one type.
struct OrbsCompared {
  std::string type;
  std::string one;
  std::string other;
  measure::CostLine net_of_one;
  measure::CostLine net_of_other;
};
// Compares the series of an experiment that are named "ORB, TYPE".
std::vector<OrbsCompared> orbs_compared(const Study& experiment);

}  // namespace bench
