#include "orb/interception/interceptors.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace dimma::orb {

namespace {

using namespace PortableInterceptor;

// An object may be registered as several kinds of interceptor, but destroy() is called only once for each object.
template <class Kind>
void destroy_each(const Interceptors::List<Kind>& list, std::set<const void*>& told) noexcept {
  for (const auto& interceptor : list) {
    try {
      if (told.insert(dynamic_cast<const void*>(interceptor._get())).second) interceptor->destroy();
    } catch (...) {  // NOLINT: no caller could handle the exception
    }
  }
}

}  // namespace

template <class Kind>
void Interceptors::Registered<Kind>::add(CORBA::object_reference<Kind> interceptor) {
  if (!interceptor) {
    throw CORBA::BAD_PARAM(minor::bad_param_nil_interceptor, CORBA::COMPLETED_NO, "the interceptor is nil");
  }
  auto name = interceptor->name();
  auto longer = std::make_shared<List<Kind>>(*snapshot());
  const bool taken = !name.empty() && std::any_of(longer->begin(), longer->end(),
                                                  [&name](const auto& each) { return each->name() == name; });
  if (taken) {
    ORBInitInfo::DuplicateName duplicate(name);
    duplicate._detail("an interceptor of this kind is already named '" + name + "'");
    throw duplicate;
  }
  longer->push_back(std::move(interceptor));
  const sync::LockGuard lock(mutex_);
  list_ = std::move(longer);
}

template <class Kind>
Interceptors::Snapshot<Kind> Interceptors::Registered<Kind>::take() {
  Snapshot<Kind> taken = std::make_shared<const List<Kind>>();
  const sync::LockGuard lock(mutex_);
  list_.swap(taken);
  return taken;
}

void Interceptors::add(CORBA::object_reference<ClientRequestInterceptor> interceptor) {
  of_clients_.add(std::move(interceptor));
  see_requests_.store(true, std::memory_order_relaxed);
}

void Interceptors::add(CORBA::object_reference<ServerRequestInterceptor> interceptor) {
  of_servers_.add(std::move(interceptor));
  see_requests_.store(true, std::memory_order_relaxed);
}

void Interceptors::add(CORBA::object_reference<IORInterceptor> interceptor) {
  of_references_.add(std::move(interceptor));
}

void Interceptors::add(CORBA::PolicyType type, CORBA::object_reference<PolicyFactory> factory) {
  if (!factory) {
    throw CORBA::BAD_PARAM(minor::bad_param_nil_interceptor, CORBA::COMPLETED_NO, "the policy factory is nil");
  }
  const sync::LockGuard lock(mutex_);
  if (!policy_factories_.emplace(type, std::move(factory)).second) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_policy_factory, CORBA::COMPLETED_NO,
                               "policies of type " + std::to_string(type) + " already have a factory");
  }
}

CORBA::object_reference<PolicyFactory> Interceptors::policy_factory(CORBA::PolicyType type) const {
  const sync::LockGuard lock(mutex_);
  const auto found = policy_factories_.find(type);
  return found == policy_factories_.end() ? nullptr : found->second;
}

void Interceptors::destroy() noexcept {
  const auto of_clients = of_clients_.take();
  const auto of_servers = of_servers_.take();
  const auto of_references = of_references_.take();
  decltype(policy_factories_) policy_factories;
  {
    const sync::LockGuard lock(mutex_);
    policy_factories_.swap(policy_factories);
  }
  see_requests_.store(false, std::memory_order_relaxed);
  std::set<const void*> told;
  destroy_each(*of_clients, told);
  destroy_each(*of_servers, told);
  destroy_each(*of_references, told);
}

}  // namespace dimma::orb
