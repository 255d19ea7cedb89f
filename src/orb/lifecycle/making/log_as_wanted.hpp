#pragma once
// Implements --dimma-log, --dimma-log-file and --dimma-log-format.

namespace dimma::orb {

struct Options;

// Configures the process's log by the options, and logs the options' warnings. Throws CORBA::BAD_PARAM if a file cannot
// be opened.
void log_as_wanted(const Options& options);

}  // namespace dimma::orb
