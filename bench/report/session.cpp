#include "report/session.hpp"

#include "measure/clock.hpp"

#include <csignal>
#include <cstdio>

#include <unistd.h>

namespace bench {
namespace {

volatile std::sig_atomic_t told_to_end = 0;
volatile std::sig_atomic_t told_by = 0;  // the sender's process id; 0: the terminal

void note(int signal, siginfo_t* how, void*) {
  if (told_to_end != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  told_by = how->si_pid;
  told_to_end = 1;
}

}  // namespace

double Progress::now_s() { return static_cast<double>(measure::now_ns()) / 1e9; }
bool Progress::is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

void Progress::begin(const std::string& experiment, double share) {
  before_ += share_;
  experiment_ = experiment;
  share_ = share;
  steps_ = 1;
  done_ = 0;
  print();
}

void Progress::steps(std::size_t count) {
  steps_ = count == 0 ? 1 : count;
  done_ = 0;
}

void Progress::step() {
  if (done_ < steps_) ++done_;
  if (overwrites_) print();
}

void Progress::end() {
  if (overwrites_) std::fputc('\n', stderr);
}

double Progress::done() const { return before_ + share_ * static_cast<double>(done_) / static_cast<double>(steps_); }

bool Progress::is_late(double by) const {
  constexpr double grace = 0.04;  // the pace at the beginning says little about the whole
  return allowed_s_ > 0 && now_s() - began_s_ > by * allowed_s_ * (done() + grace);
}

void Progress::print() const {
  const double done = this->done();
  const double elapsed_s = now_s() - began_s_;
  std::fprintf(stderr, "%s%3.0f %%  %-12s", overwrites_ ? "\r" : "", done * 100, experiment_.c_str());
  if (done > 0.02) {
    const auto left_s = static_cast<long>(elapsed_s * (1 - done) / done + 0.5);
    std::fprintf(stderr, "  about %ld:%02ld left", left_s / 60, left_s % 60);
  }
  std::fputs(overwrites_ ? "   " : "\n", stderr);
  std::fflush(stderr);
}

void Session::check() {
  if (interrupted()) throw Interrupted();
}

bool Session::interrupted() noexcept { return told_to_end != 0; }

std::string Session::who_interrupted() {
  return told_by == 0 ? std::string() : " by process " + std::to_string(told_by);
}

void Session::listen_to_signals() {
  struct sigaction action {};
  action.sa_sigaction = note;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
}

}  // namespace bench
