#include <dimma/observation.hpp>

#include <array>
#include <cstdio>
#include <functional>

namespace dimma::observation {

namespace {

// A label's value, as the format has it.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    if (character == '\n') {
      result += "\\n";
      continue;
    }
    if (character == '\\' || character == '"') result += '\\';
    result += character;
  }
  return result;
}

std::string seconds(Nanoseconds time) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", static_cast<double>(time.count()) / 1e9);
  return text.data();
}

std::string labels(const ChannelMetrics& channel) {
  return "side=\"" + std::string(channel.side == Side::client ? "client" : "server") + "\",channel=\"" +
         std::to_string(channel.id) + "\",protocol=\"" + escaped(channel.protocol) + "\",name=\"" +
         escaped(channel.name) + '"';
}

std::string labels(const ChannelMetrics& channel, const OperationMetrics& operation) {
  return labels(channel) + ",operation=\"" + escaped(operation.operation) + '"';
}

class Text {
 public:
  explicit Text(const std::vector<ChannelMetrics>& channels) : channels_(channels) {}

  using Value = std::function<std::uint64_t(const OperationMetrics&)>;
  void add(const std::string& name, const char* type, const char* help, const Value& value) {
    head(name, type, help);
    each([&](const std::string& labels, const OperationMetrics& operation) {
      text_ += name + '{' + labels + "} " + std::to_string(value(operation)) + '\n';
    });
  }

  void add_failures() {
    const std::string name = "dimma_call_failures_total";
    head(name, "counter", "Calls that ended with an exception.");
    each([&](const std::string& labels, const OperationMetrics& operation) {
      for (const Failures& failures : operation.failures) {
        text_ += name + '{' + labels + ",exception=\"" + escaped(failures.exception) + "\"} " +
                 std::to_string(failures.count) + '\n';
      }
    });
  }

  // As a histogram with one boundary for each power of two.
  void add_latency() {
    const std::string name = "dimma_call_duration_seconds";
    head(name, "histogram", "Time of calls.");
    each([&](const std::string& labels, const OperationMetrics& operation) {
      const Latency& latency = operation.latency;
      std::uint64_t seen = 0;
      auto bucket = latency.buckets.begin();
      for (std::int64_t bound = 1024; bound <= (std::int64_t{1} << 36); bound *= 2) {
        for (; bucket != latency.buckets.end() && bucket->up_to.count() < bound; ++bucket) seen += bucket->count;
        text_ +=
            name + "_bucket{" + labels + ",le=\"" + seconds(Nanoseconds(bound)) + "\"} " + std::to_string(seen) + '\n';
      }
      text_ += name + "_bucket{" + labels + ",le=\"+Inf\"} " + std::to_string(latency.count) + '\n';
      text_ += name + "_sum{" + labels + "} " + seconds(latency.sum) + '\n';
      text_ += name + "_count{" + labels + "} " + std::to_string(latency.count) + '\n';
    });
  }

  using ResourceValue = std::uint64_t ResourceMetrics::*;
  void add_resources(const std::string& name, const char* type, const char* help, ResourceValue value) {
    head(name, type, help);
    for (const ChannelMetrics& channel : channels_) {
      for (const ResourceMetrics& resource : channel.resources) {
        text_ += name + '{' + labels(channel) + ",resource=\"" + escaped(resource.resource) + "\"} " +
                 std::to_string(resource.*value) + '\n';
      }
    }
  }

  void add_events(const std::vector<EventMetrics>& events) {
    const std::string name = "dimma_log_events_total";
    head(name, "counter", "Events of the log, written or not.");
    for (const EventMetrics& event : events) {
      text_ += name + "{event=\"" + escaped(event.event) + "\",level=\"" + std::string(to_string(event.level)) +
               "\"} " + std::to_string(event.count) + '\n';
    }
  }

  std::string& text() noexcept { return text_; }

 private:
  void head(const std::string& name, const char* type, const char* help) {
    text_ += "# HELP " + name + ' ' + help + "\n# TYPE " + name + ' ' + type + '\n';
  }
  template <class See>
  void each(const See& see) const {
    for (const ChannelMetrics& channel : channels_) {
      for (const OperationMetrics& operation : channel.operations) see(labels(channel, operation), operation);
    }
  }

  const std::vector<ChannelMetrics>& channels_;
  std::string text_;
};

}  // namespace

std::string to_prometheus(const std::vector<ChannelMetrics>& channels, const std::vector<EventMetrics>& events) {
  Text text(channels);
  text.add("dimma_calls_total", "counter", "Calls that have ended.",
           [](const OperationMetrics& operation) { return operation.calls; });
  text.add("dimma_calls_in_progress", "gauge", "Calls that have begun and not ended.",
           [](const OperationMetrics& operation) { return operation.in_progress; });
  text.add("dimma_call_sent_bytes_total", "counter", "Octets of arguments and results that were sent.",
           [](const OperationMetrics& operation) { return operation.octets_sent; });
  text.add("dimma_call_received_bytes_total", "counter", "Octets of arguments and results that were received.",
           [](const OperationMetrics& operation) { return operation.octets_received; });
  text.add_failures();
  text.add_latency();
  text.add_resources("dimma_resource_in_use", "gauge", "Connections, threads, slots, buffers that are in use.",
                     &ResourceMetrics::in_use);
  text.add_resources("dimma_resource_in_use_max", "gauge", "The most that ever were in use at once.",
                     &ResourceMetrics::in_use_max);
  text.add_resources("dimma_resource_waits_total", "counter", "How often one had to be waited for.",
                     &ResourceMetrics::waits);
  text.add_resources("dimma_resource_refusals_total", "counter", "How often there was none.",
                     &ResourceMetrics::refusals);
  text.add_events(events);
  return std::move(text.text());
}

}  // namespace dimma::observation
