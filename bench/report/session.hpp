#pragma once
// A report's run: what was asked for, what has been measured, how far it is, and whether it was told to end.

#include "report/results.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

// SIGINT or SIGTERM came.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

struct Settings {
  std::string output;
  bool quick = false;
  bool in_time = true;             // fewer turns, where the run would take longer than such a run should
  std::optional<double> within_s;  // or longer than that
  std::size_t turns = 11;
  std::size_t turn_ms = 80;
  std::size_t largest = std::size_t{64} << 20;  // octets of an argument
  std::vector<std::string> only;                // experiments; none: all
};

// Says on the standard error how far the run is, and how long it will take from there; and whether that is too long.
class Progress {
 public:
  // How long the run may take. Without it nothing is ever late.
  void allow(double seconds) { allowed_s_ = seconds; }
  // Returns true if the run will take longer than that if it goes on at its pace: then fewer turns have to do. With
  // `by` 1.1 it may take a tenth longer.
  bool is_late(double by = 1) const;

  // `share` of the whole run is this experiment's; what came before it adds up by itself.
  void begin(const std::string& experiment, double share);
  // So many equal steps are what the experiment begun last consists of; each then reports itself.
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

  // Throws Interrupted when the run was told to end.
  static void check();
  static bool interrupted() noexcept;
  // " by process 5", or "" if it was the terminal.
  static std::string who_interrupted();
  // From here on SIGINT and SIGTERM are heard of by check(); a second one ends the program at once.
  static void listen_to_signals();
};

}  // namespace bench
