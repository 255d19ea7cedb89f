#include "orb/interception/request_contexts.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <string>

namespace dimma::orb {

namespace {

auto find_in(auto& contexts, IOP::ServiceId id) {
  return std::find_if(contexts.begin(), contexts.end(), [id](const auto& each) { return each.context_id() == id; });
}

}  // namespace

const iop::ServiceContext& find_context(const ServiceContexts& contexts, IOP::ServiceId id) {
  const auto found = find_in(contexts, id);
  if (found != contexts.end()) return *found;
  throw CORBA::BAD_PARAM(minor::bad_param_service_context, CORBA::COMPLETED_NO,
                         "no service context " + std::to_string(id));
}

void add_context(ServiceContexts& contexts, const iop::ServiceContext& context, bool replace) {
  const auto found = find_in(contexts, context.context_id());
  if (found == contexts.end()) {
    contexts.push_back(context);
  } else if (replace) {
    *found = context;
  } else {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_service_context, CORBA::COMPLETED_NO,
                               "service context " + std::to_string(context.context_id()) + " has already been added");
  }
}

}  // namespace dimma::orb
