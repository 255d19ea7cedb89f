#pragma once
// Times of very many calls in little room: 32 classes to each doubling, so that a time is known to 3 percent.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace measure {

class Histogram {
 public:
  void add(std::uint64_t nanoseconds, std::uint64_t times = 1) { classes_[lower_end(nanoseconds)] += times; }
  void add(const Histogram& other);

  // The least time of each class that has any, and how many it has.
  const std::map<std::uint64_t, std::uint64_t>& classes() const noexcept { return classes_; }
  std::uint64_t count() const noexcept;
  // The first time of the class that a time belongs to.
  static std::uint64_t lower_end(std::uint64_t nanoseconds) noexcept;
  // The first time that is beyond the class.
  static std::uint64_t upper_end(std::uint64_t lower) noexcept;

  // As a line, and back. Throws std::invalid_argument for another text.
  std::string to_line() const;
  static Histogram from_line(const std::string& line);

  // The text of a percentile distribution (".hgrm") as the tools of HdrHistogram print and plot it, in microseconds.
  std::string percentiles() const;

 private:
  std::map<std::uint64_t, std::uint64_t> classes_;
};

}  // namespace measure
