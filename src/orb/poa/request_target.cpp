#include "orb/poa/request_target.hpp"

#include "orb/poa/entrance.hpp"
#include "orb/poa/poa_tree.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

namespace {

[[noreturn]] void raise_unknown_key() {
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_object, CORBA::COMPLETED_NO,
                                "the object key is none that this ORB has made or published");
}

void remember(const ServerRequest& request, ActiveObject& object) {
  auto* const memo = request.memo();
  if (memo == nullptr || !object.owner().retains() || object.owner().serves_elsewhere()) return;
  memo->object_key.assign(request.object_key().begin(), request.object_key().end());
  memo->object = object.shared_from_this();
  memo->is_current = true;
}

// A name that was published stands for the key that it was published for, which `published` has.
ObjectKey key_of(OrbState& orb, const ServerRequest& request, std::shared_ptr<const Names::Published>& published) {
  ObjectKey key = parse_object_key(request.object_key());
  if (key.kind != ObjectKey::Kind::foreign) [[likely]]
    return key;
  published = orb.names().published(text_of(request.object_key()));
  if (!published) raise_unknown_key();
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
