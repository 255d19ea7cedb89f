#include "classic/poa/poa_exceptions.hpp"

#include "classic/objects/local_wrapper.hpp"

#include <dimma/classic/poa.hpp>
#include <dimma/classic/poa_current.hpp>
#include <dimma/classic/policy.hpp>
#include <dimma/poa.hpp>

#include <string_view>

namespace dimma::classic {

namespace {

template <class Exception>
void raise_if(std::string_view repository_id) {
  if (repository_id == Exception::_exception_id()) throw Exception();
}

// Throws the exception with that id, if PortableServer has one without members.
void raise_plain(std::string_view repository_id) {
  using PortableServer::POA;
  raise_if<POA::AdapterAlreadyExists>(repository_id);
  raise_if<POA::AdapterNonExistent>(repository_id);
  raise_if<POA::NoServant>(repository_id);
  raise_if<POA::ObjectAlreadyActive>(repository_id);
  raise_if<POA::ObjectNotActive>(repository_id);
  raise_if<POA::ServantAlreadyActive>(repository_id);
  raise_if<POA::ServantNotActive>(repository_id);
  raise_if<POA::WrongAdapter>(repository_id);
  raise_if<POA::WrongPolicy>(repository_id);
  raise_if<PortableServer::POAManager::AdapterInactive>(repository_id);
  raise_if<PortableServer::POAManagerFactory::ManagerAlreadyExists>(repository_id);
  raise_if<PortableServer::Current::NoContext>(repository_id);
}

}  // namespace

void raise_classic_of_poa() {
  try {
    throw;
  } catch (const ::PortableServer::POA::InvalidPolicy& exception) {
    throw PortableServer::POA::InvalidPolicy(exception.index());
  } catch (const ::PortableServer::ForwardRequest& exception) {
    const CORBA::Object_var to(classic_of(exception.forward_reference()));
    throw PortableServer::ForwardRequest(to.in());
  } catch (const ::CORBA::PolicyError& exception) {
    throw CORBA::PolicyError(exception.reason());
  } catch (const ::CORBA::UserException& exception) {
    raise_plain(exception._rep_id());
    raise_classic();
  } catch (...) {
    raise_classic();
  }
}

void raise_modern_of_manager() {
  try {
    throw;
  } catch (const PortableServer::ForwardRequest& exception) {
    throw ::PortableServer::ForwardRequest(modern_of_any(exception.forward_reference.in()));
  } catch (...) {
    raise_modern();
  }
}

}  // namespace dimma::classic
