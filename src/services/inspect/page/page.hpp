#pragma once
// Returns the files of the page, which are part of the library.

#include <string_view>

namespace dimma::inspect {

std::string_view page() noexcept;
std::string_view page_style() noexcept;
std::string_view page_script() noexcept;
std::string_view page_history() noexcept;
std::string_view page_plots() noexcept;
std::string_view login_page() noexcept;

}  // namespace dimma::inspect
