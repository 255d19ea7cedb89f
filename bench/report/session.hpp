#pragma once
// A report's run: its settings, its results so far, its progress, and its interruption.

#include "report/results.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

// Thrown after SIGINT or SIGTERM.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

struct Settings {
  std::string output;
  bool quick = false;
  bool in_time = true;             // take fewer turns if the run would take too long
  std::optional<double> within_s;  // the time that is too long; empty: the usual one
  std::size_t turns = 11;
  std::size_t turn_ms = 80;
  std::size_t largest = std::size_t{64} << 20;  // octets of an argument
  std::vector<std::string> only;                // experiments; empty: all
};

// Prints the run's progress and its remaining time to standard error, and determines whether the run is late.
class Progress {
 public:
  // Sets the time that the run may take. Without it, the run is never late.
  void allow(double seconds) { allowed_s_ = seconds; }
  // Returns true if the run would take longer than `by` times the allowed time at its present pace: fewer turns then
  // have to suffice.
  bool is_late(double by = 1) const;

  // Begins an experiment that is the part `share` of the whole run, and adds the share of the one before to the
  // progress.
  void begin(const std::string& experiment, double share);
  // Divides the current experiment into `count` equal steps; step() reports the end of each.
  void steps(std::size_t count);
  void step();
  void end();

 private:
  double done() const;
  void print() const;

  const double began_s_ = now_s();
  const bool overwrites_ = is_terminal();
  std::string experiment_;
  double allowed_s_ = 0;
  double before_ = 0;
  double share_ = 0;
  std::size_t steps_ = 1;
  std::size_t done_ = 0;

  static double now_s();
  static bool is_terminal();
};

struct Session {
  Settings settings;
  Results results;
  Progress progress;

  // Throws Interrupted if a signal has come.
  static void check();
  static bool interrupted() noexcept;
  // The signal's sender: " by process 5", or "" for the terminal.
  static std::string who_interrupted();
  // From now on, check() reports SIGINT and SIGTERM; a second signal ends the program at once.
  static void listen_to_signals();
};

}  // namespace bench
