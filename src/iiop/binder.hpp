#pragma once
// The IIOP binder: what the composition root makes to have IIOP.

#include "channel/channel.hpp"
#include "iiop/settings.hpp"

#include <memory>

namespace dimma::iiop {

// `tcp` outlives the binder, and the binder every channel and endpoint that it made.
std::unique_ptr<channel::Binder> make_binder(transport::Transport& tcp, const Settings& settings);

}  // namespace dimma::iiop
