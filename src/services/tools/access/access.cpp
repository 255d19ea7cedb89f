#include "services/tools/access/access.hpp"

namespace dimma::tools::access {

namespace {

constexpr Command commands[] = {
    {"check", "check a file of access rules", check},
    {"explain", "show which rule decides a request, and why", explain},
};

constexpr const char* purpose =
    "Reads files of access rules, which determine who may call what of an ORB (--dimma-access FILE).\n\n"
    "The exit status is 0 if the file is valid, or the request allowed; 1 if the file is invalid, or the "
    "request\nrefused; and 2 for a wrong command line.";

}  // namespace

int run(Invocation invocation) { return dispatch(commands, purpose, std::move(invocation)); }

}  // namespace dimma::tools::access
