#include "orb/state/orb_state.hpp"

#include "base/sync/assert.hpp"
#include "transport/secure.hpp"

#include "orb/upcall/upcall_stack.hpp"
#include "qos/ends.hpp"

#include <dimma/minor.hpp>

#include <random>
#include <utility>

namespace dimma::orb {

namespace {

std::uint64_t new_stamp() {
  std::random_device random;
  return (std::uint64_t{random()} << 32U) | random();
}

}  // namespace

OrbState::OrbState(Options options, Protocols protocols)
    : options_(std::move(options)),
      protocols_(std::make_shared<const Protocols>(std::move(protocols))),
      client_qos_(qos::for_end(options_.qos, End::client, qos::wanted_protocol(options_.qos))),
      stamp_(new_stamp()),
      access_(options_.access_file),
      endpoints_(options_, protocols_->binders, protocols_->subscribers) {}

void OrbState::serve_by(LocalObjects& objects) {
  DIMMA_ASSERT(!local_objects_);
  local_objects_ = &objects;
  endpoints_.serve_by(objects.dispatcher());
  require_client_qos();
}

std::shared_ptr<channel::ClientChannel> OrbState::subscribed(std::shared_ptr<channel::ClientChannel> channel,
                                                             const channel::Binder& binder, const EngineeringQoS& qos,
                                                             const Ior& ior) const {
  for (const auto& each : protocols_->subscribers) {
    channel = each->around(std::move(channel), binder.protocol(), qos, ior.type_id);
  }
  return channel;
}

void OrbState::run_by(std::shared_ptr<reactor::EventLoop> loop) {
  DIMMA_ASSERT(!application_loop_);
  answers_.run_by(loop);
  application_loop_ = std::move(loop);
}

void OrbState::leave_to_parent(Protocols fresh, std::vector<std::shared_ptr<void>>& inherited) {
  is_inherited_ = true;
  endpoints_.leave(inherited);
  inherited.push_back(answers_.leave());
  inherited.push_back(std::const_pointer_cast<Protocols>(
      std::exchange(protocols_, std::make_shared<const Protocols>(std::move(fresh)))));
}

bool OrbState::is_in_use() {
  bool is_bound = false;
  bindings_.for_each([&is_bound](ObjectReference&) { is_bound = true; });
  if (is_bound || answers_.is_open()) return true;
  for (const auto& endpoint : endpoints_.all()) {
    if (endpoint->opened()) return true;
  }
  return false;
}

// Checks the default QoS now, since otherwise only the first call would report an error. Endpoints check it when
// opened.
void OrbState::require_client_qos() const {
  const Protocol wanted = qos::wanted_protocol(client_qos_);
  for (const auto& binder : protocols_->binders) {
    const bool is_used = wanted == Protocol::any ? binder->answers() : to_string(wanted) == binder->protocol();
    if (is_used) binder->require_assembled(client_qos_, End::client);
  }
}

bool OrbState::offers_callbacks(const Overrides* of_reference) {
  const bool may_be_overridden = of_reference != nullptr || overrides_.are_in_use();
  const auto said = may_be_overridden ? effective_overrides(overrides_, of_reference).is_bidirectional : std::nullopt;
  if (!said.value_or(options_.offers_callbacks)) return false;
  if (options_.offers_callbacks) endpoints_.default_endpoint()->open();
  return true;
}

std::optional<std::string> OrbState::own_key(const Ior& ior) const {
  channel::Octets key;
  for (const auto& endpoint : endpoints_.all()) {
    const auto opened = endpoint->opened();
    if (!opened) continue;
    for (const auto& profile : ior.profiles) {
      if (!opened->owns(profile, key)) continue;
      const auto text = text_of(key);
      if (parse_object_key(key).kind != ObjectKey::Kind::foreign) return std::string(text);
      // A published plain name refers to its object, unless that object is served elsewhere.
      const auto published = names_.published(text);
      if (published && !published->key.empty()) return published->key;
    }
  }
  return std::nullopt;
}

transport::SecureTransport* OrbState::tls() const noexcept {
  for (const auto& each : protocols_->transports) {
    if (auto* const secure = each->secure()) return secure;
  }
  return nullptr;
}

void OrbState::require_running() const {
  switch (phase()) {
    case Phase::running:
      return;
    case Phase::stopping:
      if (in_upcall(*this)) return;
      [[fallthrough]];
    case Phase::stopped:
      throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_orb_shut_down, CORBA::COMPLETED_NO, "the ORB has been shut down");
    case Phase::destroyed:
      require_not_destroyed();
  }
}

void OrbState::require_not_destroyed() const {
  if (phase() != Phase::destroyed) return;
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_orb_destroyed, CORBA::COMPLETED_NO,
                                "the ORB has been destroyed");
}

void OrbState::require_callable() const {
  if (phase() == Phase::destroyed) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_orb_shut_down, CORBA::COMPLETED_NO, "the ORB has been destroyed");
  }
  require_running();
}

}  // namespace dimma::orb
