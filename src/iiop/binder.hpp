#pragma once
// The IIOP binder. The composition root makes one to support IIOP.

#include "channel/channel.hpp"
#include "iiop/message/settings.hpp"
#include "transport/transports.hpp"

#include <memory>

namespace dimma::iiop {

// The transports must outlive the binder, and the binder must outlive all channels and endpoints that it made. One of
// the transports must be "tcp".
std::unique_ptr<channel::Binder> make_binder(transport::Transports transports, const Settings& settings);

}  // namespace dimma::iiop
