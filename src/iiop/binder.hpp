#pragma once
// The IIOP binder: what the composition root makes to have IIOP.

#include "channel/channel.hpp"
#include "iiop/message/settings.hpp"
#include "transport/transports.hpp"

#include <memory>

namespace dimma::iiop {

// The transports outlive the binder, and the binder every channel and endpoint that it made. One of them is "tcp".
std::unique_ptr<channel::Binder> make_binder(transport::Transports transports, const Settings& settings);

}  // namespace dimma::iiop
