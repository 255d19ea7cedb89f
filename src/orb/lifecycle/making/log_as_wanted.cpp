#include "orb/lifecycle/making/log_as_wanted.hpp"

#include "base/log/log.hpp"
#include "base/log/log_output.hpp"
#include "orb/options/option_setters.hpp"

namespace dimma::orb {

void log_as_wanted(const Options& options) {
  if (!options.log_file.empty()) {
    const std::string fault = log::detail::append_to_file(options.log_file);
    if (!fault.empty()) refuse_option(options.log_file_option, "'" + options.log_file + "' " + fault);
  }
  if (options.log_format) log::detail::set_format(*options.log_format);
  if (options.log_levels) log::set_levels(*options.log_levels);
  for (const auto& warning : options.warnings) {
    log::write(log::Event::option_passed_over, [&warning] { return log::Entry{warning}; });
  }
}

}  // namespace dimma::orb
