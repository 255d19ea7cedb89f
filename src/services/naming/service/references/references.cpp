#include "services/naming/service/references/references.hpp"

#include "services/naming/check/addresses.hpp"
#include "services/naming/reference/ior.hpp"

#include <dimma/any.hpp>
#include <dimma/iop.hpp>
#include <dimma/messaging.hpp>
#include <dimma/minor.hpp>

namespace dimma::naming {
namespace {

CORBA::object_reference<IOP::Codec> codec_of(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto factory = IDL::traits<IOP::CodecFactory>::narrow(orb->resolve_initial_references("CodecFactory"));
  return factory->create_codec(IOP::Encoding(IOP::ENCODING_CDR_ENCAPS, 1, 2));
}

}  // namespace

PortableServer::ObjectId object_id_of(const ContextId& tree, const ContextId& context) {
  PortableServer::ObjectId id;
  id.reserve(2 * ContextId::octets);
  id.insert(id.end(), tree.text().begin(), tree.text().end());
  id.insert(id.end(), context.text().begin(), context.text().end());
  return id;
}

References::References(const CORBA::object_reference<CORBA::ORB>& orb,
                       CORBA::object_reference<PortableServer::POA> contexts, const ContextId& tree,
                       std::chrono::milliseconds federation_timeout)
    : orb_(orb), contexts_(std::move(contexts)), codec_(codec_of(orb)), tree_(tree) {
  CORBA::Any timeout;
  timeout <<= TimeBase::TimeT(static_cast<std::uint64_t>(federation_timeout.count()) * 10'000);  // in units of 100 ns
  federation_.push_back(orb->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, timeout));
}

ContextRef References::context(const ContextId& context) const {
  constexpr const char* type = "IDL:omg.org/CosNaming/NamingContextExt:1.0";
  auto own = contexts_->create_reference_with_id(object_id_of(tree_, context), type);
  if (members_ != nullptr) {
    const auto others = members_->others();
    if (!others->empty()) own = orb_->string_to_object(with_others(own, *others));
  }
  return narrow_unchecked<CosNaming::NamingContext>(own);
}

// Adds the other services' addresses as alternate addresses to each profile that can have components.
std::string References::with_others(const ObjectRef& own, const Members::Addresses& others) const {
  IorParts parts = read_ior(octets_of_ior(orb_->object_to_string(own)));
  for (Tagged& tagged : parts.profiles) {
    if (tagged.tag != IOP::TAG_INTERNET_IOP) continue;
    IiopProfile profile = read_iiop_profile(tagged.data);
    if (profile.minor == 0) continue;
    for (const MemberAddress& other : others) profile.components.push_back(alternate_address(other.host, other.port));
    tagged.data = written_iiop_profile(profile);
  }
  return ior_text(written_ior(parts));
}

Members::Addresses References::own_addresses() const {
  const auto root = contexts_->create_reference_with_id(object_id_of(tree_, ContextId()), "");
  Members::Addresses all;
  Members::Addresses of_network;
  for (const Tagged& tagged : read_ior(octets_of_ior(orb_->object_to_string(root))).profiles) {
    if (tagged.tag != IOP::TAG_INTERNET_IOP) continue;
    const IiopProfile profile = read_iiop_profile(tagged.data);
    const auto add = [&](const std::string& host, std::uint16_t port) {
      if (host.empty() || port == 0) return;
      all.push_back({host, port});
      if (!is_loopback(host)) of_network.push_back({host, port});
    };
    add(profile.host, profile.port);
    for (const Tagged& component : profile.components) {
      if (component.tag != IOP::TAG_ALTERNATE_IIOP_ADDRESS) continue;
      cdr::Decoder in = opened(component.data);
      const std::string host(in.get_string_view());
      add(host, in.get<std::uint16_t>());
    }
  }
  return of_network.empty() ? all : of_network;
}

bool References::has_utf8() const {
  constexpr std::uint32_t utf8 = 0x05010001;  // number in the OSF code set registry
  const auto root = contexts_->create_reference_with_id(object_id_of(tree_, ContextId()), "");
  for (const Tagged& tagged : read_ior(octets_of_ior(orb_->object_to_string(root))).profiles) {
    if (tagged.tag != IOP::TAG_INTERNET_IOP) continue;
    for (const Tagged& component : read_iiop_profile(tagged.data).components) {
      if (component.tag == IOP::TAG_CODE_SETS) return opened(component.data).get<std::uint32_t>() == utf8;
    }
  }
  return false;
}

Bound References::bound(const ObjectRef& object, CosNaming::BindingType type) const {
  if (!object) {
    throw CORBA::BAD_PARAM(minor::bad_param_nil_bound, CORBA::COMPLETED_NO,
                           "a name cannot be bound to a nil reference; unbind it instead");
  }
  CORBA::Any any;
  any <<= object;
  const CORBA::OctetSeq octets = codec_->encode_value(any);
  Bound bound;
  bound.type = type;
  bound.reference.assign(octets.begin(), octets.end());
  // Only the object keys of this tree's contexts contain the random octets of its id.
  const std::size_t at = bound.reference.find(tree_.text());
  if (at != std::string::npos) {
    bound.context =
        ContextId::of(std::string_view(bound.reference).substr(at + ContextId::octets).substr(0, ContextId::octets));
    if (bound.context) bound.reference.clear();
  }
  return bound;
}

ObjectRef References::object(const Bound& bound, const ContextId& in, const CosNaming::NameComponent& name) const {
  if (bound.context) return context(*bound.context);
  return decoded(bound.reference, in, name);
}

ContextRef References::elsewhere(const std::string& reference, const ContextId& in,
                                 const CosNaming::NameComponent& name) const {
  const ObjectRef object = decoded(reference, in, name);
  return narrow_unchecked<CosNaming::NamingContext>(
      object->_set_policy_overrides(federation_, CORBA::SetOverrideType::SET_OVERRIDE));
}

ObjectRef References::decoded(const std::string& reference, const ContextId& in,
                              const CosNaming::NameComponent& name) const {
  ObjectRef object;
  std::string wrong = "it is nil";
  try {
    const CORBA::OctetSeq octets(reference.begin(), reference.end());
    const CORBA::Any any = codec_->decode_value(octets, CORBA::_tc_Object._reference());
    any >>= object;
  } catch (const CORBA::Exception& exception) {
    wrong = exception.what();
  }
  if (!object) {
    throw store::StoreError(store::StoreError::Kind::damaged, "the record of " + printed_key(key_of_binding(in, name)) +
                                                                  ": it is bound to an invalid reference: " + wrong +
                                                                  "; unbind it");
  }
  return object;
}

}  // namespace dimma::naming
