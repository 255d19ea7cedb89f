#pragma once
// The times of very many calls in little memory: 32 classes for each doubling, so that a time is known to 3 percent.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace measure {

class Histogram {
 public:
  void add(std::uint64_t nanoseconds, std::uint64_t times = 1) { classes_[lower_end(nanoseconds)] += times; }
  void add(const Histogram& other);

  // The least time of each class that is not empty, and the number of times in it.
  const std::map<std::uint64_t, std::uint64_t>& classes() const noexcept { return classes_; }
  std::uint64_t count() const noexcept;
  // The least time of the class to which a time belongs.
  static std::uint64_t lower_end(std::uint64_t nanoseconds) noexcept;
  // The least time above the class.
  static std::uint64_t upper_end(std::uint64_t lower) noexcept;

  // Converts to a line of text, and back. from_line() throws std::invalid_argument if the text is malformed.
  std::string to_line() const;
  static Histogram from_line(const std::string& line);

  // The percentile distribution in the text format of HdrHistogram's tools (".hgrm"), in microseconds.
  std::string percentiles() const;

 private:
  std::map<std::uint64_t, std::uint64_t> classes_;
};

}  // namespace measure
