#pragma once
// Service contexts of a request or a reply, as interceptors look for them and add to them.

#include <dimma/iop.hpp>

#include <vector>

namespace dimma::orb {

using ServiceContexts = std::vector<iop::ServiceContext>;

// Throws BAD_PARAM if there is no context of that number.
const iop::ServiceContext& find_context(const ServiceContexts& contexts, IOP::ServiceId id);
// Throws BAD_INV_ORDER if there is one of that number and `replace` is false.
void add_context(ServiceContexts& contexts, const iop::ServiceContext& context, bool replace);

}  // namespace dimma::orb
