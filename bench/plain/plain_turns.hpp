#pragma once
// Serves turns, as bench/measure/turns.hpp describes them, for a plain program. It has one figure only: the mean time
// of a call, from two readings of the clock. It shares no code with the programs with which it is compared.

#include <chrono>
#include <cstdio>

namespace plain {

template <class Call>
int serve_turns(Call call) {
  std::puts("ready");
  std::fflush(stdout);
  char word[16], operation[64];
  while (std::scanf("%15s %63s", word, operation) == 2) {
    long calls = 0;
    if (word[0] == 'f') {
      std::puts("forgotten");
    } else if (word[0] == 'r' && std::scanf("%ld", &calls) == 1 && calls > 0) {
      const auto begin = std::chrono::steady_clock::now();
      for (long i = 0; i < calls; ++i) call();
      const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
      const double us = took.count() / static_cast<double>(calls);
      // The mean stands for the figures that are not measured: mean, four percentiles, the longest; calls per second;
      // processor time.
      std::printf("%.4f %.4f %.4f %.4f %.4f %.4f %.2f 0\n", us, us, us, us, us, us, 1e6 / us);
    } else {
      return 1;
    }
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace plain
