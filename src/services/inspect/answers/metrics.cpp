// Writes metrics in the text format of Prometheus: of the calls, of the process (with the names that Prometheus's
// client libraries use), and of the ORB.
#include "observe/prometheus.hpp"
#include "services/inspect/answers/answers.hpp"
#include "services/inspect/answers/process.hpp"

#include <dimma/binding.hpp>
#include <dimma/observation.hpp>
#include <dimma/trace.hpp>
#include <dimma/version.hpp>

#include <concepts>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace dimma::inspect {

namespace {

using observe::label_value;
using observe::number_text;

class Text {
 public:
  template <class Value>
  void add(std::string_view name, std::string_view type, std::string_view help, Value value,
           std::string_view labels = {}) {
    text_.append("# HELP ").append(name).append(" ").append(help);
    text_.append("\n# TYPE ").append(name).append(" ").append(type).append("\n");
    text_.append(name).append(labels).append(" ").append(text_of(value)).append("\n");
  }
  std::string take() { return std::move(text_); }

 private:
  static std::string text_of(double value) { return number_text(value); }
  static std::string text_of(std::integral auto value) { return std::to_string(value); }

  std::string text_;
};

void add_process(Text& text) {
  const ProcessNumbers numbers = process_numbers();
  text.add("process_cpu_seconds_total", "counter", "Processor time that the process has used.", numbers.cpu_s);
  text.add("process_resident_memory_bytes", "gauge", "Resident memory of the process.", numbers.resident_octets);
  text.add("process_virtual_memory_bytes", "gauge", "Virtual memory of the process.", numbers.virtual_octets);
  text.add("process_start_time_seconds", "gauge", "Start time of the process, since the epoch.", numbers.started_s);
  text.add("process_threads", "gauge", "Threads of the process.", numbers.threads);
  text.add("process_open_fds", "gauge", "Open file descriptors.", numbers.descriptors);
  text.add("process_max_fds", "gauge", "Limit of open file descriptors.", numbers.descriptors_max);
}

void add_orb(Text& text, const CORBA::object_reference<CORBA::ORB>& orb) {
  std::set<std::string> endpoints;
  std::set<std::string> bindings;
  const Description description = describe(orb);
  for (const auto& line : description.lines()) {
    const std::string part = line.name.substr(0, line.name.find(':'));
    if (part.starts_with("endpoint")) endpoints.insert(part);
    if (part.starts_with("binding")) bindings.insert(part);
  }
  const observation::Observed seen = observation::observed(orb);
  text.add("dimma_orb_info", "gauge", "The ORB and its version.", 1,
           "{version=\"" DIMMA_VERSION_STRING "\",id=\"" + label_value(orb->id()) + "\"}");
  text.add("dimma_orb_endpoints", "gauge", "Endpoints at which the ORB listens.", endpoints.size());
  text.add("dimma_orb_bindings", "gauge", "Bound references.", bindings.size());
  text.add("dimma_orb_metrics_enabled", "gauge", "Whether calls are counted (--dimma-metrics).", seen.metrics ? 1 : 0);
  const trace::Counts traced = trace::counts(orb);
  text.add("dimma_trace_spans_total", "counter", "Spans that have ended (--dimma-trace).", traced.finished);
  text.add("dimma_trace_spans_dropped_total", "counter", "Spans that were not exported.", traced.dropped);
  text.add("dimma_trace_spans_waiting", "gauge", "Spans that wait to be exported.", traced.waiting);
  text.add("dimma_trace_contexts_ignored_total", "counter", "Trace contexts of requests that were malformed.",
           traced.contexts_ignored);
}

// Returns the metrics of the calls in pieces, after `first`.
class MetricsText {
 public:
  MetricsText(std::string first, std::optional<observe::PrometheusText> calls, std::size_t octets_max)
      : first_(std::move(first)), calls_(std::move(calls)), left_(octets_max) {}

  bool add_piece(std::string& into) {
    if (has_ended_) return false;
    const std::size_t before = into.size();
    into += std::exchange(first_, {});
    while (!has_ended_ && into.size() - before < piece_octets) add_part(into);
    return true;
  }

 private:
  void add_part(std::string& into) {
    std::string part;
    has_ended_ = !calls_ || !calls_->add_part(part);
    if (part.size() > left_) {
      has_ended_ = true;
      into += "# The rest is omitted, because the answer would be too long.\n";
      return;
    }
    left_ -= part.size();
    into += part;
  }

  std::string first_;
  std::optional<observe::PrometheusText> calls_;
  std::size_t left_;
  bool has_ended_ = false;
};

}  // namespace

Pieces metrics_text(const CORBA::object_reference<CORBA::ORB>& orb, std::size_t octets_max) {
  Text text;
  add_process(text);
  add_orb(text, orb);
  std::optional<observe::PrometheusText> calls;
  auto channels = observation::metrics(orb);
  if (!channels.empty()) calls.emplace(std::move(channels), observation::event_metrics());
  return [pieces = std::make_shared<MetricsText>(text.take(), std::move(calls), octets_max)](std::string& into) {
    return pieces->add_piece(into);
  };
}

}  // namespace dimma::inspect
