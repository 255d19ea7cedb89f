#pragma once
// The results that a report's run has so far: plain values, which are kept even if the run fails.

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

// One contender at one place of an experiment's axis.
struct Sample {
  double x = 0;
  std::vector<measure::Summary> turns = {};
  std::optional<measure::Histogram> spread = {};  // all single calls
  bool steady = true;                             // at the end of its warm-up
  std::map<std::string, double> more = {};        // figures of this experiment alone, by their names

  std::vector<double> each_turn(double measure::Summary::*figure) const;
};

enum class Kind { bare, peer, dimma };
const char* text_of(Kind kind);

// One contender of an experiment.
struct Series {
  std::string name;
  Kind kind = Kind::dimma;
  std::string lower;    // the series that is its lower layer; empty: none
  std::string failure;  // why it ended before its time
  std::vector<Sample> samples;

  const Sample* at(double x) const;
};

// The results of an experiment.
struct Study {
  std::string name;
  std::string title;
  std::string question;            // that it answers, in a sentence or two
  std::vector<std::string> plots;  // as the page knows them
  std::string axis;                // the meaning of x; empty: there is one place
  bool by_octets = false;          // x is the octets of an argument: lines can be put through the times
  bool complete = false;
  std::string failure;
  double took_s = 0;
  std::vector<Series> series;

  // Made when it is asked for the first time.
  Series& named(const std::string& series, Kind kind, const std::string& lower = {});
  const Series* find(const std::string& series) const;
};

struct Missing {
  std::string name;
  std::string why;
};

struct Results {
  bool quick = false;
  bool whole = false;  // all was measured
  std::string began;   // in UTC
  double took_s = 0;
  double others_share = 0;  // the share of the processors' time that others had meanwhile
  double harness_ns = 0;    // the time that measuring adds to a call
  measure::Network network;
  std::vector<Missing> missing;
  std::vector<std::string> warnings;
  std::set<std::string> cut_short;  // experiments with fewer turns than were to be, since the run took too long
  std::vector<Study> experiments;
};

// The differences of a sample's turns to those of its lower layer in the same turns; empty if it has none.
std::vector<double> net_of_turns(const Study& experiment, const Series& series, const Sample& sample);
// The cost of an argument's octets, and of the calls without them: a line through the medians over the sizes. It is
// empty if there is too little to say so.
std::optional<measure::CostLine> line_of(const Series& series);

// The part of that line beyond its lower layer.
std::optional<measure::CostLine> net_line_of(const Study& experiment, const Series& series);

// Two ORBs with arguments of one type, by their net parts: what dimma's are to a peer's.
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
