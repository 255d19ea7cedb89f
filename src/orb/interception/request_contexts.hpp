#pragma once
// Service contexts of a request or a reply, as interceptors look for them and add to them.

#include <dimma/iop.hpp>

#include <vector>

namespace dimma::orb {

using ServiceContexts = std::vector<iop::ServiceContext>;

// Throws BAD_PARAM when there is none of that number.
const iop::ServiceContext& find_context(const ServiceContexts& contexts, IOP::ServiceId id);
// Throws BAD_INV_ORDER where there is one of that number that is not to be replaced.
void add_context(ServiceContexts& contexts, const iop::ServiceContext& context, bool replace);

}  // namespace dimma::orb
