#include "services/tools/config/config.hpp"

namespace dimma::tools::config {

namespace {

constexpr Command commands[] = {
    {"check", "read a config file and say what it sets, or what is wrong with it", check},
};

constexpr const char* purpose =
    "Reads config files, which have options of the ORB (--dimma-config FILE, DIMMA_CONFIG).\n\n"
    "The status is 0 if the file is right, 1 if it is wrong, and 2 for a wrong command line. Options of the ORB are "
    "not\n"
    "taken here.";

}  // namespace

int run(Invocation invocation) { return dispatch(commands, purpose, std::move(invocation)); }

}  // namespace dimma::tools::config
