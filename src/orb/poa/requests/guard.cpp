#include "orb/poa/requests/guard.hpp"

#include "base/log/log.hpp"
#include "base/never_destroyed.hpp"
#include "orb/access/rules_state.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/poa/tree/poa_tree.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/caller.hpp"
#include "qos/text.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace dimma::orb {

namespace {

using Effect = AccessDecision::Effect;

// A cache of the decisions about one peer.
class Decisions final : public channel::Session::Kept {
 public:
  std::optional<Effect> find(const std::string& key) const {
    const sync::LockGuard lock(mutex_);
    const auto found = known_.find(key);
    return found == known_.end() ? std::nullopt : std::optional(found->second);
  }
  void add(std::string key, Effect effect) {
    const sync::LockGuard lock(mutex_);
    const std::size_t octets = key.size() + entry_octets;
    if (octets > octets_max) return;
    if (octets_ + octets > octets_max) {
      known_.clear();
      octets_ = 0;
    }
    octets_ += octets;
    known_.insert_or_assign(std::move(key), effect);
  }

 private:
  // Limits the cache, since a peer chooses the operation names and could create any number of entries.
  static constexpr std::size_t octets_max = std::size_t{32} << 10;
  static constexpr std::size_t entry_octets = 96;

  mutable sync::Mutex mutex_;
  std::unordered_map<std::string, Effect> known_ DIMMA_GUARDED_BY(mutex_);
  std::size_t octets_ DIMMA_GUARDED_BY(mutex_) = 0;
};

// Each name is preceded by its length, since names may contain any octets.
std::string cache_key(std::uint64_t generation, std::string_view operation, std::string_view adapter,
                      const std::string* interface) {
  std::string key;
  append_big_endian(key, generation, sizeof generation);
  append_big_endian(key, operation.size(), sizeof(std::uint32_t));
  key += operation;
  append_big_endian(key, adapter.size(), sizeof(std::uint32_t));
  key += adapter;
  if (interface != nullptr) (key += 'I') += *interface;
  return key;
}

// Returns "RootPOA/Plant" for the path "Plant/".
std::string adapter_name(std::string_view path) {
  std::string name = "RootPOA";
  if (!path.empty()) (name += '/') += path.substr(0, path.size() - 1);
  return name;
}

// Returns the repository id of the object's most derived interface: from its skeleton, or from a dynamic servant
// itself.
std::string interface_of(ActiveObject& object) {
  auto& servant = object.servant();
  if (const auto* const tag = servant._most_derived_interface()) return std::string(tag->repository_id);
  std::unique_lock<sync::RecursiveMutex> alone;
  if (auto* const serial = object.serial()) alone = std::unique_lock(*serial);
  return servant._interface_of({object.id().begin(), object.id().end()},
                               CORBA::object_reference<PortableServer::POA>(adapter_of(object).shared()));
}

// Returns the scoped names of the object's interfaces that have the operation. If none has it, returns all of them, and
// the servant will reject the operation.
std::vector<std::string> names_of_interfaces(ActiveObject& object, const std::string& own, std::string_view operation) {
  OperationSearch search{operation};
  object.servant()._find_operation(search);
  if (search.interfaces.empty()) return {access::scoped_name_of(own)};
  const bool are_all = access::is_built_in(operation) || search.having.empty();
  std::vector<std::string> names;
  for (const auto* const tag : are_all ? search.interfaces : search.having) {
    auto name = access::scoped_name_of(tag->repository_id);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

const Peer& nobody() {
  static NeverDestroyed<Peer> unknown;
  return *unknown;
}

void log_refusal(const AccessRules& rules, const AccessDecision& decision, const Peer& peer, std::string_view operation,
                 const std::string& adapter, const std::string& interface) {
  log::write(log::Event::request_refused, [&] {
    std::string line = "access: refused " + qos::quoted(operation);
    if (!interface.empty()) line += " of " + interface;
    if (!adapter.empty()) line += " in POA " + adapter;
    line += " to " + (peer.transport.empty() ? std::string("an unknown peer") : to_string(peer)) + ": ";
    line += decision.line == 0 ? "no rule of " + rules.name() + " allows it"
                               : rules.name() + ":" + std::to_string(decision.line) + ": " + decision.rule;
    return log::Entry{.text = line,
                      .peer = peer.transport.empty() ? std::string() : to_string(peer),
                      .operation = std::string(operation),
                      .minor = minor::no_permission_access};
  });
}

}  // namespace

Guard::Guard(PoaTree& tree, ServerRequest& request)
    : tree_(tree), session_(request.session()), operation_(request.operation()) {
  if (tree_.orb().access().in_use()) decide(request.object_key());
}

Guard::Guard(PoaTree& tree, std::span<const std::byte> object_key, channel::Session* session)
    : tree_(tree), session_(session), operation_("_non_existent") {
  if (tree_.orb().access().in_use()) decide(object_key);
}

void Guard::decide(std::span<const std::byte> object_key) {
  if (session_ == &collocated_session()) return;
  rules_ = tree_.orb().access().rules();
  const Place place = place_of(object_key);
  depends_ = place.may_be_made;
  for (const auto& rules : {rules_, place.its_rules}) {
    if (!rules || refuses_) continue;
    const Effect what = effect(*rules, place, nullptr);
    refuses_ = what == Effect::deny;
    depends_ = depends_ || what == Effect::by_interface;
  }
}

Guard::Place Guard::place_of(std::span<const std::byte> object_key) const {
  ObjectKey key = parse_object_key(object_key);
  std::shared_ptr<const Names::Published> published;
  if (key.kind == ObjectKey::Kind::foreign) {
    published = tree_.orb().names().published(text_of(object_key));
    if (!published || published->key.empty()) return {};
    key = parse_object_key(octets_of(published->key));
  }
  const auto adapter = tree_.directory().find(key);
  if (adapter) return {adapter_name(adapter->path()), adapter->policies().access, false};
  if (key.kind != ObjectKey::Kind::persistent) return {};
  return {adapter_name(key.path), nullptr, true};
}

Effect Guard::effect(AccessRules& rules, const Place& place, ActiveObject* object) {
  const auto set = rules.state().current();
  const std::string interface = object == nullptr ? std::string() : interface_of(*object);
  if (session_ == nullptr) return evaluate(rules, *set, place, object, interface);
  auto key = cache_key(set->generation(), operation_, place.adapter, object == nullptr ? nullptr : &interface);
  auto& decisions = session_->kept<Decisions>();
  if (const auto known = decisions.find(key)) return *known;
  const Effect what = evaluate(rules, *set, place, object, interface);
  decisions.add(std::move(key), what);
  return what;
}

Effect Guard::evaluate(AccessRules& rules, const access::RuleSet& set, const Place& place, ActiveObject* object,
                       const std::string& interface) const {
  const auto known = session_ == nullptr ? nullptr : session_->peer();
  const Peer& peer = known ? *known : nobody();
  std::vector<std::string> names;
  if (object != nullptr) names = names_of_interfaces(*object, interface, operation_);
  const access::Question question{operation_, object == nullptr ? nullptr : &names, place.adapter};
  const AccessDecision decision = set.decide(access::Caller(peer), question);
  if (decision.effect == Effect::deny) log_refusal(rules, decision, peer, operation_, place.adapter, interface);
  return decision.effect;
}

void Guard::require() const {
  if (!refuses_) return;
  throw CORBA::NO_PERMISSION(minor::no_permission_access, CORBA::COMPLETED_NO,
                             "the access rules do not allow the caller to call " + std::string(operation_));
}

void Guard::require(ActiveObject& object) {
  if (!depends_) return require();
  Adapter& adapter = adapter_of(object);
  const Place place{adapter_name(adapter.path()), adapter.policies().access, false};
  for (const auto& rules : {rules_, place.its_rules}) {
    if (rules && effect(*rules, place, &object) != Effect::allow) refuses_ = true;
  }
  require();
}

}  // namespace dimma::orb
