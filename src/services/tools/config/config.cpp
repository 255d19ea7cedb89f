#include "services/tools/config/config.hpp"

namespace dimma::tools::config {

namespace {

constexpr Command commands[] = {
    {"check", "check a config file, and show what it sets", check},
};

constexpr const char* purpose =
    "Reads config files, which have options of the ORB (--dimma-config FILE, DIMMA_CONFIG).\n\nThe exit status is 0 if "
    "the file is valid, 1 if it is invalid, and 2 for a wrong command line. Options of the ORB\nare not accepted here.";

}  // namespace

int run(Invocation invocation) { return dispatch(commands, purpose, std::move(invocation)); }

}  // namespace dimma::tools::config
