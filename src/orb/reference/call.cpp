#include <dimma/generated/call.hpp>

#include "orb/reference/object_reference.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall.hpp"

#include <dimma/generated/locality.hpp>
#include <dimma/minor.hpp>

#include <new>

namespace dimma {

void call(const CORBA::Object& target, const Operation& operation, ArgumentWriter arguments, ResultReader results) {
  auto* const reference = CORBA::ObjectAccess::reference(target).get();
  if (reference == nullptr) {
    throw CORBA::NO_IMPLEMENT(minor::no_implement_local_object, CORBA::COMPLETED_NO,
                              "a local object has no operation " + std::string(operation.name));
  }
  reference->call(operation, arguments, results);
}

void copy_values(const CORBA::Object& target, ArgumentWriter write, ResultReader read) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  write(out);
  cdr::Decoder in(out.octets());
  const auto& reference = CORBA::ObjectAccess::reference(target);
  if (reference) in.context(reference->orb().get());
  read(in);
}

bool is_known_to_be_remote(const CORBA::Object& target) noexcept {
  const auto* const reference = CORBA::ObjectAccess::reference(target).get();
  return reference != nullptr && reference->is_known_to_be_remote();
}

namespace {
// Called if the servant provides no operations for the tag. It can still serve requests if it is dynamic, or if its
// skeleton and the stub come from different libraries, for example a plug-in with symbols of its own. Skeleton and stub
// may then be generated from different versions of the IDL, so the stub must not call the skeleton directly.
bool takes_requests_only(PortableServer::Servant& servant, const InterfaceTag& interface) {
  return servant._most_derived_interface() == nullptr || servant._is_a(std::string(interface.repository_id));
}

// Leaves an object whose operations cannot be called directly. Throws if they cannot be called with requests either.
// Not inlined, since code that throws would slow down every call of the calling function.
[[gnu::cold, gnu::noinline]] void leave_to_request(orb::ActiveObject& object, const InterfaceTag& interface) {
  struct Exit {
    ~Exit() { object.exit(); }
    orb::ActiveObject& object;
  } const leaving{object};
  if (takes_requests_only(object.servant(), interface)) return;
  throw CORBA::BAD_OPERATION(minor::bad_operation_unknown, CORBA::COMPLETED_NO,
                             "the object is not of the interface " + std::string(interface.repository_id));
}
}  // namespace

void LocalCall::enter(const CORBA::Object& target, const InterfaceTag* interface) {
  auto* const reference = CORBA::ObjectAccess::reference(target).get();
  if (reference == nullptr || reference->is_known_to_be_remote()) return;
  enter_object(*reference, interface);
}

// Not inlined, so that remote calls do not pay for it. The servant's serial lock, if any, is held until exit().
[[gnu::noinline]] void LocalCall::enter_object(ObjectReference& reference,
                                               const InterfaceTag* interface) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
  orb::ActiveObject* const object = reference.enter(operation_.name);
  if (object == nullptr) return;
  void* const operations = object->servant()._operations(interface);
  if (operations == nullptr) return leave_to_request(*object, *interface);
  if (auto* const serial = object->serial()) serial->lock();
  if (operation_.oneway) awaits_oneway_ = reference.awaits_oneways();
  frame_.object = object;
  orb::push(frame_);
  operations_ = operations;
}

void LocalCall::exit() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS {
  orb::pop(frame_);
  if (auto* const serial = frame_.object->serial()) serial->unlock();
  frame_.object->exit();
}

void LocalCall::raise() const {
  try {
    throw;
  } catch (const CORBA::SystemException&) {
    throw;
  } catch (const CORBA::UserException& exception) {
    for (const auto& declared : operation_.raises) {
      if (declared.repository_id == exception._rep_id()) throw;
    }
    throw CORBA::UNKNOWN(minor::unknown_user_exception, CORBA::COMPLETED_MAYBE, exception._rep_id());
  } catch (const std::bad_alloc&) {
    throw CORBA::NO_MEMORY(minor::no_memory_servant, CORBA::COMPLETED_MAYBE, "std::bad_alloc from the servant");
  } catch (const std::exception& exception) {
    throw CORBA::UNKNOWN(minor::unknown_foreign_exception, CORBA::COMPLETED_MAYBE, exception.what());
  } catch (...) {
    throw CORBA::UNKNOWN(minor::unknown_foreign_exception, CORBA::COMPLETED_MAYBE);
  }
}

}  // namespace dimma
