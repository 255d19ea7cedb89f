#pragma once
// Writes the Prometheus text format (version 0.0.4), one part at a time.

#include <dimma/observation.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::observe {

// Returns a label value escaped for the format. The result is valid UTF-8 for any input (shown_text()).
std::string label_value(std::string_view text);
// Formats the number independently of the locale.
std::string number_text(double value);

class PrometheusText {
 public:
  PrometheusText(std::vector<observation::ChannelMetrics> channels, std::vector<observation::EventMetrics> events);

  // Appends the lines of one metric for one operation or channel. Returns false if nothing was left to append.
  bool add_part(std::string& into);

 private:
  void add_operation_part(std::string& into);
  void next_metric() noexcept;

  const std::vector<observation::ChannelMetrics> channels_;
  const std::vector<observation::EventMetrics> events_;
  // The position of the part that is written next.
  std::size_t metric_ = 0;
  bool has_head_ = false;
  std::size_t channel_ = 0;
  std::size_t operation_ = 0;
};

}  // namespace dimma::observe
