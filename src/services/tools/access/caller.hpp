#pragma once
// A caller as the command line describes it.

#include <dimma/caller.hpp>

#include <string_view>

namespace dimma::tools::access {

// `who`: words as a rule has them, but without wildcards: "CN=ops-1 dns=ops.plant.example", "uid=33 gid=33",
// "address=10.0.0.7", "anonymous"; blanks separate, unless they are after a backslash or in double quotes.
// `transport`: if empty, "tls" for what only a certificate says, "unix" for a user, otherwise "tcp". Throws UsageError.
Peer read_caller(std::string_view who, std::string_view transport);

}  // namespace dimma::tools::access
