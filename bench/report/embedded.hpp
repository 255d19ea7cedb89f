#pragma once
// The files of a report's page, which are embedded in the program.

#include <string_view>

namespace bench {

std::string_view embedded_page() noexcept;      // bench/report/page/page.html
std::string_view embedded_style() noexcept;     // page.css
std::string_view embedded_script() noexcept;    // page.js
std::string_view embedded_findings() noexcept;  // findings.js
std::string_view embedded_verdict() noexcept;   // verdict.js
std::string_view embedded_charts() noexcept;    // bench/report/vendor/charts.js

}  // namespace bench
