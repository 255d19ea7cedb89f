#include "provider/kinds.hpp"

#include "measure/command_line.hpp"
#include "provider/machine_source.hpp"
#include "provider/test_source.hpp"

#ifdef AIDA_EPICS
#include "provider/epics_source.hpp"
#endif

namespace aida {
namespace {

#ifdef AIDA_EPICS
constexpr const char* epics_help = "epics";
std::unique_ptr<Source> epics(const std::string& pvs) { return make_epics_source(pvs); }
#else
constexpr const char* epics_help = "epics (not in this build: configure with -DDIMMA_EPICS_PYTHON=...)";
std::unique_ptr<Source> epics(const std::string&) {
  throw measure::UsageError(
      "--kind: this build has no epics; configure with -DDIMMA_EPICS_PYTHON=..., a Python that has epicscorelibs");
}
#endif

}  // namespace

std::string kinds_help() { return std::string("test, history, machine or ") + epics_help; }

std::unique_ptr<Source> source_of_kind(const std::string& kind, const std::string& pvs) {
  if (kind == "epics") return epics(pvs);
  if (!pvs.empty()) throw measure::UsageError("--pvs: only --kind epics has process variables");
  if (kind == "test") return std::make_unique<TestSource>();
  if (kind == "history") return std::make_unique<HistorySource>();
  if (kind == "machine") return std::make_unique<MachineSource>();
  throw measure::UsageError("--kind: there is no kind '" + kind + "', but test, history, machine and epics");
}

}  // namespace aida
