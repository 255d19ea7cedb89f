#pragma once
// The export of an ORB's spans to a collector (--dimma-trace). The implementation is in the library dimma_trace, which
// registers it when the program is loaded, so that the ORB does not depend on that library.

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace dimma::tracing {
class Tracer;
}

namespace dimma::orb {

// Exports spans while the object exists. The destructor sends the spans that are still queued, within a time limit.
class Exporter {
 public:
  virtual ~Exporter() = default;

 protected:
  Exporter() = default;
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;
};

struct Export {
  std::string endpoint;  // a URL; if empty, taken from the environment
  std::string option;    // the option that gave the URL
  std::optional<std::size_t> batch;
  std::optional<std::chrono::milliseconds> interval;
};

// Throws CORBA::BAD_PARAM for a URL that cannot be used for the export. The exception's text begins with the option.
using BeginExport = std::unique_ptr<Exporter> (*)(std::shared_ptr<tracing::Tracer> tracer, const Export& wanted);

// Called while the program is being loaded.
void offer_export(BeginExport begin) noexcept;

}  // namespace dimma::orb
