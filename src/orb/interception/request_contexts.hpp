#pragma once
// Finds and adds service contexts of a request or reply on behalf of interceptors.

#include <dimma/iop.hpp>

#include <vector>

namespace dimma::orb {

using ServiceContexts = std::vector<iop::ServiceContext>;

// Throws BAD_PARAM if no context has that id.
const iop::ServiceContext& find_context(const ServiceContexts& contexts, IOP::ServiceId id);
// Throws BAD_INV_ORDER if a context with that id exists and `replace` is false.
void add_context(ServiceContexts& contexts, const iop::ServiceContext& context, bool replace);

}  // namespace dimma::orb
