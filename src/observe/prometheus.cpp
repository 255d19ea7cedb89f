#include "observe/prometheus.hpp"

#include "base/text/shown_text.hpp"
#include "base/text/utf8.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace dimma::observe {

namespace {

using namespace observation;

constexpr int digits = 15;

std::string seconds(Nanoseconds time) { return number_text(static_cast<double>(time.count()) / 1e9); }

std::string labels(const ChannelMetrics& channel) {
  return "side=\"" + std::string(channel.side == Side::client ? "client" : "server") + "\",channel=\"" +
         std::to_string(channel.id) + "\",protocol=\"" + label_value(channel.protocol) + "\",name=\"" +
         label_value(channel.name) + '"';
}

std::string labels(const ChannelMetrics& channel, const OperationMetrics& operation) {
  return labels(channel) + ",operation=\"" + label_value(operation.operation) + '"';
}

void add_line(std::string& text, std::string_view name, const std::string& labels, const std::string& value) {
  text.append(name).append("{").append(labels).append("} ").append(value).append("\n");
}

using AddOperation = void (*)(std::string& text, std::string_view name, const std::string& labels,
                              const OperationMetrics& operation);
using AddChannel = void (*)(std::string& text, std::string_view name, const ChannelMetrics& channel);

template <std::uint64_t OperationMetrics::*value>
void add_value(std::string& text, std::string_view name, const std::string& labels, const OperationMetrics& operation) {
  add_line(text, name, labels, std::to_string(operation.*value));
}

void add_failures(std::string& text, std::string_view name, const std::string& labels,
                  const OperationMetrics& operation) {
  for (const Failures& failures : operation.failures) {
    add_line(text, name, labels + ",exception=\"" + label_value(failures.exception) + '"',
             std::to_string(failures.count));
  }
}

// Appends a histogram with one bucket boundary for each power of two from 1024 ns.
void add_latency(std::string& text, std::string_view name, const std::string& labels,
                 const OperationMetrics& operation) {
  const std::string whole(name);
  const Latency& latency = operation.latency;
  std::uint64_t seen = 0;
  auto bucket = latency.buckets.begin();
  for (std::int64_t bound = 1024; bound <= (std::int64_t{1} << 36); bound *= 2) {
    for (; bucket != latency.buckets.end() && bucket->up_to.count() < bound; ++bucket) seen += bucket->count;
    add_line(text, whole + "_bucket", labels + ",le=\"" + seconds(Nanoseconds(bound)) + '"', std::to_string(seen));
  }
  add_line(text, whole + "_bucket", labels + ",le=\"+Inf\"", std::to_string(latency.count));
  add_line(text, whole + "_sum", labels, seconds(latency.sum));
  add_line(text, whole + "_count", labels, std::to_string(latency.count));
}

template <std::uint64_t ResourceMetrics::*value>
void add_resource(std::string& text, std::string_view name, const ChannelMetrics& channel) {
  for (const ResourceMetrics& resource : channel.resources) {
    add_line(text, name, labels(channel) + ",resource=\"" + label_value(resource.resource) + '"',
             std::to_string(resource.*value));
  }
}

struct Metric {
  std::string_view name;
  std::string_view type;
  std::string_view help;
  AddOperation of_operation = nullptr;
  AddChannel of_channel = nullptr;  // if neither is set, the metric belongs to the process
};

constexpr std::array<Metric, 11> metrics{{
    {"dimma_calls_total", "counter", "Calls that have ended.", add_value<&OperationMetrics::calls>},
    {"dimma_calls_in_progress", "gauge", "Calls in progress.", add_value<&OperationMetrics::in_progress>},
    {"dimma_call_sent_bytes_total", "counter", "Octets of arguments and results sent.",
     add_value<&OperationMetrics::octets_sent>},
    {"dimma_call_received_bytes_total", "counter", "Octets of arguments and results received.",
     add_value<&OperationMetrics::octets_received>},
    {"dimma_call_failures_total", "counter", "Calls that ended with an exception.", add_failures},
    {"dimma_call_duration_seconds", "histogram", "Duration of calls.", add_latency},
    {"dimma_resource_in_use", "gauge", "Connections, threads, slots and buffers in use.", nullptr,
     add_resource<&ResourceMetrics::in_use>},
    {"dimma_resource_in_use_max", "gauge", "Highest number in use at once.", nullptr,
     add_resource<&ResourceMetrics::in_use_max>},
    {"dimma_resource_waits_total", "counter", "Waits for a free one.", nullptr, add_resource<&ResourceMetrics::waits>},
    {"dimma_resource_refusals_total", "counter", "Requests refused because none was free.", nullptr,
     add_resource<&ResourceMetrics::refusals>},
    {"dimma_log_events_total", "counter", "Log events, written or suppressed."},
}};

void add_head(std::string& text, const Metric& metric) {
  text.append("# HELP ").append(metric.name).append(" ").append(metric.help);
  text.append("\n# TYPE ").append(metric.name).append(" ").append(metric.type).append("\n");
}

}  // namespace

std::string label_value(std::string_view text) {
  std::string value;
  while (!text.empty()) {
    const Utf8Character next = first_character(text);
    const auto octets = text.substr(0, next.octets);
    if (octets == "\n") {
      value += "\\n";
    } else {
      for (const char character : shown_text(octets)) {
        if (character == '\\' || character == '"') value += '\\';
        value += character;
      }
    }
    text.remove_prefix(next.octets);
  }
  return value;
}

std::string number_text(double value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.begin(), text.end(), value, std::chars_format::general, digits);
  return {text.begin(), end.ptr};
}

PrometheusText::PrometheusText(std::vector<ChannelMetrics> channels, std::vector<EventMetrics> events)
    : channels_(std::move(channels)), events_(std::move(events)) {}

void PrometheusText::next_metric() noexcept {
  ++metric_;
  has_head_ = false;
  channel_ = operation_ = 0;
}

void PrometheusText::add_operation_part(std::string& into) {
  const Metric& metric = metrics[metric_];
  const ChannelMetrics& channel = channels_[channel_];
  if (operation_ < channel.operations.size()) {
    const OperationMetrics& operation = channel.operations[operation_++];
    metric.of_operation(into, metric.name, labels(channel, operation), operation);
  }
  if (operation_ < channel.operations.size()) return;
  ++channel_;
  operation_ = 0;
}

bool PrometheusText::add_part(std::string& into) {
  if (metric_ == metrics.size()) return false;
  const Metric& metric = metrics[metric_];
  if (!std::exchange(has_head_, true)) add_head(into, metric);
  if (metric.of_operation == nullptr && metric.of_channel == nullptr) {
    for (const EventMetrics& event : events_) {
      add_line(into, metric.name,
               "event=\"" + label_value(event.event) + "\",level=\"" + std::string(to_string(event.level)) + '"',
               std::to_string(event.count));
    }
    next_metric();
  } else if (channel_ == channels_.size()) {
    next_metric();
  } else if (metric.of_operation != nullptr) {
    add_operation_part(into);
  } else {
    metric.of_channel(into, metric.name, channels_[channel_++]);
  }
  return true;
}

}  // namespace dimma::observe

namespace dimma::observation {

std::string to_prometheus(const std::vector<ChannelMetrics>& channels, const std::vector<EventMetrics>& events) {
  observe::PrometheusText parts(channels, events);
  std::string text;
  while (parts.add_part(text)) {
  }
  return text;
}

}  // namespace dimma::observation
