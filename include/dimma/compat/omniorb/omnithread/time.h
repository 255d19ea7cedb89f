#pragma once

/// A time, absolute (since 1970) or relative, in seconds and nanoseconds. The arithmetic expects and keeps `ns` below
/// 1,000,000,000, and a difference must not be negative.
struct omni_time_t {
  unsigned long s;
  unsigned long ns;

  omni_time_t(unsigned long seconds = 0, unsigned long nanoseconds = 0) : s(seconds), ns(nanoseconds) {}

  void assign(unsigned long seconds = 0, unsigned long nanoseconds = 0) {
    s = seconds;
    ns = nanoseconds;
  }

  /// True for any time but 0.
  explicit operator bool() const { return s != 0 || ns != 0; }

  omni_time_t& operator+=(const omni_time_t& other) {
    s += other.s;
    ns += other.ns;
    if (ns >= 1000000000UL) {
      ns -= 1000000000UL;
      ++s;
    }
    return *this;
  }
  omni_time_t& operator-=(const omni_time_t& other) {
    if (ns < other.ns) {
      ns += 1000000000UL;
      --s;
    }
    s -= other.s;
    ns -= other.ns;
    return *this;
  }
};

inline omni_time_t operator+(omni_time_t left, const omni_time_t& right) { return left += right; }
inline omni_time_t operator-(omni_time_t left, const omni_time_t& right) { return left -= right; }

inline bool operator==(const omni_time_t& left, const omni_time_t& right) {
  return left.s == right.s && left.ns == right.ns;
}
inline bool operator!=(const omni_time_t& left, const omni_time_t& right) { return !(left == right); }
inline bool operator<(const omni_time_t& left, const omni_time_t& right) {
  return left.s < right.s || (left.s == right.s && left.ns < right.ns);
}
inline bool operator>(const omni_time_t& left, const omni_time_t& right) { return right < left; }
inline bool operator<=(const omni_time_t& left, const omni_time_t& right) { return !(right < left); }
inline bool operator>=(const omni_time_t& left, const omni_time_t& right) { return !(left < right); }
