#include "orb/interception/interceptors.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace dimma::orb {

namespace {

using namespace PortableInterceptor;

// An object may be interceptors of several kinds, and hears of the end once.
template <class Kind>
void destroy_each(const Interceptors::List<Kind>& list, std::set<const void*>& told) noexcept {
  for (const auto& interceptor : list) {
    try {
      if (told.insert(dynamic_cast<const void*>(interceptor._get())).second) interceptor->destroy();
    } catch (...) {  // NOLINT: nobody is there who could be told
    }
  }
}

}  // namespace

template <class Kind>
Interceptors::Snapshot<Kind> Interceptors::with(const List<Kind>& list, CORBA::object_reference<Kind> interceptor) {
  if (!interceptor) {
    throw CORBA::BAD_PARAM(minor::bad_param_nil_interceptor, CORBA::COMPLETED_NO, "the interceptor is nil");
  }
  auto name = interceptor->name();
  auto longer = std::make_shared<List<Kind>>(list);
  const bool taken = !name.empty() && std::any_of(longer->begin(), longer->end(),
                                                  [&name](const auto& each) { return each->name() == name; });
  if (taken) {
    ORBInitInfo::DuplicateName duplicate(name);
    duplicate._detail("there is an interceptor of this kind called '" + name + "'");
    throw duplicate;
  }
  longer->push_back(std::move(interceptor));
  return longer;
}

void Interceptors::add(CORBA::object_reference<ClientRequestInterceptor> interceptor) {
  auto longer = with(*of_clients(), std::move(interceptor));
  {
    const sync::LockGuard lock(mutex_);
    of_clients_.swap(longer);
  }
  see_requests_.store(true, std::memory_order_relaxed);
}

void Interceptors::add(CORBA::object_reference<ServerRequestInterceptor> interceptor) {
  auto longer = with(*of_servers(), std::move(interceptor));
  {
    const sync::LockGuard lock(mutex_);
    of_servers_.swap(longer);
  }
  see_requests_.store(true, std::memory_order_relaxed);
}

void Interceptors::add(CORBA::object_reference<IORInterceptor> interceptor) {
  auto longer = with(*of_references(), std::move(interceptor));
  const sync::LockGuard lock(mutex_);
  of_references_.swap(longer);
}

void Interceptors::add(CORBA::PolicyType type, CORBA::object_reference<PolicyFactory> factory) {
  if (!factory) {
    throw CORBA::BAD_PARAM(minor::bad_param_nil_interceptor, CORBA::COMPLETED_NO, "the policy factory is nil");
  }
  const sync::LockGuard lock(mutex_);
  if (!policy_factories_.emplace(type, std::move(factory)).second) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_policy_factory, CORBA::COMPLETED_NO,
                               "policies of type " + std::to_string(type) + " have a factory already");
  }
}

CORBA::object_reference<PolicyFactory> Interceptors::policy_factory(CORBA::PolicyType type) const {
  const sync::LockGuard lock(mutex_);
  const auto found = policy_factories_.find(type);
  return found == policy_factories_.end() ? nullptr : found->second;
}

void Interceptors::destroy() noexcept {
  auto of_clients = none<ClientRequestInterceptor>();
  auto of_servers = none<ServerRequestInterceptor>();
  auto of_references = none<IORInterceptor>();
  decltype(policy_factories_) policy_factories;
  {
    const sync::LockGuard lock(mutex_);
    of_clients_.swap(of_clients);
    of_servers_.swap(of_servers);
    of_references_.swap(of_references);
    policy_factories_.swap(policy_factories);
  }
  see_requests_.store(false, std::memory_order_relaxed);
  std::set<const void*> told;
  destroy_each(*of_clients, told);
  destroy_each(*of_servers, told);
  destroy_each(*of_references, told);
}

}  // namespace dimma::orb
