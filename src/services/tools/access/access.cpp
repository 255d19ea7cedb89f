#include "services/tools/access/access.hpp"

namespace dimma::tools::access {

namespace {

constexpr Command commands[] = {
    {"check", "read a file of access rules and say what is wrong with it", check},
    {"explain", "say which rule decides a request, and why", explain},
};

constexpr const char* purpose =
    "Reads files of access rules, which say who may call what of an ORB (--dimma-access FILE).\n\n"
    "The status is 0 if the file is right, or the request allowed; 1 if the file is wrong, or the request refused; "
    "and\n"
    "2 for a wrong command line.";

}  // namespace

int run(Invocation invocation) { return dispatch(commands, purpose, std::move(invocation)); }

}  // namespace dimma::tools::access
