#pragma once
// --dimma-log, --dimma-log-file and --dimma-log-format.

namespace dimma::orb {

struct Options;

// Has the process log as the options say, and logs their warnings. Throws CORBA::BAD_PARAM for a file that can't be
// opened.
void log_as_wanted(const Options& options);

}  // namespace dimma::orb
