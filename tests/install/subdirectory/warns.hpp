#pragma once
// Code that any compiler warns of.
inline int somebody_elses(int unused) {
  int also_unused;
  return 0;
}
