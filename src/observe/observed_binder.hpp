#pragma once
// A protocol whose channels and endpoints are observed.

#include "channel/channel.hpp"
#include "observe/observatory.hpp"

#include <memory>

namespace dimma::observe {

std::unique_ptr<channel::Binder> observed(std::unique_ptr<channel::Binder> within,
                                          std::shared_ptr<Observatory> observatory);

}  // namespace dimma::observe
