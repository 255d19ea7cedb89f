#pragma once
// The text format of Prometheus (version 0.0.4), a part at a time.

#include <dimma/observation.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::observe {

// As the format has a label's value: UTF-8, whatever the octets are (shown_text()).
std::string label_value(std::string_view text);
// Whatever the locale is.
std::string number_text(double value);

class PrometheusText {
 public:
  PrometheusText(std::vector<observation::ChannelMetrics> channels, std::vector<observation::EventMetrics> events);

  // Appends the lines that one metric has of one operation or channel. False: nothing was left.
  bool add_part(std::string& into);

 private:
  void add_operation_part(std::string& into);
  void next_metric() noexcept;

  const std::vector<observation::ChannelMetrics> channels_;
  const std::vector<observation::EventMetrics> events_;
  // the metric that is written next
  std::size_t metric_ = 0;
  bool has_head_ = false;
  std::size_t channel_ = 0;
  std::size_t operation_ = 0;
};

}  // namespace dimma::observe
