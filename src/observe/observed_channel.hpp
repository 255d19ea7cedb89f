#pragma once
// A client channel whose calls are observed. It passes everything to the channel within it.

#include "channel/channel.hpp"
#include "observe/observatory.hpp"

#include <memory>

namespace dimma::observe {

std::shared_ptr<channel::ClientChannel> observed(std::shared_ptr<channel::ClientChannel> within,
                                                 std::shared_ptr<Observatory> observatory, std::string_view protocol);

}  // namespace dimma::observe
