#pragma once
// Reports the state of the service to the service manager, for example systemd.

#include <string>

namespace dimma::naming {

// Sends `state` ("READY=1") to the socket that $NOTIFY_SOCKET names. Does nothing if it is not set. Returns false, with
// errno, if it could not be sent.
bool notify_manager(const std::string& state);

}  // namespace dimma::naming
