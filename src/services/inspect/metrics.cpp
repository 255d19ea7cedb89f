// Metrics in the text format of Prometheus: the calls', the process's under the names that its client libraries use,
// and the ORB's.
#include "services/inspect/answers.hpp"
#include "services/inspect/process.hpp"

#include <dimma/binding.hpp>
#include <dimma/observation.hpp>
#include <dimma/trace.hpp>
#include <dimma/version.hpp>

#include <iomanip>
#include <set>
#include <sstream>

namespace dimma::inspect {

namespace {

class Text {
 public:
  Text() { out_ << std::setprecision(15); }

  template <class Value>
  void add(const char* name, const char* type, const char* help, Value value, const std::string& labels = {}) {
    out_ << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << type << '\n'
         << name << labels << ' ' << value << '\n';
  }
  std::string take() { return std::move(out_).str(); }

 private:
  std::ostringstream out_;
};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    if (character == '\\' || character == '"') result += '\\';
    if (character == '\n') {
      result += "\\n";
    } else {
      result += character;
    }
  }
  return result;
}

void add_process(Text& text) {
  const ProcessNumbers numbers = process_numbers();
  text.add("process_cpu_seconds_total", "counter", "Time that processors have spent on the process.", numbers.cpu_s);
  text.add("process_resident_memory_bytes", "gauge", "Memory that the process has in RAM.", numbers.resident_octets);
  text.add("process_virtual_memory_bytes", "gauge", "Address space of the process.", numbers.virtual_octets);
  text.add("process_start_time_seconds", "gauge", "When the process began, since the epoch.", numbers.started_s);
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
           "{version=\"" DIMMA_VERSION_STRING "\",id=\"" + escaped(orb->id()) + "\"}");
  text.add("dimma_orb_endpoints", "gauge", "Endpoints that the ORB listens at.", endpoints.size());
  text.add("dimma_orb_bindings", "gauge", "References that are bound.", bindings.size());
  text.add("dimma_orb_metrics_enabled", "gauge", "Whether calls are counted (--dimma-metrics).", seen.metrics ? 1 : 0);
  const trace::Counts traced = trace::counts(orb);
  text.add("dimma_trace_spans_total", "counter", "Spans that have ended (--dimma-trace).", traced.finished);
  text.add("dimma_trace_spans_dropped_total", "counter", "Spans that were not exported.", traced.dropped);
  text.add("dimma_trace_spans_waiting", "gauge", "Spans that wait to be exported.", traced.waiting);
  text.add("dimma_trace_contexts_ignored_total", "counter", "Trace contexts of requests that were malformed.",
           traced.contexts_ignored);
}

}  // namespace

std::string metrics_text(const CORBA::object_reference<CORBA::ORB>& orb) {
  Text text;
  add_process(text);
  add_orb(text, orb);
  const auto channels = observation::metrics(orb);
  return text.take() +
         (channels.empty() ? std::string() : observation::to_prometheus(channels, observation::event_metrics()));
}

}  // namespace dimma::inspect
