#pragma once
/// An id by which two processes can determine whether they are on the same machine.

#include <string>

namespace aida {

/// The id of the running system, which is different after each boot. Empty if the system does not provide one.
std::string machine_id();

}  // namespace aida
