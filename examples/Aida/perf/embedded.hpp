#pragma once
// The files of page/, and the style of the laboratory's page, as they are in the program.

#include <string_view>

namespace perf {

std::string_view embedded_page() noexcept;
std::string_view embedded_style() noexcept;
std::string_view embedded_own_style() noexcept;
std::string_view embedded_script() noexcept;

}  // namespace perf
