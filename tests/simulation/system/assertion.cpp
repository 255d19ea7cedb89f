// A failed assertion of the library ends the run.

#include "base/sync/assert_operands.hpp"
#include "simulation/scheduler/scheduler.hpp"

#include <cstdio>
#include <cstdlib>

namespace dimma::assertion {

void fail(const char* condition, const std::string& operands, const char* function, const char* file,
          int line) noexcept {
  const std::string name = file;
  const std::string text = std::string(condition) + (operands.empty() ? "" : " (" + operands + ")") + " in " +
                           function + ", " + name.substr(name.rfind('/') + 1) + ':' + std::to_string(line);
  auto* const scheduler = simulation::Scheduler::running();
  if (scheduler != nullptr) scheduler->fail(simulation::FailureKind::assertion, text);
  std::fprintf(stderr, "assertion failed: %s\n", text.c_str());
  std::abort();
}

}  // namespace dimma::assertion
