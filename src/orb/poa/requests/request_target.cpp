#include "orb/poa/requests/request_target.hpp"

#include "base/text/shown_text.hpp"
#include "orb/poa/requests/entrance.hpp"
#include "orb/poa/tree/poa_tree.hpp"
#include "orb/state/orb_state.hpp"
#include "qos/text.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace dimma::orb {

namespace {

// Reveals no names if access rules are in use.
std::string hint_for_key(OrbState& orb, std::string_view key) {
  if (orb.access().in_use()) return {};
  constexpr std::size_t compared_max = 64;  // bounds the work, since a peer may repeat such requests
  const std::size_t count = orb.names().published_count();
  if (count == 0) return "; it has published no name (dimma::publish)";
  if (count > compared_max) return "; it has published " + std::to_string(count) + " names";
  const auto names = orb.names().published_names();
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const auto near = qos::nearest_word(key, candidates);
  if (!near.empty()) return "; did you mean '" + shown_text(near) + "'?";
  constexpr std::size_t listed_max = 8;
  std::string hint = "; it has published ";
  for (std::size_t i = 0; i < std::min(names.size(), listed_max); ++i) {
    if (i != 0) hint += ", ";
    hint += shown_text(names[i], 64);
  }
  if (names.size() > listed_max) hint += " and " + std::to_string(names.size() - listed_max) + " others";
  return hint;
}

[[noreturn]] void raise_unknown_key(OrbState& orb, std::string_view key) {
  throw CORBA::OBJECT_NOT_EXIST(
      minor::object_not_exist_object, CORBA::COMPLETED_NO,
      "this server has no object with the key '" + shown_text(key, 64) + "'" + hint_for_key(orb, key));
}

void remember(const ServerRequest& request, ActiveObject& object) {
  auto* const memo = request.memo();
  if (memo == nullptr || !object.owner().retains() || object.owner().serves_elsewhere()) return;
  memo->object_key.assign(request.object_key().begin(), request.object_key().end());
  memo->object = object.shared_from_this();
  memo->is_current = true;
}

// Returns the object key of the request. If the request contains a published name instead, returns the key of the
// published object, which `published` then keeps alive.
ObjectKey key_of(OrbState& orb, const ServerRequest& request, std::shared_ptr<const Names::Published>& published) {
  ObjectKey key = parse_object_key(request.object_key());
  if (key.kind != ObjectKey::Kind::foreign) return key;
  published = orb.names().published(text_of(request.object_key()));
  if (!published) raise_unknown_key(orb, text_of(request.object_key()));
  if (published->key.empty()) throw PortableServer::ForwardRequest(published->object);
  return parse_object_key(octets_of(published->key));
}

}  // namespace

ActiveObject* enter_target_by_key(PoaTree& tree, ServerRequest& request) {
  std::shared_ptr<const Names::Published> published;
  const ObjectKey key = key_of(tree.orb(), request, published);
  auto* const object = enter_object(tree, key, request);
  if (object != nullptr && !published) remember(request, *object);
  return object;
}

bool put_target_aside(PoaTree& tree, ServerRequest& request) {
  const ObjectKey key = parse_object_key(request.object_key());
  if (key.kind != ObjectKey::Kind::foreign) return put_aside_if_held(tree, key, request);
  const auto published = tree.orb().names().published(text_of(request.object_key()));
  return published && !published->key.empty() &&
         put_aside_if_held(tree, parse_object_key(octets_of(published->key)), request);
}

ActiveObject& enter_target_on_this_thread(PoaTree& tree, const ServerRequest& request) {
  std::shared_ptr<const Names::Published> published;
  const ObjectKey key = key_of(tree.orb(), request, published);
  return enter_object(tree, key, request.operation());
}

}  // namespace dimma::orb
