#include "services/tools/ior/ior.hpp"

namespace dimma::tools::ior {

namespace {

constexpr Command commands[] = {
    {"show", "decode a reference, of any ORB", show},
    {"check", "try each address of a reference", check},
};

constexpr const char* purpose =
    "Examines object references.\n\n"
    "REF is IOR:, corbaloc:, corbaname:, a file that contains one of them (PATH or file://PATH), or - for standard "
    "input.";

}  // namespace

int run(Invocation invocation) { return dispatch(commands, purpose, std::move(invocation)); }

}  // namespace dimma::tools::ior
