#include "base/sync/assert.hpp"
#include "base/sync/assert_operands.hpp"

#include <cstdio>
#include <cstdlib>

namespace dimma::assertion {

void fail(const char* condition, const std::string& operands, const char* function, const char* file,
          int line) noexcept {
  const char* const opens = operands.empty() ? "" : " (";
  const char* const closes = operands.empty() ? "" : ")";
  std::fprintf(stderr, "dimma: assertion failed: %s%s%s%s in %s, %s:%d\n", condition, opens, operands.c_str(), closes,
               function, file, line);
  std::abort();
}

}  // namespace dimma::assertion
