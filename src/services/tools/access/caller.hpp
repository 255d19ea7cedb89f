#pragma once
// Parses a caller from the command line.

#include <dimma/caller.hpp>

#include <string_view>

namespace dimma::tools::access {

// `who` is in the form of a rule, without wildcards: "CN=ops-1 dns=ops.plant.example", "uid=33 gid=33",
// "address=10.0.0.7", "anonymous". Blanks separate words, except after a backslash and in double quotes.
// If `transport` is empty, it is "tls" for properties of a certificate, "unix" for a user, otherwise "tcp". Throws
// UsageError.
Peer read_caller(std::string_view who, std::string_view transport);

}  // namespace dimma::tools::access
