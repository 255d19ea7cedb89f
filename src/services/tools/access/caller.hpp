#pragma once
// A caller in the form of the command line.

#include <dimma/caller.hpp>

#include <string_view>

namespace dimma::tools::access {

// `who`: the words of a rule, but without wildcards: "CN=ops-1 dns=ops.plant.example", "uid=33 gid=33",
// "address=10.0.0.7", "anonymous". Blanks separate, unless they follow a backslash or are in double quotes.
// `transport`: if empty, "tls" for facts of a certificate, "unix" for a user, otherwise "tcp". Throws UsageError.
Peer read_caller(std::string_view who, std::string_view transport);

}  // namespace dimma::tools::access
