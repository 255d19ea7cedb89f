#include "services/naming/service/naming_service.hpp"

#include "services/naming/service/servants/context_servant.hpp"

namespace dimma::naming {
namespace {

using PortableServer::POA;

// Creates a POA with one servant for all objects. Objects exist implicitly, by their ids.
CORBA::object_reference<POA> adapter(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
                                     PortableServer::LifespanPolicyValue lifespan) {
  const auto root = IDL::traits<POA>::narrow(orb->resolve_initial_references("RootPOA"));
  return root->create_POA(
      name, root->the_POAManager(),
      {root->create_lifespan_policy(lifespan),
       root->create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID),
       root->create_id_uniqueness_policy(PortableServer::IdUniquenessPolicyValue::MULTIPLE_ID),
       root->create_servant_retention_policy(PortableServer::ServantRetentionPolicyValue::NON_RETAIN),
       root->create_request_processing_policy(PortableServer::RequestProcessingPolicyValue::USE_DEFAULT_SERVANT)});
}

}  // namespace

NamingService::NamingService(const CORBA::object_reference<CORBA::ORB>& orb, store::Store& store, const Limits& limits,
                             ServiceLog& log)
    : store_(store),
      log_(log),
      tree_(store),
      iterators_(tree_, limits),
      changes_(store, limits, log),
      contexts_(adapter(orb, "naming", PortableServer::LifespanPolicyValue::PERSISTENT)),
      iterator_poa_(adapter(orb, "iterators", PortableServer::LifespanPolicyValue::TRANSIENT)),
      references_(orb, contexts_, tree_.id(), limits.federation_timeout) {
  const auto current = IDL::traits<PortableServer::Current>::narrow(orb->resolve_initial_references("POACurrent"));
  iterator_poa_->set_servant(CORBA::make_reference<IteratorServant>(iterators_, log, current));
  contexts_->set_servant(CORBA::make_reference<ContextServant>(
      ContextServant::Parts{tree_, references_, iterators_, changes_, health_, log, current, iterator_poa_, limits}));
}

void NamingService::join_others(std::chrono::milliseconds lifetime, std::function<void()> changed) {
  members_.emplace(store_, log_, references_.own_addresses(), lifetime, std::move(changed));
  references_.lead_to(*members_);
}

}  // namespace dimma::naming
