#pragma once
// Tells the service manager, systemd for one, the state of the service.

#include <string>

namespace dimma::naming {

// Sends `state` ("READY=1") to the socket that $NOTIFY_SOCKET names. Does nothing if it is not set. False, with errno,
// if it could not be sent.
bool notify_manager(const std::string& state);

}  // namespace dimma::naming
