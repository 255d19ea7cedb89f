// The operations that all object references have, and object references in messages.

#include <dimma/object.hpp>

#include "orb/reference/object_reference.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall.hpp"

#include <dimma/minor.hpp>

#include <new>

namespace CORBA {

namespace {

constexpr std::string_view object_id = "IDL:omg.org/CORBA/Object:1.0";

// Calls the servant directly if the object is in this process, otherwise makes a remote call.
template <class Result, class Local>
Result ask(const Object& object, const dimma::Operation& operation, dimma::ArgumentWriter arguments, Local local) {
  const auto& reference = ObjectAccess::reference(object);
  if (auto* const active = reference->enter(operation.name)) {
    const dimma::orb::Upcall upcall(*active, nullptr);
    return local(upcall.servant());
  }
  Result result{};
  reference->call(operation, arguments, [&](dimma::cdr::Decoder& in) { dimma::cdr::read(in, result); });
  return result;
}

template <class Local>
object_reference<Object> ask_for_object(const Object& object, const dimma::Operation& operation, Local local) {
  if (object._is_local()) {
    throw NO_IMPLEMENT(dimma::minor::no_implement_local_object, COMPLETED_NO,
                       std::string(operation.name) + " of a local object");
  }
  return ask<object_reference<Object>>(
      object, operation, [](dimma::cdr::Encoder&) {}, local);
}

}  // namespace

Object::~Object() = default;

bool Object::_statically_is_a(std::string_view repository_id) const noexcept { return repository_id == object_id; }

bool Object::_is_a(const std::string& repository_id) const {
  if (_statically_is_a(repository_id)) return true;
  if (!reference_) return false;
  if (repository_id == reference_->repository_id()) return true;
  static constexpr dimma::Operation operation{"_is_a"};
  return ask<bool>(
      *this, operation, [&](dimma::cdr::Encoder& out) { out.put_identifier(repository_id); },
      [&](PortableServer::Servant& servant) { return servant._is_a(repository_id); });
}

bool Object::_non_existent() const {
  if (!reference_) return false;
  static constexpr dimma::Operation operation{"_non_existent"};
  try {
    return ask<bool>(
        *this, operation, [](dimma::cdr::Encoder&) {},
        [](PortableServer::Servant& servant) { return servant._non_existent(); });
  } catch (const OBJECT_NOT_EXIST&) {
    return true;
  }
}

std::string Object::_repository_id() const {
  if (!reference_) return std::string(object_id);
  if (!reference_->repository_id().empty()) return reference_->repository_id();
  static constexpr dimma::Operation operation{"_repository_id"};
  return ask<std::string>(
      *this, operation, [](dimma::cdr::Encoder&) {},
      [](PortableServer::Servant& servant) { return servant._repository_id(); });
}

object_reference<Object> Object::_get_interface_object() const {
  static constexpr dimma::Operation operation{"_interface"};
  return ask_for_object(*this, operation, [](PortableServer::Servant& servant) { return servant._get_interface(); });
}

object_reference<Object> Object::_get_component() const {
  static constexpr dimma::Operation operation{"_component"};
  return ask_for_object(*this, operation, [](PortableServer::Servant& servant) { return servant._get_component(); });
}

bool Object::_is_equivalent(object_reference<Object> other) const {
  if (!other) return false;
  if (&*other == this) return true;
  const auto& others = ObjectAccess::reference(*other);
  return reference_ && others && reference_->is_equivalent(*others);
}

std::uint32_t Object::_hash(std::uint32_t maximum) const {
  const std::size_t hash = reference_ ? reference_->hash() : std::hash<const void*>{}(dynamic_cast<const void*>(this));
  return static_cast<std::uint32_t>(hash % (std::uint64_t{maximum} + 1));
}

object_reference<Object> Object::_set_policy_overrides(const PolicyList& policies, SetOverrideType how) const {
  if (!reference_) {
    throw NO_IMPLEMENT(dimma::minor::no_implement_local_object, COMPLETED_NO, "policies of a local object");
  }
  auto overrides =
      dimma::orb::Overrides::changed(reference_->overrides(), policies, how, reference_->orb()->interceptors(),
                                     dimma::orb::Overrides::Scope::reference);
  return ObjectAccess::make_stub<Object>(std::make_shared<dimma::ObjectReference>(*reference_, std::move(overrides)));
}

PolicyList Object::_get_policy_overrides(const PolicyTypeSeq& types) const {
  const auto* const overrides = reference_ ? reference_->overrides() : nullptr;
  return overrides == nullptr ? PolicyList() : overrides->select(types);
}

object_reference<Policy> Object::_get_client_policy(PolicyType type) const {
  if (!reference_) return {};
  return dimma::orb::effective_policy(reference_->orb()->overrides(), reference_->overrides(), type);
}

bool Object::_validate_connection(PolicyList& inconsistent) const {
  inconsistent.clear();
  if (reference_) reference_->connect();
  return true;
}

}  // namespace CORBA

namespace dimma::cdr {

void write_object(Encoder& out, const CORBA::object_reference<CORBA::Object>& object) {
  if (!object) return orb::write_ior(out, {});
  const auto& reference = CORBA::ObjectAccess::reference(*object);
  if (!reference) {
    throw CORBA::MARSHAL(minor::marshal_local_object, CORBA::COMPLETED_NO, "a local object cannot be sent");
  }
  orb::write_ior(out, *reference->ior());
}

CORBA::object_reference<CORBA::Object> read_object(Decoder& in) {
  auto ior = orb::read_ior(in);
  if (ior.is_nil()) return {};
  auto* const orb = in.context() == nullptr ? nullptr : in.context()->orb();
  if (orb == nullptr) in.malformed("an object reference cannot be decoded without an ORB");
  return CORBA::ObjectAccess::make_stub<CORBA::Object>(
      std::make_shared<ObjectReference>(orb->shared_from_this(), std::move(ior), in.context()->callback_path()));
}

}  // namespace dimma::cdr
