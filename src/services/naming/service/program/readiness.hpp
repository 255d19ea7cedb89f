#pragma once
// Reports the state of the service to a service manager such as systemd.

#include <string>

namespace dimma::naming {

// Sends `state`, for example "READY=1", to the socket $NOTIFY_SOCKET. A no-op if the variable is not set. Returns false
// and sets errno if sending fails.
bool notify_manager(const std::string& state);

}  // namespace dimma::naming
