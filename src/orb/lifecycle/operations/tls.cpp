// The TLS credentials of an ORB.

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "transport/secure.hpp"

#include <dimma/minor.hpp>
#include <dimma/tls.hpp>

namespace dimma::tls {

namespace {

template <class Do>
void with_tls_of(const CORBA::object_reference<CORBA::ORB>& orb, Do perform) {
  const auto& lifecycle = orb::OrbAccess::lifecycle(*orb);
  lifecycle->require_not_destroyed();
  auto* const tls = lifecycle->tls();
  if (tls == nullptr) {
    throw CORBA::NO_IMPLEMENT(minor::no_implement_tls, CORBA::COMPLETED_NO, std::string(transport::no_tls));
  }
  try {
    perform(*tls);
  } catch (const transport::CredentialsError& error) {
    throw CORBA::BAD_PARAM(minor::bad_param_credentials, CORBA::COMPLETED_NO, error.what());
  }
}

}  // namespace

void set_credentials(const CORBA::object_reference<CORBA::ORB>& orb, std::string_view name,
                     const Credentials& credentials) {
  if (name == "default") name = {};
  with_tls_of(orb, [&](transport::SecureTransport& tls) { tls.set_credentials(name, credentials); });
}

void reload(const CORBA::object_reference<CORBA::ORB>& orb) {
  with_tls_of(orb, [](transport::SecureTransport& tls) { tls.reload(); });
}

}  // namespace dimma::tls
