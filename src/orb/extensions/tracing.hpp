#pragma once
// The export of an ORB's spans to a collector (--dimma-trace). The ORB is not linked with it: the library dimma_trace
// offers it when it is loaded.

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace dimma::tracing {
class Tracer;
}

namespace dimma::orb {

// Takes spans as long as it exists. Its destructor sends those that wait, as far as the time allows.
class Exporter {
 public:
  virtual ~Exporter() = default;

 protected:
  Exporter() = default;
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;
};

struct Export {
  std::string endpoint;  // a URL; empty: the environment says where
  std::string option;    // the option that said so
  std::optional<std::size_t> batch;
  std::optional<std::chrono::milliseconds> interval;
};

// Throws CORBA::BAD_PARAM for a URL that can't be exported to; the text begins with the option.
using BeginExport = std::unique_ptr<Exporter> (*)(std::shared_ptr<tracing::Tracer> tracer, const Export& wanted);

// Called while the program is loaded.
void offer_export(BeginExport begin) noexcept;

}  // namespace dimma::orb
