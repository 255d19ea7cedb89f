#include <dimma/classic/generated/local_call.hpp>

#include "classic/calls/servant_tag.hpp"
#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/modern.hpp"

#include <dimma/classic/servant.hpp>
#include <dimma/generated/local_call.hpp>
#include <dimma/generated/locality.hpp>
#include <dimma/minor.hpp>

#include <cstring>
#include <memory>
#include <new>

namespace dimma::classic {

const InterfaceTag servant_tag{"IDL:omg.org/CORBA/Object:1.0"};

namespace {

dimma::LocalCall& modern_call(void* room) noexcept { return *std::launder(static_cast<dimma::LocalCall*>(room)); }

}  // namespace

// Leaves the object again if its servant does not have the interface, which a request finds out.
void LocalCall::enter(const CORBA::Object& target, const Interface& interface) {
  static_assert(sizeof(dimma::LocalCall) <= sizeof room_ && alignof(dimma::LocalCall) <= alignof(void*));
  const ::CORBA::Object& modern = *ObjectAccess::target(target);
  if (is_known_to_be_remote(modern)) return ObjectAccess::mark_as_remote(target);
  try {
    const auto& operation = *static_cast<const dimma::Operation*>(detail::prepared(operation_));
    auto* const call = ::new (static_cast<void*>(room_)) dimma::LocalCall(modern, operation, &servant_tag);
    if (!*call) return;
    servant_ = call->servant<PortableServer::ServantBase>()->_operations(interface);
    if (servant_ == nullptr) std::destroy_at(call);
  } catch (...) {
    raise_classic();
  }
}

void LocalCall::exit() noexcept { std::destroy_at(&modern_call(room_)); }

void LocalCall::raise() const {
  try {
    throw;
  } catch (const CORBA::SystemException&) {
    throw;
  } catch (const CORBA::UserException& exception) {
    for (unsigned i = 0; i != operation_.raises_count; ++i) {
      if (std::strcmp(operation_.raises[i].repository_id, exception._rep_id()) == 0) throw;
    }
    classic::raise<CORBA::UNKNOWN>(minor::unknown_user_exception, CORBA::COMPLETED_MAYBE, exception._rep_id());
  } catch (const std::bad_alloc&) {
    classic::raise<CORBA::NO_MEMORY>(minor::no_memory_servant, CORBA::COMPLETED_MAYBE,
                                     "std::bad_alloc from the servant");
  } catch (const std::exception& exception) {
    classic::raise<CORBA::UNKNOWN>(minor::unknown_foreign_exception, CORBA::COMPLETED_MAYBE, exception.what());
  } catch (...) {
    classic::raise<CORBA::UNKNOWN>(minor::unknown_foreign_exception, CORBA::COMPLETED_MAYBE);
  }
}

// The modern call decides whether the caller waits: it then throws the caught exception again, or another one.
void LocalCall::raise_of_oneway() const {
  bool is_awaited = false;
  try {
    modern_call(const_cast<void**>(room_)).raise_of_oneway();
  } catch (...) {
    is_awaited = true;
  }
  if (is_awaited) raise();
}

}  // namespace dimma::classic
