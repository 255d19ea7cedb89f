#pragma once
// The files of page/, and the style of dimma-bench's page, which are embedded in the program.

#include <string_view>

namespace perf {

std::string_view embedded_page() noexcept;
std::string_view embedded_style() noexcept;
std::string_view embedded_own_style() noexcept;
std::string_view embedded_script() noexcept;

}  // namespace perf
