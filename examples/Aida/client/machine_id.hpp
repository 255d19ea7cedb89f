#pragma once
/// Tells if two processes are on one machine.

#include <string>

namespace aida {

/// Which running system this is: another after each start of the machine. Empty if the system does not tell.
std::string machine_id();

}  // namespace aida
